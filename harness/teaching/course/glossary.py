"""The glossary of the course, collected from the tables of words in its chapters.

The site puts it into the appendix when it is built, so that it has the words of every chapter.
"""

import re
from pathlib import Path

HEAD = "| word | meaning |"
"""The first line of a table of words."""

MARK = "<!-- glossary -->"
"""The place of the glossary in the appendix."""


def glossary(course: Path) -> str:
    """A table of all words in the chapters of a folder: word, meaning, chapters.

    A word with two meanings has a row for each, in the order of the chapters.
    """
    links: dict[tuple[str, str], dict[str, None]] = {}
    for chapter in sorted(course.glob("[0-9]*.md")):
        for table in chapter.read_text(encoding="utf-8").split(HEAD)[1:]:
            for row in table.partition("\n\n")[0].strip().splitlines()[1:]:
                word, meaning = re.split(r"(?<!\\)\|", row.strip().strip("|"), maxsplit=1)
                link = f"[{int(chapter.name[:2])}]({chapter.name})"
                links.setdefault((word.strip(), meaning.strip()), {})[link] = None
    lines = ["| word | meaning | chapter |", "|---|---|---|"]
    for word, meaning in sorted(links, key=lambda entry: entry[0].lower()):
        lines.append(f"| {word} | {meaning} | {', '.join(links[word, meaning])} |")
    return "\n".join(lines)
