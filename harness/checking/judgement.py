"""From all results of an evaluator to its `Verdict`: `Results`, and `judge`."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

from evaluators.cards import Card, format_hand, rank_of
from evaluators.protocol import Key
from harness.adapters.commands import printable
from harness.adapters.comparing import COMPARISON
from harness.adapters.keys import Shown
from harness.checking import hints
from harness.checking.families import Family, families
from harness.checking.showdowns import (
    FALSE_TIE,
    FALSE_WIN,
    REVERSED,
    Cell,
    Failure,
    failures_in,
    totals,
)
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, RENAMED, TIMEOUT, UNSTEADY
from harness.checking.table import Sweep, Table, sweep_of
from harness.checking.tasks import Classes, Difference, Shard, Task
from harness.checking.verdict import Verdict
from harness.checking.witness import BEATS, LOSES, TIES, Side, Witness
from harness.hands.classes import classes
from harness.hands.scopes import Scope
from harness.processes.limits import EVALUATING, LOADING, Died

MOST_HANDS_OF_A_CLASS = 1_020


@dataclass(frozen=True)
class Trouble:
    """The failure that ended a check; `place` is None if it was before all hands."""

    place: int | None
    status: str
    message: str = ""
    output: str = ""


@dataclass
class Results:
    """The results so far of one evaluator's tasks.

    Attributes:
        tasks_left: the number of tasks that are not done.
        sweeps: the keys of the hands, by the first place of each shard.
        classes: for each list of keys, the codes of one hand of each class, once for each way in
            which processes number the classes.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        unsteady: a hand with two keys; in one suit, if there is one, and of the first such task.
        unsteady_in: the first place of that task.
        trouble: the first failure by place.
        remarks: what else is worth saying.
    """

    name: str
    scope: Scope
    style: str
    tasks_left: int
    of_classes: Classes
    lower_wins: bool = False
    inferred: bool = False
    sweeps: dict[int, Sweep] = field(default_factory=dict)
    classes: dict[bytes, set[tuple[int, ...]]] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    unsteady: Witness | None = None
    unsteady_in: int | None = None
    trouble: Trouble | None = None
    remarks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, result: Shard | Died, printed: str = "") -> None:
        """Add the result of a task, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        shard = _of_death(task, result) if isinstance(result, Died) else result
        if shard.status == EQUIVALENT and task.deaths:
            self.remarks.append(f"{task}: {task.deaths[-1]}; tried again, they came to an end")
        self.remarks += [remark for remark in shard.remarks if remark not in self.remarks]
        self.seconds += shard.seconds
        self.shown |= shard.shown
        if shard.unsteady:
            self._note(_witness(shard.unsteady, bool(self.shown)), task.first_place)
        if self._keys_have_no_order():
            self._record(Trouble(None, NOT_EQUIVALENT))
        if shard.status != EQUIVALENT:
            output = shard.output or printable(printed.encode(errors="replace"))
            self._record(Trouble(shard.failed_at, shard.status, shard.message, output))
            return
        self.classes.setdefault(shard.keys, set()).add(tuple(shard.classes))
        self.lower_wins, self.inferred = shard.lower_wins, shard.inferred
        if shard.codes:
            self.sweeps[task.start] = sweep_of(task, shard, self.scope)

    def _note(self, unsteady: Witness, place: int | None) -> None:
        """Keep a hand with two keys, unless a clearer one or one of an earlier task is known."""
        known = self.unsteady
        is_first = not known or _before(place, self.unsteady_in)
        if known and (known.kind == UNSTEADY) != (unsteady.kind == UNSTEADY):
            is_first = unsteady.kind == UNSTEADY
        if is_first:
            self.unsteady, self.unsteady_in = unsteady, place

    def _keys_have_no_order(self) -> bool:
        """Whether the same cards have two keys, so that no hand has a place.

        In a sample, the cards of each hand come in any order, as they are dealt. There keys that
        depend on it have an order: that of the hands as dealt.
        """
        if not self.unsteady or self.unsteady.kind != UNSTEADY:
            return False
        is_same_order = self.unsteady.first.hand == self.unsteady.second.hand
        return is_same_order or not self.scope.is_sample

    def _record(self, trouble: Trouble) -> None:
        """Record the first trouble by place, not by time."""
        first = self.trouble
        if first is None or _before(trouble.place, first.place):
            self.trouble = trouble

    def needs(self, task: Task) -> bool:
        """Whether a task could still change the verdict: it begins before the trouble."""
        return self.trouble is None or _before(task.start, self.trouble.place)

    def skip(self) -> None:
        """Count a task as done that is not needed any more."""
        self.tasks_left -= 1

    def table(self) -> Table:
        """The hands of each class and key.

        Raises:
            TypeError: two keys cannot be compared.
        """
        sweeps = [sweep for _, sweep in sorted(self.sweeps.items())]
        numbers = self.of_classes.numbers
        return Table(self.scope, sweeps, self.classes, numbers, self.lower_wins)


