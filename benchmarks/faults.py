"""Tables of known faults, with the first kind of fault that the check names for each of them.

They are blocks of ``docs/faults.md``: mistakes of students, planted bugs, and the versions that the
sources published. Their rows are made from the verdicts that `benchmarks.golden` wrote.
"""

from collections.abc import Iterable

from benchmarks.golden import NEARLY_ALL_DIFFERENT, golden
from harness.faults.hints import Kind
from harness.teaching.chapters import chapter_of
from harness.teaching.mistakes import BUGS, MISTAKES

WHY_PUBLISHED = {
    ("matrix-score-as-published", 5): "the ace of A-2-3-4-5 is subtracted at the wrong decimal",
    ("matrix-score-as-published", 7): "cards beside the best five are added to the score",
    ("handrank-2019-as-published", 5): "rows (count, rank) are compared one by one",
    ("handrank-as-published", 5): "rows (count, rank) are compared one by one",
    ("poker-sort-as-published", 5): "nothing at five cards",
    ("poker-sort-as-published", 7): "cards beside the best five stay in the buckets",
}


OF_ALL = {"TEXT_KEYS", "RANKS_READ", "NUMBERING", "WRAPS", "FILLS", "TWOS_FIRST", "ONLY_CATEGORIES"}
"""Kinds of hints that explain all faults together: the check says these first, and no family."""


def mistakes() -> str:
    """The table of students' mistakes."""
    more = dict.fromkeys(NEARLY_ALL_DIFFERENT, ", 100,000 hands")
    return table(
        (f"{mistake.cause} (`{name}`{more.get(name, '')})", f"mistakes/{name}/python/5")
        for name, mistake in MISTAKES.items()
    )


def bugs() -> str:
    """The table of planted bugs that are not among the mistakes."""
    students = [*MISTAKES.values()]
    return table((cause, f"bugs/{cause}/python/5") for cause in BUGS if BUGS[cause] not in students)


def published() -> str:
    """The table of published versions."""
    return table(
        (f"{why} (`{name}`, {size} cards)", f"published/{name}/python/{size}")
        for (name, size), why in WHY_PUBLISHED.items()
    )


def table(rows: Iterable[tuple[str, str]]) -> str:
    """A table in Markdown, of faults and the names of their verdicts.

    The fault named first is the cause of all, or that of its first family, or else, and
    where suits change the key, that of its witness.
    """
    lines = ["| what is wrong | first fault named | hint | chapter |", "|---|---|---|---|"]
    for about, name in rows:
        verdict, link = golden()[name], ""
        hint, kind = verdict.get("hint", ""), verdict.get("hint_kind")
        shown = verdict.get("families") if kind != "SUITS" else []
        (first, *_) = shown or verdict.get("witness", ["equivalent"])[-1:]
        if kind in OF_ALL:
            first, hint = hint, ""
        if kind:
            chapter = chapter_of(Kind[kind])
            link = f"[{chapter.number} {chapter.title}]({chapter.page.removeprefix('docs/')})"
        lines.append(f"| {about} | {first} | {hint} | {link} |")
    return "\n".join(lines)
