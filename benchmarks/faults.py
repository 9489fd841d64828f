"""What the check says first about each known fault.

The tables in ``docs/faults.md``: mistakes of students, planted bugs, and the versions that the
sources published. Their rows are made from the verdicts that `benchmarks.golden` wrote.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from benchmarks.golden import NEARLY_ALL_DIFFERENT, golden
from harness.checking.hints import Kind
from harness.teaching.chapters import chapter_of
from harness.teaching.mistakes import BUGS, MISTAKES

STUDENTS, BUGS_PLANTED, SOURCES = "Mistakes of students", "Planted bugs", "As published"
ABOUT = {
    STUDENTS: "The code of each: [mistakes.diff](../harness/teaching/mistakes.diff).",
    BUGS_PLANTED: "One bug each in a right evaluator: [How strong is the check?](strength.md). "
    "Some of those are above, because students make them, too.",
    SOURCES: "The versions of the sources: [What was published](published.md).",
}
WHY_PUBLISHED = {
    ("matrix-score-as-published", 5): "the ace of A-2-3-4-5 is subtracted at the wrong decimal",
    ("matrix-score-as-published", 7): "cards beside the best five are added to the score",
    ("handrank-2019-as-published", 5): "rows (count, rank) are compared one by one",
    ("handrank-as-published", 5): "rows (count, rank) are compared one by one",
    ("poker-sort-as-published", 5): "nothing at five cards",
    ("poker-sort-as-published", 7): "cards beside the best five stay in the buckets",
}


def faults() -> Iterator[tuple[str, str, str]]:
    """For each row, its group, what is wrong, and the name of its verdict."""
    for name, mistake in MISTAKES.items():
        how = ", 100,000 hands" if name in NEARLY_ALL_DIFFERENT else ""
        yield STUDENTS, f"{mistake.cause} (`{name}`{how})", f"mistakes/{name}/python/5"
    for cause, bug in BUGS.items():
        if bug not in MISTAKES.values():
            yield BUGS_PLANTED, cause, f"bugs/{cause}/python/5"
    for (name, size), why in WHY_PUBLISHED.items():
        yield SOURCES, f"{why} (`{name}`, {size} cards)", f"published/{name}/python/{size}"


def row(about: str, verdict: Mapping[str, Any]) -> str:
    """A row in Markdown: the fault, and what is kept of its verdict."""
    link = ""
    if "hint" in verdict:
        chapter = chapter_of(Kind[verdict["hint_kind"]])
        link = f"[{chapter.number} {chapter.title}]({chapter.page.removeprefix('docs/')})"
    return f"| {about} | {said_first(verdict)} | {verdict.get('hint', '')} | {link} |"


def said_first(verdict: Mapping[str, Any]) -> str:
    """The first sentence about the fault: of the first family, else of the witness."""
    if families := verdict.get("families"):
        return str(families[0])
    return str(verdict["witness"][-1]) if "witness" in verdict else "equivalent"


def tables() -> str:
    """The tables as Markdown, a section for each group."""
    verdicts = golden()
    rows: dict[str, list[str]] = {}
    for group, about, name in faults():
        rows.setdefault(group, []).append(row(about, verdicts[name]))
    head = ["| what is wrong | what the check says first | hint | chapter |", "|---|---|---|---|"]
    return "\n\n".join(
        "\n".join([f"## {group}", "", ABOUT[group], "", *head, *its_rows])
        for group, its_rows in rows.items()
    )
