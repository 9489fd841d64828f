"""The check where only Python runs: one process, no NumPy, and the proof of one page for all hands.

The preflight and one hand of each class are those of every check. The table of class and key comes
from `proof.tabulate`, and what is said about it from the judgement of every check.
"""

import marshal
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import chain, combinations, islice
from operator import itemgetter
from time import monotonic
from typing import Any

from evaluators.cards import DECK, format_card, parse_hand
from harness.adapters.calling import Function
from harness.adapters.place import Place
from harness.checking import proof
from harness.checking.equivalence import dealt, examples_of, tasks_of
from harness.checking.examination import Examination
from harness.checking.families import families
from harness.checking.judgement import Results, judge, with_faults
from harness.checking.showdowns import Cell
from harness.checking.statuses import DONE, EQUIVALENT, NOT_EQUIVALENT
from harness.checking.tasks import PYTHON, Hand, NoKeyError, Shard, Task, attempt
from harness.checking.verdict import Verdict
from harness.hands.classes import class_of, hands_of
from harness.hands.order import hand_at, index_of
from harness.hands.scopes import ALL_FIVE, All, Sample, Scope
from harness.processes import workers
from harness.processes.limits import USUAL
from harness.processes.visible import visible_repr

Ask = Callable[[list[str]], Any]
Tell = Callable[[str, int, str, float, int], None]
PATIENCE = 10
"""Seconds that the page waits for a report, unless a step allows more for a call."""
EVERY = 0.1
"""Seconds between two reports to the page."""
ASKED = 64
"""Hands between progress reports."""


