"""What a worker does for the check: evaluate a shard of hands, hold each key to that of its class.

A shard is a stretch of the hands. Where every hand has the key of its class, the shard says which
key each class has; where not, which key each hand has.
"""

import pickle
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice, permutations
from operator import eq, itemgetter
from random import Random
from time import perf_counter
from typing import Any

from evaluators import BUILT_IN, PEERS, PUBLISHED
from evaluators.cards import DECK, Card, describe_sizes, format_hand, rank_of, suit_of
from evaluators.protocol import Evaluator
from evaluators.rulebook import STRAIGHT, STRAIGHT_FLUSH
from harness import workers
from harness.adopt import Told, load
from harness.classes import class_numbers, class_of, classes
from harness.external import Command, CommandError
from harness.hands import ALL_FIVE, Scope, index_of
from harness.keys import freeze, refusal, thaw
from harness.limits import USUAL, Limits, OutOfTimeError, in_time, limit_memory
from harness.verdict import (
    EQUIVALENT,
    ERROR,
    NOT_INSTALLED,
    RENAMED,
    TIES,
    TIMEOUT,
    UNSTEADY,
    Side,
    Witness,
)

PYTHON, NUMPY = "python", "numpy"

SLOWER = 20  # times as long as the first hands may all of them take, before each is watched
SOME = 2_000  # hands to ask about again, where there are no examples of classes


@dataclass(frozen=True)
class Task:
    """A stretch of a scope for one evaluator; an empty one asks for its steadiness instead.

    `numbers` are the class numbers of the hands, as uint16, where the worker is not to find them.
    """

    name: str
    scope: Scope
    start: int
    stop: int
    numbers: bytes = b""
    style: str = PYTHON
    limits: Limits = USUAL

    def class_numbers(self) -> "array[int]":
        """The class numbers of its hands."""
        if self.numbers:
            return array("H", self.numbers)
        return class_numbers(self.scope, self.start, self.stop)

    @property
    def is_empty(self) -> bool:
        """Whether it asks for steadiness."""
        return self.start == self.stop


@dataclass
class Shard:
    """What a worker found.

    Attributes:
        keys: pickled; the same bytes for shards that have the same keys. A dict, from class
            numbers to keys, if every hand has the key of its class; else a list.
        column: a uint32 for each hand, which key of the list it has.
        twins: how many hands were held, key for key, to the `python` style.
        lower_wins: which way the keys run.
        found_out: whether that was not said, and found out.
        unsteady: a hand that gets more than one key.
        status, message: what went wrong, if it did.
        failed_at: the place of the hand where it did.
        seconds: how long it took.
    """

    keys: bytes = b""
    column: bytes = b""
    lower_wins: bool = False
    found_out: bool = False
    unsteady: Witness | None = None
    status: str = EQUIVALENT
    message: str = ""
    failed_at: int | None = None
    twins: int = 0
    seconds: float = 0.0

    def keys_of(self, numbers: "array[int]") -> Iterator[Any]:
        """The key of each hand; `numbers` are their class numbers."""
        keys = pickle.loads(self.keys)
        return map(keys.__getitem__, numbers if isinstance(keys, dict) else array("I", self.column))


def work(task: Task) -> Shard:
    """Evaluate the hands of a task. Whatever goes wrong comes back as a status."""
    if task.style == NUMPY:
        from harness import vectorized

        return vectorized.work(task)
    began = perf_counter()
    _limit_memory(task)
    try:
        with in_time(task.limits.seconds):
            evaluator = _load(task.name)
            deck = [evaluator.encode(card) for card in DECK]
            if isinstance(evaluator, Command):
                evaluator.timeout = task.limits.seconds
        if task.scope.size not in evaluator.sizes:
            needed = describe_sizes(evaluator.sizes)
            return Shard(status=ERROR, message=f"it takes no {task.scope.size} cards: {needed}")
        if task.is_empty:
            shard = _steadiness(evaluator, deck, task)
        else:
            shard = _evaluate(evaluator, deck, task)
        with in_time(task.limits.seconds):
            shard.lower_wins = evaluator.lower_wins
            shard.found_out = isinstance(evaluator, Told)
    except ImportError as error:
        return Shard(status=NOT_INSTALLED, message=str(error))
    except BaseException as error:
        return Shard(status=_status(error), message=describe(error))
    shard.seconds = perf_counter() - began
    return shard


@cache
def _limit_memory(task: Task) -> None:
    """Once for a process, and not for what is ours."""
    if workers.is_worker() and task.name not in BUILT_IN | PUBLISHED | PEERS:
        limit_memory(task.limits.megabytes)


