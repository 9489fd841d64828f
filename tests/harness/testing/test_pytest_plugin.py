"""The option ``--allhands`` of pytest. Its tests of properties are in `test_check_here`."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["nosuch.py"], "nosuch.py: there is no such file"),
        (["cactus-kv"], "no evaluator is called 'cactus-kv'; did you mean 'cactus-kev'?"),
        (["nosuch.module:evaluate"], "'nosuch.module:evaluate': there is no module 'nosuch'"),
        (["constants.py", "-n", "1"], "'constants.py': no function is called evaluate"),
    ],
)
def test_a_place_without_an_evaluator_is_one_usage_error(
    tmp_path: Path, options: list[str], message: str
) -> None:
    """Failure means a traceback for each of 13 tests, nearly ten thousand lines in all."""
    (tmp_path / "constants.py").write_text("HANDS = 2_598_960\n")
    (tmp_path / "test_own.py").write_text("def test_own(): raise SystemExit('a test was run')\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--allhands", *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    (line,) = done.stderr.strip().splitlines()
    assert line.startswith(f"ERROR: --allhands: {message}")
    assert "a test was run" not in done.stdout
