"""From all results of an evaluator to its `Verdict`: `Results`, and `judge`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from harness.adapters import COMPARISON
from harness.adapters.commands import printable
from harness.adapters.plain import Shown
from harness.adapters.styles import STYLES
from harness.checking import hints
from harness.checking.families import Family, families
from harness.checking.showdowns import Cell, WrongShowdowns, failures_in, totals
from harness.checking.statuses import (
    DONE,
    EQUIVALENT,
    ERROR,
    FALSE_TIE,
    FALSE_WIN,
    NOT_EQUIVALENT,
    RENAMED,
    REVERSED,
    TIMEOUT,
    UNSTEADY,
)
from harness.checking.table import Sweep, Table, sweep_of
from harness.checking.tasks import Difference, Examples, Shard, Task
from harness.checking.verdict import Verdict
from harness.checking.witness import BEATS, LOSES, TIES, Side, Witness
from harness.hands.scopes import Scope
from harness.processes.limits import EVALUATING, LOADING, Died

BETWEEN = "one between those of two classes"
"""The text of a key that orders itself and belongs to none of the classes."""


@dataclass
class Results:
    """The results so far of one evaluator's tasks.

    Attributes:
        tasks_left: the number of tasks that are not done.
        sweeps: the keys of the hands, by the first place of each shard.
        codes_of_examples: for each list of keys, the codes of the examples, once for each way in
            which processes number the keys.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        differences: hands with two keys, each with the first place of its task.
        failed: the shards that end the check: failures, and keys without an order.
        remarks: what else is worth saying.
    """

    name: str
    scope: Scope
    style: str
    tasks_left: int
    examples: Examples
    lower_wins: bool = False
    inferred: bool = False
    sweeps: dict[int, Sweep] = field(default_factory=dict)
    codes_of_examples: dict[bytes, set[tuple[int, ...]]] = field(default_factory=dict)
    shown: dict[int, str] = field(default_factory=dict)
    differences: list[tuple[int, Witness]] = field(default_factory=list)
    failed: list[Shard] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, task: Task, result: Shard | Died, printed: str = "") -> None:
        """Add the result of a task, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        shard = _of_death(task, result) if isinstance(result, Died) else result
        if shard.status == DONE and task.deaths:
            self.remarks.append(f"{task}: {task.deaths[-1]}; succeeded on retry")
        self.remarks += [remark for remark in shard.remarks if remark not in self.remarks]
        self.seconds += shard.seconds
        self.shown |= shard.shown
        if shard.unsteady:
            witness = self._witness(shard.unsteady)
            self.differences.append((_place(task.first_place), witness))
        if self._keys_have_no_order():
            self.failed.append(Shard(status=NOT_EQUIVALENT))
        if shard.status != DONE:
            output = shard.output or printable(printed.encode(errors="replace"))
            self.failed.append(replace(shard, output=output))
            return
        self.codes_of_examples.setdefault(shard.keys, set()).add(tuple(shard.example_codes))
        self.lower_wins, self.inferred = shard.lower_wins, shard.inferred
        if shard.codes:
            self.sweeps[task.start] = sweep_of(task, shard, self.scope)

    @property
    def unsteady(self) -> Witness | None:
        """A hand with two keys: in one order, if there is one, and of the first such task."""
        in_order = sorted(self.differences, key=_severity)
        return in_order[0][1] if in_order else None

    @property
    def trouble(self) -> Shard | None:
        """The first failure by place, not by time."""
        return min(self.failed, key=lambda shard: _place(shard.failed_at), default=None)

    def _keys_have_no_order(self) -> bool:
        """True if the same cards have two keys, so that no hand has a place.

        In a sample, the cards of each hand come in any order, as they are dealt. There keys that
        depend on it have an order: that of the hands as dealt.
        """
        if not self.unsteady or self.unsteady.kind != UNSTEADY:
            return False
        is_same_order = self.unsteady.first.hand == self.unsteady.second.hand
        return is_same_order or not self.scope.is_sample

    def _witness(self, difference: Difference) -> Witness:
        """A hand with two keys, as a witness."""
        kind, hand, key, hand_again, key_again = difference
        side_key: Callable[[Any], Key] = Shown if self.shown else lambda key: key
        if self.style == COMPARISON:
            side_key = lambda key: Shown()  # noqa: E731
        first = Side(tuple(hand), side_key(key), self.scope.rules)
        second = Side(tuple(hand_again), side_key(key_again), self.scope.rules)
        return Witness(kind, first, second, TIES, "gets another key than")

    def needs(self, task: Task) -> bool:
        """True if a task could still change the verdict: it begins before the trouble."""
        return self.trouble is None or task.start < _place(self.trouble.failed_at)


def _place(place: int | None) -> int:
    """A place in the scope as a number to compare: None is before all hands."""
    return -1 if place is None else place


def _of_death(task: Task, died: Died) -> Shard:
    """The result of a task whose process died."""
    where, place = f"{task}: ", task.first_place
    if task.deaths:  # when tried again, it announces every call
        place = task.in_scope(died.at)
        if died.doing == EVALUATING and not STYLES[task.style].takes_arrays:
            where = f"{format_hand(task.hand(died.at))}: "
    if died.doing == LOADING:
        where, place = "", None
    tries = f", {len(task.deaths) + 1} times" if task.deaths and died.late is None else ""
    status = ERROR if died.late is None else TIMEOUT
    return Shard(status=status, message=f"{where}{died}{tries}", failed_at=place)


