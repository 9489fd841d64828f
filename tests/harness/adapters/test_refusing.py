"""Places without an evaluator are refused before any work starts."""

from pathlib import Path

import pytest

from harness.adapters.refusing import why_unknown


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def evaluate(hand): return 0", ""),
        ("evaluate = 5", "no function is called evaluate"),
        ("raise ValueError('for the verdict')", ""),
    ],
)
def test_a_file_without_an_evaluator_is_refused_before_any_work(
    tmp_path: Path, text: str, reason: str
) -> None:
    """Else the error comes late; errors of existing evaluators belong into the verdict."""
    file = tmp_path / f"x{abs(hash(text))}.py"
    file.write_text(text)
    assert reason in why_unknown((str(file), "python"))
    assert bool(why_unknown((str(file), "python"))) == bool(reason)
    assert "takes no arrays" in why_unknown((str(file), "numpy")) or "ValueError" in text
