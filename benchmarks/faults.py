"""What the check says first about each known fault: ``python -m benchmarks.faults``.

The table in ``docs/faults.md``: mistakes of students, planted bugs, and the versions that the
sources published. Its rows are made from the verdicts that `benchmarks.golden` wrote.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchmarks.golden import NEARLY_ALL_DIFFERENT, golden
from evaluators.cache import write_whole
from field.results import RUNS, packages
from harness.checking.hints import Kind
from harness.checking.statuses import NOT_EQUIVALENT
from harness.teaching.chapters import Chapter, chapter_of
from harness.teaching.mistakes import BUGS, MISTAKES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "faults.md"

STUDENTS, BUGS_PLANTED, SOURCES = "Mistakes of students", "Planted bugs", "As published"
FIELD = "Published packages"
ABOUT = {
    STUDENTS: "The code of each: [mistakes.diff](../harness/teaching/mistakes.diff).",
    BUGS_PLANTED: "One bug each in a right evaluator: [How strong is the check?](strength.md). "
    "Students make some of those, too, which stand above.",
    SOURCES: "The versions of the sources: [What was published](published.md).",
    FIELD: "The packages of [the field](field.md), from their committed verdicts.",
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
    chapter = _link(chapter_of(Kind[verdict["hint_kind"]])) if "hint" in verdict else ""
    return f"| {about} | {said_first(verdict)} | {verdict.get('hint', '')} | {chapter} |"


def field_rows() -> Iterator[str]:
    """The rows of the packages of the field that are wrong at a documented number of cards."""
    for package in packages(ROOT / RUNS / "verdicts.json"):
        for size, verdict in package.verdicts.items():
            if package.causes and verdict["documented"] and verdict["status"] == NOT_EQUIVALENT:
                said = next((family["fault"] for family in verdict["families"]), "")
                about = "; ".join(fault.family for fault in package.causes)
                yield f"| {about} ({package.name}, {size} cards) | {said} | {verdict['hint']} |  |"


def _link(chapter: Chapter) -> str:
    return f"[{chapter.number} {chapter.title}]({chapter.page.removeprefix('docs/')})"


def said_first(verdict: Mapping[str, Any]) -> str:
    """The first sentence about the fault: of the first family, else of the witness."""
    if families := verdict.get("families"):
        return str(families[0])
    return str(verdict["witness"][-1]) if "witness" in verdict else "equivalent"


def page() -> str:
    """The table as Markdown."""
    verdicts = golden()
    rows: dict[str, list[str]] = {}
    for group, about, name in faults():
        rows.setdefault(group, []).append(row(about, verdicts[name]))
    rows[FIELD] = list(field_rows())
    lines = [
        "# What the check says about a fault",
        "",
        "The first sentence of the report about each known fault, the hint below it, and the",
        "chapter of the course that treats it. A hint names a cause only if the order of the",
        "classes shows it; if not, it says where to look. Made by `python -m benchmarks.faults`.",
    ]
    for group, its_rows in rows.items():
        lines += ["", f"## {group}", "", ABOUT[group], ""]
        lines += [
            "| what is wrong | what the check says first | hint | chapter |",
            "|---|---|---|---|",
        ]
        lines += its_rows
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_whole(PAGE, page())
