"""The check where only Python runs: one process, no NumPy, and the proof on one page for all hands.

The preflight, one hand of each class, and the judgement are those of every check. The table of
class and key comes from `proof.tabulate`.
"""

import marshal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, repeat
from operator import itemgetter
from random import Random
from time import monotonic
from typing import Any

from evaluators.cards import DECK, format_card, parse_hand
from harness.adapters.calling import Function
from harness.adapters.place import Place
from harness.adapters.ranking import NO_EQUALITY
from harness.checking.equivalence import dealt, examples_of, tasks_of
from harness.checking.examination import Examination
from harness.checking.judgement import Results, by_table, judge
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import PYTHON, Hand, NoKeyError, Shard, Task, attempt
from harness.checking.verdict import Verdict
from harness.faults.cells import Cell, PlainCells
from harness.faults.families import families
from harness.faults.kinds import FALSE_TIE, FALSE_WIN, REVERSED
from harness.faults.showdowns import WrongShowdowns
from harness.hands.classes import clarity, class_of, hands_of
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import ALL_FIVE, All, InAnyOrder, Sample, Scope
from harness.processes import workers
from harness.processes.limits import USUAL
from harness.processes.visible import visible_repr
from harness.teaching import proof

Ask = Callable[[list[str]], Any]
Tell = Callable[[str, int, str, float, int], None]
DEADLINE = 10
"""Seconds in which the page expects a report, unless a step allows more for a call."""
EVERY = 0.1
"""Seconds between two reports to the page."""
ASKED = 64
"""Hands between progress reports."""


