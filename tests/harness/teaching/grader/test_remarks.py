"""What is read from the text of submissions, for the teacher."""

from pathlib import Path

from harness.teaching.grader.remarks import remarks_on


def remarks(folder: Path, text: str) -> str:
    """The remarks on a file with this text."""
    (folder / "mine.py").write_text(text)
    return " ".join(remarks_on({"anna": folder / "mine.py"})["anna"])


def test_a_teacher_reads_what_a_submission_uses(tmp_path: Path) -> None:
    """Else nobody sees that it calls our evaluators, or looks for the answers."""
    for text, found in [
        ("import harness.check, os", "imports harness.check (line 1):"),
        (
            "def f():\n    from evaluators.cards import rank_of",
            "imports evaluators.cards (line 2):",
        ),
        ("import importlib\nimportlib.import_module('harness')", "imports harness (line 2):"),
        ("__import__('evaluators')", "imports evaluators (line 1):"),
        ("from allhands import rank_many", "imports allhands (line 1):"),
        ("import_module('evalu' + 'ators')", "uses import_module (line 1):"),
        ("import sys\nsys.modules['x'].f_back", "uses f_back (line 2), modules (line 2):"),
        ("import evaluators_of_mine, os.harness\nfrom . import harness", ""),
        ("x = 'import harness'", ""),
        ("def f(", ""),
    ]:
        said = remarks(tmp_path, text)
        assert found in said
        assert bool(said) == bool(found)


def test_what_cannot_be_read_has_no_remark(tmp_path: Path) -> None:
    """A folder, and a file that is not there; a pipe would never end."""
    assert remarks_on({"anna": tmp_path, "ben": tmp_path / "none.py"}) == {"anna": [], "ben": []}
