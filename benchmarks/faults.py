"""What the check says first about each known fault: ``python -m benchmarks.faults``.

The table in ``docs/faults.md``: mistakes of students, planted bugs, and the versions that the
sources published. Each is judged by one hand of each class where that says the same as all hands:
where the key depends on neither the order of cards nor on suits beyond a flush. All others are
checked on every hand, or on a sample where the row says so. It takes some minutes.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.strength import BUGS, Bug, key_of_class
from evaluators import PUBLISHED, load
from evaluators.cache import write_whole
from evaluators.cards import Card
from field.results import RUNS, packages
from harness.adapters.adopt import fitted
from harness.checking.equivalence import check_here
from harness.checking.judgement import judge
from harness.checking.shards import Examination
from harness.checking.tally import Tally
from harness.checking.tasks import Shard, Task
from harness.checking.verdict import NOT_EQUIVALENT, Verdict
from harness.checking.witness import witness_lines
from harness.hands.classes import class_of
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes.limits import Limits
from harness.teaching.chapters import Chapter, chapter_of
from harness.teaching.mistakes import MISTAKES

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "faults.md"
SEVENS = Scope(7, 100_000)
BY_HAND = (
    *("cards_as_text", "suits_decide", "flush_of_four", "first_pair_found"),
    *("neighbours_in_the_hand", "counts_that_are_kept"),
)
"""The mistakes whose keys depend on more than the class."""
BY_SAMPLE = "cards_as_text", "suits_decide"
"""Of these, those whose keys are all different, nearly: all hands would take too much memory."""
SAMPLE = Scope(5, 100_000)


class Planted:
    """An evaluator with a planted bug."""

    sizes, lower_wins = range(5, 6), False
    encode = int

    def __init__(self, bug: Bug) -> None:
        self.name, self._bug = bug.about, bug

    def evaluate(self, hand: Sequence[Card]) -> Any:
        """The bug's key."""
        if self._bug.key_of_hand:
            return self._bug.key_of_hand(tuple(hand))
        assert self._bug.key
        return key_of_class(self._bug.key, class_of(hand))


@dataclass(frozen=True)
class Fault:
    """A row of the table.

    Attributes:
        group: where it comes from.
        about: what is wrong.
        evaluator: a function or an evaluator with this fault.
        scope: the hands to check.
        by_class: whether one hand of each class says the same as all hands.
    """

    group: str
    about: str
    evaluator: Any
    scope: Scope = ALL_FIVE
    by_class: bool = True

    def verdict(self, scope: Scope | None = None) -> Verdict:
        """The verdict on the hands of the row, or on those of a scope."""
        if scope is None and self.by_class:
            return judged_by_class(self.evaluator)
        return check_here(self.evaluator, scope or self.scope)

    def row(self, scope: Scope | None = None) -> str:
        """The row in Markdown."""
        verdict = self.verdict(scope)
        kind, hint = verdict.advice
        chapter = _link(chapter_of(kind)) if kind else ""
        return f"| {self.about} | {said_first(verdict)} | {hint} | {chapter} |"


STUDENTS, BUGS_PLANTED, SOURCES = "Mistakes of students", "Planted bugs", "As published"
FIELD = "Published packages"
ABOUT = {
    STUDENTS: "Functions as students write them: [mistakes.py](../harness/teaching/mistakes.py).",
    BUGS_PLANTED: "One bug each in a right evaluator: [How strong is the check?](strength.md).",
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


def faults() -> Iterator[Fault]:
    """All rows of the table."""
    for name, mistake in MISTAKES.items():
        scope, how = (SAMPLE, ", 100,000 hands") if name in BY_SAMPLE else (ALL_FIVE, "")
        about = f"{mistake.cause} (`{name}`{how})"
        yield Fault(STUDENTS, about, mistake.function, scope, by_class=name not in BY_HAND)
    for bug in BUGS:
        yield Fault(BUGS_PLANTED, bug.about, Planted(bug), by_class=bool(bug.key))
    for name in PUBLISHED:
        for size in (5, 7):
            if size in load(name).sizes:
                scope = ALL_FIVE if size == 5 else SEVENS
                about = f"{WHY_PUBLISHED[name, size]} (`{name}`, {size} cards)"
                yield Fault(SOURCES, about, load(name), scope, by_class=size == 5)


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


def judged_by_class(evaluator: Any) -> Verdict:
    """The verdict on one hand of each class, in which each hand stands for all of its class."""
    examination = Examination(fitted(evaluator, "evaluator"), 5, Limits())
    class_keys = examination.class_keys
    declared = getattr(examination.evaluator, "lower_wins", None)
    shard = Shard(
        keys=class_keys.dumped,
        lower_wins=class_keys.lower_wins if declared is None else declared,
    )
    tally = Tally("evaluator", ALL_FIVE, 1)
    tally.add(Task("evaluator", ALL_FIVE, 0, 0), shard)
    return judge(tally)


def said_first(verdict: Verdict) -> str:
    """The first sentence about the fault: of the first family, else of the witness."""
    if verdict.families:
        return str(verdict.families[0])
    return list(witness_lines(verdict.witness))[-1] if verdict.witness else "equivalent"


def page(rows: dict[str, list[str]]) -> str:
    """The table as Markdown."""
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


def _row(number: int) -> str:
    return list(faults())[number].row()


def main() -> None:
    """Write the page, with the rows that take longest first."""
    table = list(faults())
    longest_first = sorted(range(len(table)), key=lambda number: table[number].by_class)
    with ProcessPoolExecutor() as pool:
        row_of = dict(zip(longest_first, pool.map(_row, longest_first)))
    rows: dict[str, list[str]] = {}
    for number, fault in enumerate(table):
        rows.setdefault(fault.group, []).append(row_of[number])
    rows[FIELD] = list(field_rows())
    write_whole(PAGE, page(rows))


if __name__ == "__main__":
    main()