class Reporter:
    """Tells the page how far Python is.

    Attributes:
        done: how many hands are done since the last `begin`.
        known: what is known so far.
        seconds: how long the page waits for the next report.
        hands: how many hands there are to do, as far as that is known.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell, self._told = tell, 0.0
        self.doing, self.done, self.known, self.hands = "", 0, "", 0
        self.seconds: float = PATIENCE

    def begin(self, doing: str, known: str = "", hands: int = 0) -> None:
        """Say what begins, and what is known."""
        self.doing, self.done, self.known, self.hands, self._told = doing, 0, known, hands, 0.0
        self.alive()

    def alive(self, *_: object) -> None:
        """Say how far it is, if that was last said some time ago."""
        if monotonic() - self._told > EVERY:
            self._tell(self.doing, self.done, self.known, self.seconds, self.hands)
            self._told = monotonic()


def verdict_of(evaluator: Any, name: str, scope: Scope, reporter: Reporter) -> Verdict:
    """The verdict on an evaluator: on all hands of five cards, or a sample of them."""
    everything = All(scope.size, rules=scope.rules)
    results = Results(name, scope, PYTHON, 2, examples_of(everything))
    preflight, *_ = tasks_of([Place(name)], everything, PYTHON, USUAL)
    reporter.begin("preflight")
    asked = dealt(preflight, everything)
    examined = attempt(lambda: _examined(evaluator, asked, reporter))
    results.add(preflight, examined)
    if results.trouble:
        return judge(results)
    ask, cells = _asked_with_texts(evaluator), list[proof.Cell]()
    known = _known_of_classes(examined, everything, ask)
    doing = "one of each class" if scope.is_sample else "every hand"
    reporter.begin(doing, known, len(scope))
    shard = attempt(lambda: _swept(ask, scope, reporter, cells))
    if shard.status != DONE:
        results.failed.append(shard)
        return judge(results)
    reporter.begin("verdict")
    table: Any = CellsTable(scope, cells, results.lower_wins, ask)
    if results.shown:  # keys that order themselves: numbers stand for them, as in every check
        results.shown = {2 * n + 1: visible_repr(key, 60) for n, key in enumerate(table.keys)}
        table.keys = [*results.shown]
    verdict = Verdict(
        name,
        EQUIVALENT,
        scope,
        hands=len(scope),
        distinct_keys=len({place for _, place in table.cells}),
        witness=results.unsteady,
        found_out=("lower" if results.lower_wins else "higher") if results.inferred else "",
    )
    if any(proof.faults(table.in_order)):
        verdict = with_faults(verdict, results, table)
    return replace(verdict, status=NOT_EQUIVALENT if verdict.witness else EQUIVALENT)


def _examined(evaluator: Any, task: Task, reporter: Reporter) -> Shard:
    """The preflight, as in every check."""
    examination = Examination(
        evaluator, PYTHON, task.size, USUAL.seconds, task.rules, reporter.alive
    )
    return examination.shard_of(task)


def _known_of_classes(examined: Shard, scope: Scope, ask: Ask) -> str:
    """The result for one hand of each class, in words: it is known long before the rest."""
    values = marshal.loads(examined.keys)
    keys = (proof.hashable(values[code]) for code in examined.example_codes)
    each = zip(scope.classes, keys)
    cells = [proof.Cell(of.number, 0, key, of.size, ()) for of, key in each]
    table = CellsTable(scope, cells, examined.lower_wins, ask)
    if any(proof.faults(table.in_order)):
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


def _swept(ask: Ask, scope: Scope, reporter: Reporter, cells: list[proof.Cell]) -> Shard:
    """Fill the table; the result says whether every hand got a key.

    Raises:
        NoKeyError: one did not.
    """
    asked: tuple[str, ...] = ()
    is_answered = False

    def counted(hand: list[str]) -> Any:
        nonlocal asked, is_answered
        reporter.done += 1
        if not reporter.done % ASKED:
            reporter.alive()
        asked, is_answered = (*hand,), False
        key = ask(hand)
        is_answered = True
        return key

    try:
        cells += proof.tabulate(counted) if scope == ALL_FIVE else _tabulated(counted, scope)
    except workers.raised_by_others() as error:
        examples = len(scope.classes) if scope.is_sample else 0
        if is_answered and reporter.done == examples + len(scope):
            raise NoKeyError(f"its keys cannot be compared: {error}", len(scope)) from None
        text = " ".join(asked)
        raise NoKeyError.of(error, f"{text}: ", index_of(parse_hand(text))) from None
    return Shard()


def _tabulated(ask: Ask, scope: Scope) -> list[proof.Cell]:
    """The table of a sample, and of one hand of each class; or of all hands by other rules."""
    rules = scope.rules
    hands: Iterable[Hand] = combinations(rules.deck, scope.size)
    if isinstance(scope, Sample):
        hands = (hand_at(place, scope.size, rules.deck) for place in scope.places())
    counts: Counter[tuple[int, Any]] = Counter()
    first: dict[tuple[int, Any], tuple[str, ...]] = {}
    examples = (each.example for each in scope.classes if scope.is_sample)
    for is_example, dealt_hands in ((True, examples), (False, hands)):
        for hand in dealt_hands:
            text = [*map(format_card, hand)]
            cell = class_of(hand, rules).number, proof.hashable(ask(text))
            counts[cell] += not is_example
            first.setdefault(cell, tuple(text))
    in_order = sorted(counts, key=itemgetter(1))
    return [proof.Cell(n, 0, key, counts[n, key], first[n, key]) for n, key in in_order]


class CellsTable:
    """The cells of a proof, as the judgement asks for them."""

    def __init__(self, scope: Scope, cells: list[proof.Cell], lower_wins: bool, ask: Ask) -> None:
        self.scope, self._ask = scope, ask
        self._ranked = sorted({cell.key for cell in cells}, reverse=not lower_wins)
        self.keys: list[Any] = self._ranked
        place_of = {key: place for place, key in enumerate(self._ranked)}
        placed = [cell._replace(place=place_of[cell.key]) for cell in cells]
        self.in_order = sorted(placed, key=lambda cell: (cell.number, cell.place))
        self._first = {(cell.number, cell.place): cell.first for cell in placed}
        self.cells: dict[Cell, int] = {
            (cell.number, cell.place): cell.hands for cell in self.in_order if cell.hands
        }
        self.example_cells = {*self._first} if scope.is_sample else set()

    @property
    def sweeps(self) -> bool:
        """True if there are hands."""
        return bool(self.cells)

    def hands(self, cells: Iterable[Cell], most: int) -> list[Hand]:
        """Hands of a cell: the first, then others of its class that get the same key again."""
        ((number, place),) = cells
        first = tuple(parse_hand(" ".join(self._first[number, place])))
        of_class = hands_of(self.scope.classes[number - 1], self.scope.rules)
        others = (hand for hand in of_class if hand != first)
        key = self._ranked[place]
        same = (h for h in others if proof.hashable(self._ask([*map(format_card, h)])) == key)
        return [*islice(chain([first], same), most)]