def _status(error: BaseException) -> str:
    return TIMEOUT if isinstance(error, OutOfTimeError) else ERROR


def _keys(evaluator: Evaluator[Any, Any], hands: Iterable[Sequence[Any]]) -> Iterator[Any]:
    """The keys of hands: one by one, or all at once where the evaluator has a way to."""
    at_once: Callable[[Iterable[Sequence[Any]]], Iterator[Any]] | None
    at_once = getattr(evaluator, "evaluate_all", None)
    return at_once(hands) if at_once else map(evaluator.evaluate, hands)


def _step(evaluator: Evaluator[Any, Any], task: Task) -> float:
    """Seconds in which at least one hand has to be evaluated, or a batch where hands come so."""
    return float(task.limits.seconds + getattr(evaluator, "timeout", 0.0))


@dataclass
class _Classes:
    """The key of one hand of each class.

    Attributes:
        keys: from the best, as they are.
        pickled: from class numbers, as shards have them.
        seconds: for a hand.
        failed: what failed instead.
    """

    keys: list[Any] = field(default_factory=list)
    pickled: bytes = b""
    seconds: float = 0.0
    failed: Shard | None = None


@cache
def _keys_of_classes(name: str, limits: Limits) -> _Classes:
    evaluator = _load(name)
    deck = [evaluator.encode(card) for card in DECK]
    found = _Classes()
    began = perf_counter()
    with in_time(limits.seconds, found.keys.__len__):
        for hand_class in classes():
            hand = hand_class.example
            status = ERROR
            try:
                key = evaluator.evaluate([deck[card] for card in hand])
                reason = refusal(key)
            except BaseException as error:
                reason, status = describe(error), _status(error)
            if reason:
                message = f"{format_hand(hand)}: {reason}"
                found.failed = Shard(status=status, message=message, failed_at=index_of(hand))
                return found
            found.keys.append(key)
    found.seconds = (perf_counter() - began) / len(found.keys)
    found.pickled = pickle.dumps(dict(enumerate(map(freeze, found.keys), start=1)))
    return found


def _evaluate(evaluator: Evaluator[Any, Any], deck: Sequence[Any], task: Task) -> Shard:
    """First whether every hand has the key of its class, then, if need be, which it has."""
    if task.scope != ALL_FIVE:
        return _identify(evaluator, deck, task, prepare=None)
    of_class = _keys_of_classes(task.name, task.limits)
    if of_class.failed:  # this shard may have an earlier hand that fails
        shard = _identify(evaluator, deck, task, prepare=None)
        return of_class.failed if shard.status == EQUIVALENT else shard

    numbers = task.class_numbers()
    hands = task.stop - task.start
    found = _keys(evaluator, task.scope.hands(deck, task.start, task.stop))
    expected = map([None, *of_class.keys].__getitem__, numbers)
    fault = "it gave a hand another key than its class has"
    try:
        # The whole inner loop, in C but for the evaluator. Counted, since a StopIteration
        # out of the evaluator would end the loop as if all hands had been seen.
        with in_time(_step(evaluator, task) + SLOWER * hands * of_class.seconds):
            if sum(map(eq, expected, found)) == hands:
                return Shard(keys=of_class.pickled)
    except BaseException as error:
        fault = describe(error)

    shard = _identify(evaluator, deck, task, prepare=None)
    if shard.status == EQUIVALENT:
        expected = map(freeze, map([None, *of_class.keys].__getitem__, numbers))
        if all(map(eq, expected, shard.keys_of(numbers))):
            where = f"hands {task.start:,} to {task.stop:,}"
            return Shard(status=ERROR, message=f"{where}: {fault}, and not when asked again")
    return shard


def _identify(
    evaluator: Evaluator[Any, Any],
    deck: Sequence[Any],
    task: Task,
    prepare: Callable[[Any], Any] | None,
) -> Shard:
    """Give each new key an id, and each hand the id of its key."""
    keys = _keys(evaluator, task.scope.hands(deck, task.start, task.stop))
    ids: defaultdict[Any, int] = defaultdict(count().__next__)
    column = array("I")
    try:
        with in_time(_step(evaluator, task), column.__len__):
            column.extend(map(ids.__getitem__, map(prepare, keys) if prepare else keys))
        if len(column) < task.stop - task.start:
            raise StopIteration
    except BaseException as error:
        at = len(column)
        cards = task.scope.hand(task.start + at)
        try:
            with in_time(task.limits.seconds):
                key = evaluator.evaluate([deck[card] for card in cards])
        except BaseException as again:
            return _failed(task, at, describe(again), _status(again))
        if reason := refusal(key):
            return _failed(task, at, reason)
        if prepare is None and isinstance(error, TypeError) and freeze(key) is not key:
            return _identify(evaluator, deck, task, prepare=freeze)  # keys with lists in them
        return _failed(task, at, f"{describe(error)}; asked again, it answered {key!r}")
    for key, id_ in ids.items():
        if reason := refusal(thaw(key) if prepare else key):
            return _failed(task, column.index(id_), reason)
    return _compact(list(ids), column, task.class_numbers())


