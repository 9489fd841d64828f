"""From all results of an evaluator to its `Verdict`: `Results`, and `judge`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from signal import SIGBUS, SIGSEGV
from typing import Any

import numpy as np

from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from harness.adapters import COMPARISON, NAMING
from harness.adapters.asking import FEW
from harness.adapters.commands import printable
from harness.adapters.plain import KeyRefusedError, Shown
from harness.adapters.styles import STYLES
from harness.checking.statuses import DONE, EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.table import Table
from harness.checking.tasks import PYTHON, Difference, Examples, Shard, Task
from harness.checking.verdict import Verdict
from harness.faults import hints
from harness.faults.families import Family, families
from harness.faults.kinds import FALSE_TIE, FALSE_WIN, RENAMED, REVERSED, UNSTEADY
from harness.faults.showdowns import WrongShowdowns
from harness.faults.whole import Example, cause_of_all, digits_of_fields
from harness.faults.witness import BEATS, LOSES, TIES, Side, Witness
from harness.hands.scopes import Scope
from harness.processes.limits import EVALUATING, LOADING, USUAL, Died

BETWEEN = "one between those of two classes"
"""The text of a key that orders itself and belongs to none of the classes."""
ANOTHER = "one of another process"
"""The text of such a key that the process of the preflight does not have."""


@dataclass
class Results:
    """The results so far of one evaluator's tasks.

    Attributes:
        tasks_left: the number of tasks that are not done.
        table: the hands of each class and key.
        shown: the texts of keys that order themselves, by the numbers that replace them.
        differences: hands with two keys, each with the first place of its task.
        failed: the shards that end the check: failures, and keys without an order.
        remarks: what else is worth saying.
        sizes: the sizes of hand that the evaluator takes, from five to seven.
        message: what makes the keys right, by the preflight: the cause of all faults.
        fault: a fault that no two hands show.
        pairs: how many pairs of hands a comparison was asked about that refuses shared cards.
    """

    name: str
    scope: Scope
    style: str
    tasks_left: int
    examples: Examples
    table: Table
    lower_wins: bool = False
    inferred: bool = False
    shown: dict[int, str] = field(default_factory=dict)
    differences: list[tuple[int, Witness]] = field(default_factory=list)
    failed: list[Shard] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    message: str = ""
    fault: str = ""
    pairs: int = 0
    seconds: float = 0.0
    counting: float = 0.0

    def add(self, task: Task, result: Shard | Died, printed: str = "") -> None:
        """Add the result of a task, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        shard = _of_death(task, result) if isinstance(result, Died) else result
        if shard.status == DONE and task.deaths:
            self.remarks.append(f"{task}: {task.deaths[-1]}; succeeded on retry")
        self.remarks += [remark for remark in shard.remarks if remark not in self.remarks]
        self.fault = self.fault or shard.fault
        self.pairs += shard.pairs
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
        self.lower_wins, self.inferred, self.sizes = shard.lower_wins, shard.inferred, shard.sizes
        self.message = self.message or shard.message
        try:
            self.table.add(task, shard)
        except KeyRefusedError as error:
            self.failed.append(self.without_order(error))

    @property
    def unsteady(self) -> Witness | None:
        """A hand with two keys: in one order, if there is one, and of the first such task."""
        in_order = sorted(self.differences, key=_severity)
        return in_order[0][1] if in_order else None

    @property
    def trouble(self) -> Shard | None:
        """The first failure by place, not by time."""
        return min(self.failed, key=lambda shard: _place(shard.failed_at), default=None)

    def without_order(self, error: KeyRefusedError) -> Shard:
        """The end of a check: two keys cannot be compared."""
        status = NOT_EQUIVALENT if self.unsteady else ERROR
        return Shard(status=status, message=f"its keys cannot be compared: {error}")

    def _keys_have_no_order(self) -> bool:
        """True if the same cards have two keys, so that no hand has a place.

        In a sample, the cards of each hand come in any order, as they are dealt. There keys that
        depend on it have an order: that of the hands as dealt.
        """
        if not self.unsteady or self.unsteady.kind != UNSTEADY:
            return False
        return self.unsteady.is_of_state or not self.scope.is_sample

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
        hand, is_array = format_hand(task.hand(died.at)), STYLES[task.style].takes_arrays
        if died.doing == EVALUATING and (not is_array or died.at in task.suspects):
            where = f"{hand}: "
        elif died.doing == EVALUATING and task.place.is_library:
            where = f"one of {FEW:,} hands, of which {hand} is the first: "
    if died.doing == LOADING:
        where, place = "while it was loaded: " * task.place.is_library, None
    tries = f", {len(task.deaths) + 1} times" if task.deaths and died.late is None else ""
    status, megabytes = ERROR if died.late is None else TIMEOUT, task.limits.megabytes
    edges = "; it also dies if it reads or writes beside the hands or the keys"
    if died.at == 0:
        edges = f", at the first hand: if it does not take {task.size} cards, rank_cards says so"
    has_read = died.doing == EVALUATING and died.exit_code in (-SIGSEGV, -SIGBUS)
    limit = edges * (task.place.is_library and has_read)
    is_little = status == ERROR and died.memory is None and megabytes < USUAL.megabytes
    limit += f"; --memory {megabytes:,} may be too little" * is_little
    return Shard(status=status, message=f"{where}{died}{tries}{limit}", failed_at=place)


