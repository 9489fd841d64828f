"""The glossary of the course, collected from the tables of words in its chapters.

The site puts it into the appendix when it is built, so that it has the words of every chapter.
"""

import re
from collections.abc import Iterator
from pathlib import Path

HEAD = "| word | meaning |"
"""The first line of a table of words."""

MARK = "<!-- glossary -->"
"""The place of the glossary in the appendix."""


def words_in(text: str) -> Iterator[tuple[str, str]]:
    """The words of a chapter's text, each with its meaning.

    >>> lines = "| word | meaning |", "|---|---|", "| deck | the 52 cards |", "", "| a | b |"
    >>> list(words_in(chr(10).join(lines)))
    [('deck', 'the 52 cards')]
    """
    for table in text.split(HEAD)[1:]:
        rows = table.partition("\n\n")[0].strip().splitlines()[1:]
        for row in rows:
            word, meaning = re.split(r"(?<!\\)\|", row.strip().strip("|"), maxsplit=1)
            yield word.strip(), meaning.strip()


def chapters_in(course: Path) -> list[Path]:
    """The chapters in a folder, in order; a chapter's file begins with its number."""
    return sorted(course.glob("[0-9]*.md"))


def glossary(course: Path) -> str:
    """A table of all words in the chapters of a folder: word, meaning, chapters.

    A word with two meanings has a row for each, in the order of the chapters.
    """
    where: dict[tuple[str, str], list[str]] = {}
    for chapter in chapters_in(course):
        link = f"[{int(chapter.name[:2])}]({chapter.name})"
        for entry in words_in(chapter.read_text(encoding="utf-8")):
            where.setdefault(entry, [])
            if link not in where[entry]:
                where[entry].append(link)
    lines = ["| word | meaning | chapter |", "|---|---|---|"]
    entries = sorted(where.items(), key=lambda item: item[0][0].lower())
    lines += [f"| {word} | {meaning} | {', '.join(links)} |" for (word, meaning), links in entries]
    return "\n".join(lines)
