"""The glossary has every word of every chapter, with its meaning and where it is explained."""

from pathlib import Path

from harness.teaching.course.glossary import chapters_in, glossary, words_in

COURSE = Path(__file__).parents[4] / "docs" / "course"


def test_no_word_of_a_chapter_is_missing() -> None:
    """Else a chapter's words are not in the glossary of the site."""
    rows = glossary(COURSE).splitlines()[2:]
    taught = [chapter for chapter in chapters_in(COURSE) if "## Seven words" in chapter.read_text()]
    assert len(taught) >= 5
    for chapter in taught:
        words = list(words_in(chapter.read_text(encoding="utf-8")))
        assert len(words) >= 7
        for word, meaning in words:
            assert any(
                row.startswith(f"| {word} | {meaning} |") and f"({chapter.name})" in row
                for row in rows
            ), word


def test_words_are_in_order_and_a_row_names_all_its_chapters(tmp_path: Path) -> None:
    """Else a word is hard to find, or stands there as often as it is explained."""
    table = "| word | meaning |\n|---|---|\n"
    (tmp_path / "01-a.md").write_text(
        f"{table}| rank | 2 to 14 |\n| OR | `a \\| b` |\n\n| c | d |\n"
    )
    (tmp_path / "02-b.md").write_text(
        f"{table}| rank | 2 to 14 |\n| hand | five |\n\ntext\n\n{table}| x | y |\n"
    )
    (tmp_path / "index.md").write_text(f"{table}| no | chapter |\n")
    assert glossary(tmp_path).splitlines()[2:] == [
        "| hand | five | [2](02-b.md) |",
        "| OR | `a \\| b` | [1](01-a.md) |",
        "| rank | 2 to 14 | [1](01-a.md), [2](02-b.md) |",
        "| x | y | [2](02-b.md) |",
    ]


def test_words_with_two_meanings_have_two_rows(tmp_path: Path) -> None:
    """Else one of the meanings is lost."""
    table = "| word | meaning |\n|---|---|\n"
    (tmp_path / "01-a.md").write_text(f"{table}| key | what finds a value |\n")
    (tmp_path / "02-b.md").write_text(f"{table}| key | what an evaluator returns |\n")
    assert [row.split(" | ")[1] for row in glossary(tmp_path).splitlines()[2:]] == [
        "what finds a value",
        "what an evaluator returns",
    ]