def _severity(difference: tuple[int, Witness]) -> tuple[bool, bool, int]:
    """A hand with two keys when asked again is worse than in another order, or in other suits."""
    place, witness = difference
    return witness.kind != UNSTEADY, witness.first.hand != witness.second.hand, place


def judge(results: Results) -> Verdict:
    """Judge the evaluator, once all of its tasks are done."""
    base = Verdict(results.name, EQUIVALENT, results.scope, style=results.style,
                   remarks=results.remarks, sizes=results.sizes,
                   seconds=results.seconds)  # fmt: skip
    table, trouble = results.table, results.trouble
    if not trouble:
        are_places = (
            bool(results.shown) and results.style == PYTHON
        ) or results.style == COMPARISON
        try:
            table.settle(results.examples.numbers, results.lower_wins, are_places)
        except KeyRefusedError as error:
            trouble = replace(results.without_order(error), failed_at=table.evaluated)
    if trouble:
        return replace(
            base,
            status=trouble.status,
            message=trouble.message or results.message,
            output=trouble.output,
            hands=trouble.failed_at or 0,  # later shards may be done, too
            witness=results.unsteady if trouble.status == NOT_EQUIVALENT else None,
        )
    if table.coarse:
        base.remarks.append(
            f"more than {table.distinct_keys:,} keys, too many for --memory {table.megabytes:,}: "
            "those between the same two classes count as one; a higher limit counts each"
        )
    if results.pairs:
        many = f"the verdict rests on {results.pairs:,} pairs of hands that share none"
        base.remarks.append(f"It refuses hands that share a card, so {many}.")
    return by_table(replace(base, hands=table.evaluated), results)


def by_table(verdict: Verdict, results: Results) -> Verdict:
    """The verdict with what the table of all hands says."""
    table = results.table
    verdict = replace(
        verdict,
        distinct_keys=table.distinct_keys,
        digest=table.digest,
        found_out=("lower" if results.lower_wins else "higher") if results.inferred else "",
        witness=results.unsteady,
        message=results.fault or results.message,
    )
    if not table.is_right():
        verdict = _with_faults(verdict, results, table)
    is_wrong = verdict.witness or results.fault
    return replace(verdict, status=NOT_EQUIVALENT if is_wrong else EQUIVALENT)


def _with_faults(verdict: Verdict, results: Results, table: Table) -> Verdict:
    """The verdict with its failures, families, and the witness that is easiest to read."""
    cells, scope = table.cells, verdict.scope
    failures = table.failures(cells)
    wrong = table.totals(failures)
    if not failures:  # no hand of the scope is wrong, but the example of a class is
        stands_for_class = not cells and scope.size == 5
        seen = {*table.example_cells, *cells.each()}
        cells = type(cells).of(
            {cell: scope.classes[cell[0] - 1].size if stands_for_class else 1 for cell in seen}
        )
        failures = table.failures(cells)
        for failure in failures:
            failure.showdowns = 0  # the examples are not in the sample
    witnesses = _shown(failures, results, table)
    found = families(cells, scope.size, table.example_cells, scope.rules)
    has_spare = scope.size > 5 and scope.is_kept and not scope.rules.parts
    if has_spare and found and cells is table.cells and not results.unsteady:
        found[0] = _with_spare_cards(table, found)
    if results.style == NAMING:
        found = [
            f if f.advice.kind in hints.OF_TESTS else replace(f, advice=hints.NO_HINT)
            for f in found
        ]
    examples = _examples(results, table)
    if digits := digits_of_fields(examples):
        verdict.witness = verdict.witness and verdict.witness.in_digits(digits)
        witnesses = [witness.in_digits(digits) for witness in witnesses]
    cause = _cause(results, examples)
    if cause.kind == hints.Kind.ONLY_CATEGORIES:  # the ties in each category are one fault
        found.sort(key=lambda family: family.category == family.other_category)
    if cause != hints.NO_HINT:  # it explains these, and no hint of theirs would be true
        is_left = cause.kind == hints.Kind.ONLY_CATEGORIES
        found = [
            f if is_left and f.category != f.other_category else replace(f, advice=hints.NO_HINT)
            for f in found
        ]
    named = {*found[0].classes} if found else set()  # the fault that is said first
    clarities = [
        (any(n in named for n, _ in f.example), f.kind != FALSE_WIN, int(f.clarity), f.showdowns)
        for f in failures
    ]
    return replace(
        verdict,
        reversed=wrong[REVERSED],
        false_ties=wrong[FALSE_TIE],
        false_wins=wrong[FALSE_WIN],
        undecided=table.undecided,
        failures=list(zip(failures, witnesses)),
        families=found,
        cause=cause,
        message=results.fault,  # that of the preflight is the cause
        # A false win is the hardest to read of those that show the fault.
        witness=verdict.witness or witnesses[clarities.index(max(clarities))],
    )