class Reporter:
    """Tells the page how far Python is.

    Attributes:
        doing: the part of the check that runs.
        done: the number of hands that are done since the last `begin`.
        known: the result so far, in words.
        seconds: the time that the page waits for the next report.
        hands: the number of hands in this part; 0 if it is not known.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell, self._told = tell, 0.0
        self.doing, self.done, self.known, self.hands = "", 0, "", 0
        self.seconds: float = DEADLINE

    def begin(self, doing: str, known: str = "", hands: int = 0) -> None:
        """Report that a part begins, and what is known."""
        self.doing, self.done, self.known, self.hands, self._told = doing, 0, known, hands, 0.0
        self.alive()

    def alive(self, *_: object) -> None:
        """Report the progress, unless the last report is recent."""
        if monotonic() - self._told > EVERY:
            self._tell(self.doing, self.done, self.known, self.seconds, self.hands)
            self._told = monotonic()


def verdict_of(evaluator: Any, name: str, scope: Scope, reporter: Reporter) -> Verdict:
    """The verdict on an evaluator, on all hands of five cards or a sample of them."""
    everything = All(scope.size, rules=scope.rules)
    ask = _asked_with_texts(evaluator)
    table: Any = CellsTable(scope, ask)
    results = Results(name, scope, PYTHON, 2, examples_of(everything), table)
    preflight, *_ = tasks_of([Place(name)], everything, PYTHON, USUAL)
    reporter.begin("preflight")
    asked = dealt(preflight, everything)
    examined = attempt(
        lambda: Examination(
            evaluator, PYTHON, scope.size, USUAL.seconds, scope.rules, reporter.alive
        ).shard_of(asked)
    )
    results.add(preflight, examined)
    if NO_EQUALITY in results.remarks:
        why = "its keys have no ==, which this page needs; allhands check needs nothing but <"
        results.failed.append(NoKeyError(why).shard)
    if results.trouble:
        return judge(results)
    known = _known_of_classes(examined, everything, ask)
    doing = "one of each class" if scope.is_sample else "every hand"
    reporter.begin(doing, known, len(scope))
    try:
        cells = _swept(ask, scope, reporter)
    except NoKeyError as error:
        results.failed.append(error.shard)
        return judge(results)
    reporter.begin("verdict")
    table.fill(cells, results.lower_wins)
    if results.shown:  # keys that order themselves: numbers stand for them, as in every check
        results.shown = {2 * n + 1: visible_repr(key, 60) for n, key in enumerate(table.keys)}
        table.key = [*results.shown].__getitem__
    return by_table(Verdict(name, EQUIVALENT, scope, len(scope)), results)


def _known_of_classes(examined: Shard, scope: Scope, ask: Ask) -> str:
    """The result for one hand of each class, in words: it is known long before the rest."""
    values = marshal.loads(examined.keys)
    keys = (proof.hashable(values[code]) for code in examined.example_codes)
    each = zip(scope.classes, keys)
    cells = [proof.Cell(of.number, 0, key, of.size, ()) for of, key in each]
    table = CellsTable(scope, ask)
    table.fill(cells, examined.lower_wins)
    if not table.is_right():
        fault = families(table.cells, rules=scope.rules)[0].summary
        return f"One hand of each class shows a fault: {fault}."
    return f"{len(cells):,} hands, one of each class, are in order."


def _asked_with_texts(evaluator: Any) -> Ask:
    """The evaluator as a function of cards such as "Kd"."""
    if isinstance(evaluator, Function) and (evaluator.cards, evaluator.native) == (str, list):
        function: Ask = evaluator.evaluate_native
        return function
    encoded = {format_card(card): evaluator.encode(card) for card in DECK}
    return lambda hand: evaluator.evaluate([encoded[card] for card in hand])


def _swept(ask: Ask, scope: Scope, reporter: Reporter) -> list[proof.Cell]:
    """The table of class and key.

    Raises:
        NoKeyError: a hand gets no key, or two keys cannot be compared.
    """
    everything = All(scope.size, rules=scope.rules)
    asked: tuple[str, ...] = ()
    is_answered, random = False, Random(1)

    def counted(hand: list[str]) -> Any:
        nonlocal asked, is_answered
        reporter.done += 1
        hand = random.sample(hand, len(hand)) if isinstance(scope, InAnyOrder) else hand
        if not reporter.done % ASKED:
            reporter.alive()
        asked, is_answered = (*hand,), False
        key = ask(hand)
        is_answered = True
        return key

    try:
        return (
            proof.tabulate(counted)
            if everything == ALL_FIVE and not scope.is_sample
            else _tabulated(counted, scope)
        )
    except workers.raised_by_others() as error:
        examples = len(scope.classes) if scope.is_sample else 0
        if is_answered and reporter.done == examples + len(scope):
            raise NoKeyError(f"its keys cannot be compared: {error}", len(scope)) from None
        text = " ".join(asked)
        raise NoKeyError.of(error, f"{text}: ", index_of(sorted(parse_hand(text)))) from None


def _tabulated(ask: Ask, scope: Scope) -> list[proof.Cell]:
    """The table of a sample, and of one hand of each class; or of all hands by other rules."""
    rules = scope.rules
    hands: Iterable[Hand] = combinations(rules.deck, scope.size)
    if isinstance(scope, Sample):
        hands = (hand_at(place, scope.size, rules.deck) for place in scope.places())
    examples = [(each.example, 0) for each in scope.classes if scope.is_sample]
    counts: Counter[tuple[int, Any]] = Counter()
    first: dict[tuple[int, Any], tuple[str, ...]] = {}
    for hand, weight in chain(examples, zip(hands, repeat(1))):
        text = tuple(map(format_card, hand))
        cell = class_of(hand, rules).number, proof.hashable(ask([*text]))
        counts[cell] += weight
        first.setdefault(cell, text)
    in_order = sorted(counts, key=itemgetter(1))
    return [proof.Cell(n, 0, key, counts[n, key], first[n, key]) for n, key in in_order]


class CellsTable:
    """The cells of a proof, in the form that the judgement takes: that of a `Table`.

    A failure is one of the proof's: between neighbours among the cells.
    """

    coarse, digest, undecided = b"", None, 0  # it knows how many hands each cell has, no more

    def __init__(self, scope: Scope, ask: Ask) -> None:
        self.scope, self._ask = scope, ask

    def add(self, task: Task, shard: Shard) -> None:
        """Add nothing: the proof counts all hands."""

    def fill(self, cells: list[proof.Cell], lower_wins: bool) -> None:
        """Take the cells of the proof."""
        self.keys: list[Any] = sorted({cell.key for cell in cells}, reverse=not lower_wins)
        place_of = {key: place for place, key in enumerate(self.keys)}
        placed = [cell._replace(place=place_of[cell.key]) for cell in cells]
        placed.sort(key=lambda cell: (cell.number, cell.place))
        self._of_proof = {(cell.number, cell.place): cell for cell in placed}
        self.cells = PlainCells({cell: of.hands for cell, of in self._of_proof.items() if of.hands})
        self.example_cells = {*self._of_proof} if self.scope.is_sample else set[Cell]()
        self.distinct_keys = len({place for _, place in self.cells})
        self.between, self.key = [False] * len(self.keys), self.keys.__getitem__

    def is_right(self) -> bool:
        """True if the proof finds no fault."""
        return not any(proof.faults([*self._of_proof.values()]))

    def failures(self, cells: PlainCells) -> list[WrongShowdowns]:
        """A failure for each kind of neighbours, with the example that is easiest to read."""
        category_of = self.scope.classes.category_of
        found: dict[tuple[str, int, int], WrongShowdowns] = {}
        for _, one, other in proof.faults([self._of_proof[cell] for cell in cells]):
            kind = FALSE_WIN if one.number == other.number else REVERSED
            kind = FALSE_TIE if one.place == other.place else kind
            key = kind, category_of[one.number], category_of[other.number]
            new_clarity = clarity(one.number, other.number, self.scope.rules)
            if key not in found or found[key].clarity < new_clarity:
                example = (one.number, one.place), (other.number, other.place)
                found[key] = WrongShowdowns(*key, 1, 1, 1, example, new_clarity)
        return [*found.values()]

    def totals(self, failures: Sequence[WrongShowdowns]) -> dict[str, int]:
        """The number of wrong showdowns of each kind."""
        cells = [self._of_proof[cell] for cell in self.cells]
        counts = proof.wrong_showdowns(cells) if failures else (0, 0, 0)
        return dict(zip((REVERSED, FALSE_TIE, FALSE_WIN), counts))

    def hands(self, groups: Iterable[list[Cell]], most: int) -> list[list[Hand]]:
        """Hands of cells: the first, then others of its class that get the same key again."""
        return [[*islice(self._hands(self._of_proof[cell]), most)] for (cell,) in groups]

    def _hands(self, cell: proof.Cell) -> Iterator[Hand]:
        first = tuple(parse_hand(" ".join(cell.first)))
        of_class = hands_of(self.scope.classes[cell.number - 1], self.scope.rules)
        others = (hand for hand in of_class if hand != first)
        same = (h for h in others if proof.hashable(self._ask([*map(format_card, h)])) == cell.key)
        return chain([first], same)