def _before(place: int | None, other: int | None) -> bool:
    """Whether a place comes before another one; None is before all hands."""
    return other is not None and (place is None or place < other)


def _of_death(task: Task, died: Died) -> Shard:
    """The result of a task whose process died."""
    where, place = f"{task}: ", task.first_place
    if task.deaths:  # when tried again, it announces every hand
        place = task.place(died.place)
        if died.doing == EVALUATING:
            where = f"{format_hand(task.hand(died.place))}: "
    if died.doing == LOADING:
        where, place = "", None
    tries = f", {len(task.deaths) + 1} times" if task.deaths and died.late is None else ""
    status = ERROR if died.late is None else TIMEOUT
    return Shard(status=status, message=f"{where}{died}{tries}", failed_at=place)


def _witness(difference: Difference, are_shown: bool) -> Witness:
    """A hand with two keys, as a witness."""
    kind, hand, key, hand_again, key_again = difference
    side_key: Callable[[Any], Key] = Shown if are_shown else lambda key: key
    sides = Side(tuple(hand), side_key(key)), Side(tuple(hand_again), side_key(key_again))
    return Witness(kind, *sides, TIES, "gets another key than")


def judge(results: Results) -> Verdict:
    """Judge the evaluator, once all of its tasks are done."""
    base = Verdict(results.name, EQUIVALENT, results.scope, style=results.style,
                   remarks=results.remarks, seconds=results.seconds)  # fmt: skip
    if trouble := results.trouble:
        return replace(
            base,
            status=trouble.status,
            message=trouble.message,
            output=trouble.output,
            hands=trouble.place or 0,  # later shards may be done, too
            witness=results.unsteady if trouble.status == NOT_EQUIVALENT else None,
        )
    base = replace(base, hands=sum(len(sweep.codes) for sweep in results.sweeps.values()))
    try:
        table = results.table()
    except TypeError as error:
        return replace(base, status=ERROR, message=f"its keys cannot be compared: {error}")
    verdict = replace(
        base,
        distinct_keys=len({place for _, place in table.cells}),
        digest=_digest(table),
        found_out=("lower" if results.lower_wins else "higher") if results.inferred else "",
        witness=results.unsteady,
    )
    if not table.is_right():
        verdict = _with_faults(verdict, results, table)
    return replace(verdict, status=NOT_EQUIVALENT if verdict.witness else EQUIVALENT)


def _digest(table: Table) -> str | None:
    """SHA-256 over the place of each hand's key; None without hands or with too many keys."""
    if not table.sweeps or len(table.keys) > 0xFFFF:
        return None
    digest = hashlib.sha256()
    for column in table.columns():
        digest.update(column.astype("<u2").tobytes())
    return digest.hexdigest()