def _severity(difference: tuple[int, Witness]) -> tuple[bool, bool, int]:
    """A hand with two keys when asked again is worse than in another order, or in other suits."""
    place, witness = difference
    return witness.kind != UNSTEADY, witness.first.hand != witness.second.hand, place


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
            hands=trouble.failed_at or 0,  # later shards may be done, too
            witness=results.unsteady if trouble.status == NOT_EQUIVALENT else None,
        )
    sweeps = [sweep for _, sweep in sorted(results.sweeps.items())]
    base = replace(base, hands=sum(len(sweep.codes) for sweep in sweeps))
    numbers, lower_wins = results.examples.numbers, results.lower_wins
    try:
        table = Table(results.scope, sweeps, results.codes_of_examples, numbers, lower_wins)
    except TypeError as error:
        status = NOT_EQUIVALENT if results.unsteady else ERROR
        message = f"its keys cannot be compared: {error}"
        return replace(base, status=status, message=message, witness=results.unsteady)
    return by_table(base, results, table)


def by_table(verdict: Verdict, results: Results, table: Table) -> Verdict:
    """The verdict with what the table of all hands says."""
    verdict = replace(
        verdict,
        distinct_keys=len({place for _, place in table.cells}),
        digest=table.digest(),
        found_out=("lower" if results.lower_wins else "higher") if results.inferred else "",
        witness=results.unsteady,
    )
    if not table.is_right():
        verdict = _with_faults(verdict, results, table)
    return replace(verdict, status=NOT_EQUIVALENT if verdict.witness else EQUIVALENT)


def _with_faults(verdict: Verdict, results: Results, table: Table) -> Verdict:
    """The verdict with its failures, families, and the witness that is easiest to read."""
    cells: dict[Cell, int] = table.cells
    scope = verdict.scope
    failures = _failures(cells, results, table)
    wrong = totals(failures)
    if not failures:  # no hand of the scope is wrong, but the example of a class is
        stands_for_class = not table.cells and scope.size == 5
        cells = {
            cell: scope.classes[cell[0] - 1].size if stands_for_class else 1
            for cell in sorted(table.example_cells.union(cells))
        }
        failures = _failures(cells, results, table)
        for failure in failures:
            failure.showdowns = 0  # the examples are not in the sample
    most = max(hand_class.size for hand_class in scope.classes)
    witnesses = [_shown_by(failure, results, table, most) for failure in failures]
    found = families(cells, scope.size, table.example_cells, scope.rules)
    if scope.size > 5 and found and not results.unsteady:
        found[0] = _with_spare_cards(table, found)
    named = {*found[0].classes} if found else set()  # the fault that is said first
    clarities = [
        (any(n in named for n, _ in f.example), f.kind != FALSE_WIN, int(f.clarity), f.showdowns)
        for f in failures
    ]
    unknown = any(_is_between(place, results, table) for place in range(len(table.keys)))
    counts = {kind: None if unknown else wrong[kind] for kind in wrong}
    return replace(
        verdict,
        reversed=counts[REVERSED],
        false_ties=counts[FALSE_TIE],
        false_wins=counts[FALSE_WIN],
        digest=None if unknown else verdict.digest,
        failures=list(zip(failures, witnesses)),
        families=found,
        # A false win is the hardest to read of those that show the fault.
        witness=verdict.witness or witnesses[clarities.index(max(clarities))],
    )


def _with_spare_cards(table: Table, found: Sequence[Family]) -> Family:
    """The first family, with a hint to what all wrong hands of its category have in common."""
    first, most = found[0], hints.MOST_HANDS
    category_of = table.scope.classes.category_of
    members = {cell for cell in table.cells if category_of[cell[0]] == first.category}
    faults = {cell for family in found for cell in family.cells}
    wrong = table.hands(members & faults, most + 1)
    right = table.hands(members - faults, most + 1)
    if not 0 < len(wrong) <= most:
        return first
    advice = hints.of_spare_cards(first.category, wrong, right)
    return replace(first, advice=advice) if advice else first


def _is_between(place: int, results: Results, table: Table) -> bool:
    """True if a place is between two classes, of keys that order themselves.

    Which of the keys there win, was not asked.
    """
    are_places = results.shown or results.style == COMPARISON
    key = table.keys[place]
    return bool(are_places) and isinstance(key, int) and key % 2 == 0


def _failures(cells: dict[Cell, int], results: Results, table: Table) -> list[WrongShowdowns]:
    """The failures of a table, but for ties of keys that were not compared."""
    return [
        failure
        for failure in failures_in(cells, results.scope.rules)
        if failure.kind != FALSE_TIE or not _is_between(failure.example[0][1], results, table)
    ]


def _shown_by(failure: WrongShowdowns, results: Results, table: Table, most: int) -> Witness:
    """A witness from `most` hands of each side of an example; without a common card, if it can."""

    def hands(cell: Cell) -> list[tuple[Card, ...]]:
        return table.hands([cell], most) or [results.examples.hand(cell[0])]

    def side(hand: tuple[Card, ...], place: int) -> Side:
        key = table.keys[place]
        if results.style == COMPARISON:
            key = Shown()
        elif results.shown:
            text = results.shown[int(key)]  # type: ignore[arg-type]
            is_between = _is_between(place, results, table)
            key = Shown(BETWEEN if is_between else text)
        is_order_free = not results.unsteady or results.unsteady.kind == RENAMED
        shown = tuple(sorted(hand, reverse=True)) if is_order_free else hand
        return Side(shown, key, results.scope.rules)

    stronger, weaker = failure.example
    strong, weak = hands(stronger), hands(weaker)
    apart = (pair for pair in product(strong, weak) if set(pair[0]).isdisjoint(pair[1]))
    first, second = next(apart, (strong[0], weak[-1]))
    rules = TIES if stronger[0] == weaker[0] else BEATS
    says = TIES if stronger[1] == weaker[1] else BEATS if stronger[1] < weaker[1] else LOSES
    return Witness(failure.kind, side(first, stronger[1]), side(second, weaker[1]), rules, says)
