"""The package `allhands`: the public names in one place, each imported on first use."""

import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any, assert_type

import pytest

import allhands
from evaluators.protocol import Evaluator, Key
from tests.scripts import run_script

pytestmark = pytest.mark.usefixtures("short_preflight")


def test_an_interactive_session_has_the_names_and_the_version() -> None:
    """Failure means that a user has to know the names before they can be completed."""
    assert allhands.__version__ == version("allhands")
    assert {*allhands.__all__} <= {*dir(allhands)}


def test_type_checkers_know_the_names() -> None:
    """mypy reads this test; failure means that users' code is not checked, or refused."""
    assert_type(allhands.__version__, str)
    assert_type(allhands.load("rulebook"), Evaluator[Any, Key])
    assert_type(allhands.check("rulebook", sample=10), allhands.Verdict)
    with pytest.raises(AttributeError, match="module 'allhands' has no attribute 'chek'"):
        allhands.chek  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("line", "slow"),
    [
        ("import allhands", {"evaluators", "harness", "numpy", "importlib.metadata"}),
        ("from allhands import check, load", {"numpy", "harness.checking", "importlib.metadata"}),
        ("from allhands import Verdict, rank_many", {"numpy", "click", "rich"}),
        (
            "import harness.cli; harness.cli.main(['--help'], standalone_mode=False)",
            {"numpy", "matplotlib", "rich", "pyperf", "evaluators", "harness.checking"},
        ),
    ],
)
def test_an_import_costs_little(line: str, slow: set[str]) -> None:
    """Failure means that a line which names things, or help, waits for NumPy, or for all of us."""
    script = f"import sys\n{line}\nprint({slow} & {{*sys.modules}})"
    done = run_script(script)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("set()", "")


def test_what_a_user_has_in_the_current_folder_is_not_ours(tmp_path: Path) -> None:
    """Nor Python's: only the evaluator is imported from there, and what this imports."""
    for name in ("harness", "json", "click", "pyperf"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('of the user')")
    (tmp_path / "mine.py").write_text("import next_to_it\ndef evaluate(hand): return 0")
    (tmp_path / "next_to_it.py").touch()
    command = [sys.executable, "-m", "allhands", "bench", "mine", "--processes=1"]
    command += ["--workload=random-5", "--workload=import"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, "not timed" in done.stdout) == (0, False), done.stdout + done.stderr


def test_an_import_error_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failure means that a user reads 'cannot import name' instead of the cause."""

    def broken(name: str) -> None:
        raise ImportError("the folder hides a package of ours")

    monkeypatch.setattr(allhands, "import_module", broken)
    monkeypatch.delitem(vars(allhands), "check", raising=False)
    with pytest.raises(ImportError, match=r"^the folder hides a package of ours$"):
        from allhands import check  # noqa: F401


def test_a_function_of_two_hands() -> None:
    """Else the refusal that names --compare leads nowhere in Python; what is shown is short."""
    verdict = allhands.check(lambda one, other: 0, sample=100, compare=True)
    assert not verdict
    assert verdict.witness
    assert re.fullmatch(r"<.. .. .. .. .., key >", repr(verdict.witness.first))
    assert all(len(repr(family)) < 200 for family in verdict.families)


def test_functions_that_say_less_than_a_key() -> None:
    """Else they are taken for keys in Python, or two shapes at once are one of them."""
    verdict = allhands.check(lambda hand: "hand", sample=100, categories=True)
    assert (verdict.style, bool(verdict)) == ("categories", False)
    verdict = allhands.check(lambda hand: hand[:4], 7, sample=100, best_five=True)
    assert "4 cards, but 5 are needed" in verdict.message
    with pytest.raises(ValueError, match="an evaluator is one of them"):
        allhands.check(str, 7, categories=True, best_five=True)
    with pytest.raises(ValueError, match="add cards=7"):
        allhands.check(str, best_five=True)
