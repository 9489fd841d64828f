"""What the import of `harness` finds around it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import evaluators
import harness


@pytest.mark.parametrize("file", ["evaluators.py", "evaluators/__init__.py"])
def test_a_module_that_hides_the_evaluators_is_named(tmp_path: Path, file: str) -> None:
    """Else the reader sees an ImportError of a name that they have never heard of."""
    hiding = tmp_path / file
    hiding.parent.mkdir(exist_ok=True)
    hiding.touch()
    path = os.pathsep.join([str(tmp_path), str(Path(evaluators.__file__).parents[1])])
    process = subprocess.run(
        [sys.executable, "-c", "from harness import check"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    last = process.stderr.splitlines()[-1]
    assert last.startswith(f"ImportError: {hiding} hides our package "), process.stderr


def test_a_table_is_built_before_the_workers_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of them builds it: five seconds of a processor, and half a gigabyte."""
    built: list[str] = []
    monkeypatch.setattr("evaluators.preparing.build_table", lambda: built.append("here"))
    assert harness.check("two-plus-two", sample=2)
    assert built == ["here"]