def _compact(keys: Sequence[Any], column: "array[int]", numbers: "array[int]") -> Shard:
    """The keys as those of classes, if all hands of a class have the same one."""
    of_class = dict(zip(numbers, column))
    if all(map(eq, map(of_class.__getitem__, numbers), column)):
        keys_of_classes = {number: keys[of_class[number]] for number in sorted(of_class)}
        return Shard(keys=pickle.dumps(keys_of_classes))
    return Shard(keys=pickle.dumps(keys), column=column.tobytes())


def _failed(task: Task, at: int, reason: str, status: str = ERROR) -> Shard:
    hand = format_hand(task.scope.hand(task.start + at))
    return Shard(status=status, message=f"{hand}: {reason}", failed_at=task.start + at)


def describe(error: BaseException) -> str:
    """An error as one line."""
    if isinstance(error, CommandError | OutOfTimeError | _NoKeyError):
        return str(error)
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _steadiness(evaluator: Evaluator[Any, Any], deck: Sequence[Any], task: Task) -> Shard:
    """Ask about some hands twice, and with their cards in other orders.

    The pass over all hands sees each in one order only; that order must not matter is what
    this finds out, on one hand of each class, or on the first hands of a sample. Each is asked
    about as it is, reversed, and in three random orders; straights, where the ace has two
    places, in all orders.
    """
    scope, asked = task.scope, 0
    all_orders = [itemgetter(*order) for order in permutations(range(scope.size))]
    random = Random(0)
    with in_time(_step(evaluator, task), lambda: asked):
        for cards in _some_hands(scope):
            asked += 1
            rare = class_of(cards).category in (STRAIGHT, STRAIGHT_FLUSH) and scope.size == 5
            orders = all_orders if rare else random.sample(all_orders, 3)
            renamed = _renamed(cards) if scope.up_to_suits else ()
            try:
                witness = _two_keys(
                    evaluator, deck, cards, [all_orders[0], all_orders[-1], *orders], renamed
                )
            except BaseException as error:
                message = f"{format_hand(cards)}: {describe(error)}"
                return Shard(status=_status(error), message=message, failed_at=len(scope))
            if witness:
                return Shard(unsteady=witness)
    return Shard()


class _NoKeyError(Exception):
    """What an evaluator gave is no key; says why."""


def _two_keys(
    evaluator: Evaluator[Any, Any],
    deck: Sequence[Any],
    cards: tuple[Card, ...],
    orders: Iterable[Callable[[Sequence[Any]], tuple[Any, ...]]],
    renamed: Iterable[tuple[Card, ...]],
) -> Witness | None:
    """A hand that gets two keys: asked again, in another order, or in other suits."""
    hand = [deck[card] for card in cards]
    key = evaluator.evaluate(hand)
    others = [(UNSTEADY, order(cards)) for order in orders]
    others += [(RENAMED, alike) for alike in renamed]
    for kind, alike in others:
        other = evaluator.evaluate([deck[card] for card in alike])
        if key != other:
            if reason := refusal(key) or refusal(other):
                raise _NoKeyError(reason)
            sides = Side(cards, key), Side(alike, other)
            return Witness(kind, *sides, TIES, "gets another key than")
    return None


def _renamed(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """A hand with its suits renamed in all 24 ways."""
    for suits in permutations(range(4)):
        yield tuple(4 * rank_of(card) + suits[suit_of(card)] for card in cards)


def _some_hands(scope: Scope) -> Iterator[tuple[Card, ...]]:
    if scope.size == 5:
        return (hand_class.example for hand_class in classes())
    if scope.up_to_suits:
        step = len(scope) // SOME
        return map(scope.hand, range(0, SOME * step, step))
    return islice(scope.hands(DECK), SOME)


given: dict[str, Evaluator[Any, Any]] = {}


def _load(name: str) -> Evaluator[Any, Any]:
    return given.get(name) or load(name)


def forget() -> None:
    """What is known of an evaluator may not be true of the next one of its name."""
    _keys_of_classes.cache_clear()
