"""The glossary has every word of every chapter, with its meaning and where it is explained."""

from pathlib import Path

from harness.teaching.course.glossary import glossary


def test_a_row_for_each_meaning_with_all_its_chapters(tmp_path: Path) -> None:
    """Else a word is missing or hard to find, or one of its meanings is lost."""
    table = "| word | meaning |\n|---|---|\n"
    (tmp_path / "01-a.md").write_text(
        f"{table}| rank | 2 to 14 |\n| `a \\| b` | OR |\n| key | finds |\n\n| c | d |\n"
    )
    (tmp_path / "02-b.md").write_text(
        f"{table}| rank | 2 to 14 |\n| key | compares |\n\ntext\n\n{table}| x | y |\n"
    )
    (tmp_path / "index.md").write_text(f"{table}| no | chapter |\n")
    assert glossary(tmp_path).splitlines()[2:] == [
        "| `a \\| b` | OR | [1](01-a.md) |",
        "| key | finds | [1](01-a.md) |",
        "| key | compares | [2](02-b.md) |",
        "| rank | 2 to 14 | [1](01-a.md), [2](02-b.md) |",
        "| x | y | [2](02-b.md) |",
    ]
