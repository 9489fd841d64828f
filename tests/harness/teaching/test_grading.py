"""What is read from the text of a submission."""

from pathlib import Path

import pytest

from harness.teaching.grading import imports_of_ours


@pytest.mark.parametrize(
    ("text", "imports"),
    [
        ("import harness.check, os", ("harness.check (line 1)",)),
        ("def f():\n    from evaluators.cards import rank_of", ("evaluators.cards (line 2)",)),
        ("import importlib\nimportlib.import_module('harness')", ("harness (line 2)",)),
        ("__import__('evaluators')", ("evaluators (line 1)",)),
        ("from allhands import rank_many", ("allhands (line 1)",)),
        ("import evaluators_of_mine, os.harness\nfrom . import harness", ()),
        ("x = 'import harness'", ()),
        ("def", ()),
    ],
)
def test_imports_are_read_from_the_text(
    tmp_path: Path, text: str, imports: tuple[str, ...]
) -> None:
    """Else a teacher does not see that a submission calls our evaluators."""
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert imports_of_ours(file) == imports
    assert imports_of_ours(tmp_path / "none.py") == ()