def _with_faults(verdict: Verdict, results: Results, table: Table) -> Verdict:
    """The verdict with its failures, families, and the witness that is easiest to read."""
    cells: dict[Cell, int] = table.cells
    failures = failures_in(cells, _category_of(), _clarity)
    wrong = totals(failures)
    if not failures:  # no hand of the scope is wrong, but the example of a class is
        of_class = (lambda number: 1) if table.sweeps else _size_of_class(verdict.scope)
        cells = {cell: of_class(cell[0]) for cell in sorted(table.of_classes.union(cells))}
        failures = failures_in(cells, _category_of(), _clarity)
        for failure in failures:
            failure.showdowns = 0  # the examples are not in the sample
    witnesses = [_shown_by(failure, results, table) for failure in failures]
    found = families(cells, verdict.scope.size, table.of_classes)
    if verdict.scope.size > 5 and found and not results.unsteady:
        found[0] = _with_spare_cards(table, found)
    clarities = [(f.kind != FALSE_WIN, int(f.clarity), f.showdowns) for f in failures]
    unknown = _has_unknown_order(results, table)
    counts = {kind: None if unknown else wrong[kind] for kind in wrong}
    return replace(
        verdict,
        reversed=counts[REVERSED],
        false_ties=counts[FALSE_TIE],
        false_wins=counts[FALSE_WIN],
        digest=None if unknown else verdict.digest,
        failures=list(zip(failures, witnesses)),
        families=found,
        # A false win is the hardest to read.
        witness=verdict.witness or witnesses[clarities.index(max(clarities))],
    )


def _size_of_class(scope: Scope) -> Callable[[int], int]:
    """The number of hands of a class; 1 if hands have more than five cards."""
    return lambda number: classes()[number - 1].size if scope.size == 5 else 1


def _with_spare_cards(table: Table, found: Sequence[Family]) -> Family:
    """The first family, with a hint to what all wrong hands of its category have in common."""
    first, most = found[0], hints.MOST_HANDS
    wrong_cells = {cell for family in found for cell in family.cells}
    numbers = [n for n, category in enumerate(_category_of()) if category == first.category]
    wrong, right = table.divided(numbers, wrong_cells, most + 1)
    if not 0 < len(wrong) <= most:
        return first
    advice = hints.of_spare_cards(first.category, wrong, right)
    return replace(first, advice=advice) if advice else first


def _has_unknown_order(results: Results, table: Table) -> bool:
    """Whether keys that order themselves lie between two classes, in an unknown order."""
    are_places = results.shown or results.style == COMPARISON
    return bool(are_places) and any(isinstance(key, int) and key % 2 == 0 for key in table.keys)


def _shown_by(failure: Failure, results: Results, table: Table) -> Witness:
    """A witness for a failure's example; if possible, without a card in both hands."""

    def hands(cell: Cell) -> list[tuple[Card, ...]]:
        found = table.hands_at(cell, MOST_HANDS_OF_A_CLASS)
        return found or [results.of_classes.hand(cell[0])]

    def side(hand: tuple[Card, ...], place: int) -> Side:
        key = table.keys[place]
        if results.style == COMPARISON:
            key = Shown()
        elif results.shown:
            key = Shown(results.shown[int(key)])  # type: ignore[arg-type]
        is_order_free = not results.unsteady or results.unsteady.kind == RENAMED
        return Side(tuple(sorted(hand, reverse=True)) if is_order_free else hand, key)

    stronger, weaker = failure.example
    strong, weak = hands(stronger), hands(weaker)
    apart = (pair for pair in product(strong, weak) if set(pair[0]).isdisjoint(pair[1]))
    first, second = next(apart, (strong[0], weak[-1]))
    rules = TIES if stronger[0] == weaker[0] else BEATS
    says = TIES if stronger[1] == weaker[1] else BEATS if stronger[1] < weaker[1] else LOSES
    return Witness(failure.kind, side(first, stronger[1]), side(second, weaker[1]), rules, says)


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(stronger: int, weaker: int) -> float:
    """A measure of how easily a reader compares two classes.

    Hands from one deck come first, then hands with ranks in common, then adjacent classes.
    """
    ranks, weaker_ranks = _ranks_of(stronger), _ranks_of(weaker)
    one_deck = max((ranks + weaker_ranks).values()) <= 4
    return 5 * one_deck + (ranks & weaker_ranks).total() - abs(stronger - weaker) / 10_000


@cache
def _ranks_of(number: int) -> "Counter[int]":
    """The number of cards of each rank in a class."""
    return Counter(map(rank_of, classes()[number - 1].example))