def _cause(results: Results, examples: Sequence[Example]) -> hints.Hint:
    """The cause that explains the places of one hand of each class, if there is one."""
    if results.message:
        return hints.hint(hints.Kind.PREFLIGHT, rest=results.message)
    unsteady = results.unsteady
    if (unsteady and unsteady.kind == UNSTEADY) or results.style == NAMING:  # its ranks are ours
        return hints.NO_HINT
    if results.table.distinct_keys == 1 == len({example.place for example in examples}):
        return hints.hint(hints.Kind.ONE_KEY)
    return cause_of_all(examples, results.scope.rules, unsteady is not None)


def _examples(results: Results, table: Table) -> list[Example]:
    """One hand of each class, with its place and its key."""
    has_keys = not results.shown and results.style != COMPARISON
    of_game = table.scope.classes
    return [
        Example(
            place,
            of_game[number - 1],
            results.examples.hand(number),
            table.key(place) if has_keys and not table.between[place] else Shown(),
        )
        for number, place in (dict(table.example_cells) or table.cells.usual()).items()
    ]


def _with_spare_cards(table: Table, found: Sequence[Family]) -> Family:
    """The first family, with a hint to what all wrong hands of its category have in common."""
    first = found[0]
    if first.advice.kind in hints.CAUSES:
        return first
    category_of = np.array(table.scope.classes.category_of)[table.cells.numbers]
    is_wrong = np.zeros(len(category_of), bool)
    is_wrong[np.concatenate([at for family in found for at in family.cells])] = True
    wrong, right = (
        np.flatnonzero((category_of == first.category) & kind) for kind in (is_wrong, ~is_wrong)
    )
    if table.cells.hands[wrong].sum() > hints.MOST_WRONG:
        return first
    right_hands = table.hands([right], hints.MOST_RIGHT)[0]
    advice = hints.of_spare_cards(first.category, table.unlike_hands(wrong), right_hands)
    return replace(first, advice=advice) if advice else first


def _shown(failures: Sequence[WrongShowdowns], results: Results, table: Table) -> list[Witness]:
    """A witness for each failure: two hands without a common card, if there are some."""
    most = max(hand_class.size for hand_class in results.scope.classes)
    shown = {cell: n for n, cell in enumerate({c for f in failures for c in f.example})}
    hands_of = table.hands([table.cells.indices(cell) for cell in shown], most)

    def side(hand: tuple[Card, ...], place: int) -> Side:
        key: Any = Shown() if results.style == COMPARISON else Shown(BETWEEN)
        if results.style != COMPARISON and not table.between[place]:
            key = table.key(place)
            key = Shown(results.shown.get(key, ANOTHER)) if results.shown else key
        is_order_free = not results.unsteady or results.unsteady.kind == RENAMED
        parts = results.scope.rules.split(hand)
        in_order = (*chain(*(sorted(part, reverse=True) for part in parts)),)
        return Side(in_order if is_order_free else hand, key, results.scope.rules)

    witnesses = []
    for failure in failures:
        strong, weak = (
            hands_of[shown[cell]] or [results.examples.hand(cell[0])] for cell in failure.example
        )
        pairs = product(zip(strong, map(_bits, strong)), [*zip(weak, map(_bits, weak))])
        apart = ((one, other) for (one, its), (other, theirs) in pairs if not its & theirs)
        first, second = next(apart, (strong[0], weak[-1]))
        (stronger, place), (weaker, other_place) = failure.example
        rules = TIES if stronger == weaker else BEATS
        says = TIES if place == other_place else BEATS if place < other_place else LOSES
        sides = side(first, place), side(second, other_place)
        witnesses.append(Witness(failure.kind, *sides, rules, says))
    return witnesses


def _bits(hand: Sequence[Card]) -> int:
    """A hand as a number with a bit for each card."""
    return sum(1 << card for card in hand)
