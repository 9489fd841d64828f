"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing the keys has to say what the rules say: stronger, weaker or
tied. That is 3,377,295,241,320 pairs of different hands, and one pass over the 2,598,960 hands
decides them all, because two things are enough:

1. all hands of a class get the same key, and
2. the keys of the 7,462 classes are strictly ordered.

Workers take the hands shard by shard, and hold each hand's key against that of its class. Where
all agree and the classes' keys are in order, that is the proof. Where not, they say which key each
hand has; the parent counts how many hands of which class got which key, and the rest of a verdict
follows from that table: the failures, the showdowns that they decide wrongly, exactly, and the
hands that show it.
"""

import hashlib
import pickle
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count, islice, permutations, product
from operator import eq, itemgetter
from os import cpu_count
from random import Random
from sys import byteorder
from time import perf_counter
from typing import TYPE_CHECKING, Any

from evaluators import BUILT_IN, PEERS, PUBLISHED
from evaluators.cards import DECK, Card, describe_sizes, format_hand, rank_of, suit_of
from evaluators.protocol import Evaluator
from evaluators.rulebook import STRAIGHT, STRAIGHT_FLUSH
from harness import workers
from harness.adopt import Told, fitted, load
from harness.classes import class_numbers, class_of, classes
from harness.external import Command, CommandError
from harness.failures import FALSE_TIE, FALSE_WIN, REVERSED, Cell, Failure, judge, totals
from harness.families import families
from harness.hands import ALL_FIVE, Scope, index_of
from harness.keys import freeze, refusal, thaw
from harness.limits import USUAL, Limits, OutOfTimeError, in_time, limit_memory
from harness.verdict import (
    BEATS,
    EQUIVALENT,
    ERROR,
    LOSES,
    NOT_EQUIVALENT,
    NOT_INSTALLED,
    RENAMED,
    TIES,
    TIMEOUT,
    UNSTEADY,
    Side,
    Verdict,
    Witness,
)

if TYPE_CHECKING:
    from harness.state import State

PYTHON, NUMPY = "python", "numpy"
STYLES = (PYTHON, NUMPY)

SHARD = 100_000
ARRAY_SHARD = 1 << 19
MOST_HANDS_OF_A_CLASS = 1_020
SLOWER = 20  # times as long as the first hands may all of them take, before each is watched
SOME = 2_000  # hands to ask about again, where there are no examples of classes


# --- In the worker: hands to keys. ---


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


# --- In the parent: keys to a verdict. ---


@dataclass
class Tally:
    """What is known so far of one evaluator.

    Attributes:
        keys: the keys that shards speak of, as pickled and as they are: a list, or a dict from
            class numbers.
        columns: for the first hand of each shard, its keys as pickled, and its column.
    """

    name: str
    scope: Scope
    tasks_left: int
    shard: int = SHARD
    style: str = PYTHON
    lower_wins: bool = False
    found_out: bool = False
    keys: dict[bytes, list[Any] | dict[int, Any]] = field(default_factory=dict)
    columns: dict[int, tuple[bytes, "array[int]"]] = field(default_factory=dict)
    hands: int = 0
    twins: int = 0
    unsteady: Witness | None = None
    trouble: tuple[int, str, str] | None = None  # the first: place, status, message
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | workers.Died, printed: str = "") -> None:
        """Take in what a worker found, and the end of what was printed meanwhile."""
        self.tasks_left -= 1
        if isinstance(shard, workers.Died):
            where = f"hands {task.start:,} to {task.stop:,}" if task.stop else "the first hands"
            status = ERROR if shard.late is None else TIMEOUT
            shard = Shard(status=status, message=f"{where}: {shard}")
        if shard.status != EQUIVALENT and (lines := printed.strip().splitlines()):
            said = "".join(filter(str.isprintable, lines[-1]))[:100]
            shard.message += f"; it printed last: {said}"
        self.seconds += shard.seconds
        self.twins += shard.twins
        self.unsteady = self.unsteady or shard.unsteady
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            if self.trouble is None or place < self.trouble[0]:
                self.trouble = place, shard.status, shard.message
        elif not task.is_empty:
            self.lower_wins, self.found_out = shard.lower_wins, shard.found_out
            if shard.keys not in self.keys:
                self.keys[shard.keys] = pickle.loads(shard.keys)
            self.columns[task.start] = shard.keys, _narrow(array("I", shard.column))
            self.hands += task.stop - task.start

    def verdict(self) -> Verdict:
        """Judge the evaluator, once all of its tasks are done."""
        verdict = Verdict(self.name, EQUIVALENT, self.scope, self.hands, self.style)
        verdict.seconds, verdict.twins = self.seconds, self.twins
        if self.found_out:
            verdict.found_out = "lower" if self.lower_wins else "higher"
        if self.trouble:
            _, verdict.status, verdict.message = self.trouble
            return verdict
        unique = {key for keys in self.keys.values() for key in _listed(keys)}
        verdict.classes = len(unique)
        try:
            ordered = _in_order(unique, self.lower_wins)
        except TypeError as error:
            verdict.status, verdict.message = ERROR, f"its keys cannot be compared: {error}"
            return verdict

        if self._is_right(ordered):
            verdict.digest = _class_digest(self.scope)
        else:
            self._judge(verdict, ordered)
        verdict.witness = self.unsteady or verdict.witness
        if verdict.witness:
            verdict.status = NOT_EQUIVALENT
        return verdict

    def _is_right(self, ordered: Sequence[Any]) -> bool:
        """Whether every hand has the key of its class, and these keys are in order."""
        of_class: dict[int, Any] = {}
        for keys in self.keys.values():
            if not isinstance(keys, dict):
                return False
            if any(of_class.setdefault(number, key) != key for number, key in keys.items()):
                return False
        return [of_class[number] for number in sorted(of_class)] == ordered

    def _judge(self, verdict: Verdict, ordered: Sequence[Any]) -> None:
        """Find out what is wrong, from how many hands of which class have which key."""
        place_of = {key: place for place, key in enumerate(ordered)}
        places = {
            pickled: {number: place_of[key] for number, key in keys.items()}
            if isinstance(keys, dict)
            else array("I", (place_of[key] for key in keys))
            for pickled, keys in self.keys.items()
        }
        digest = hashlib.sha256()
        table: Counter[Cell] = Counter()
        for start, (pickled, column) in sorted(self.columns.items()):
            numbers = self._numbers(start)
            ids = column or numbers
            placed = _narrow(array("I", map(places[pickled].__getitem__, ids)))
            self.columns[start] = pickled, placed
            table.update(zip(numbers, placed))
            if len(ordered) <= 0xFFFF:
                digest.update(_little_endian(place + 1 for place in placed))
        verdict.digest = digest.hexdigest() if len(ordered) <= 0xFFFF else None

        failures = judge(table, _category_of(), _clarity)
        wrong = totals(failures)
        verdict.reversed, verdict.false_ties, verdict.false_wins = (
            wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
        )
        verdict.failures = list(zip(failures, self._witnesses(failures, ordered)))
        verdict.families = families(table) if self.scope.size == 5 else []
        if failures:
            _, verdict.witness = max(
                verdict.failures, key=lambda found: (int(found[0].clarity), found[0].showdowns)
            )

    def _numbers(self, start: int) -> "array[int]":
        return class_numbers(self.scope, start, min(start + self.shard, len(self.scope)))

    def _witnesses(self, failures: Sequence[Failure], ordered: Sequence[Any]) -> list[Witness]:
        """Hands for the examples: found in one pass, and from one deck where there are such."""
        wanted: dict[Cell, list[tuple[Card, ...]]] = {
            cell: [] for failure in failures for cell in failure.example
        }
        for start, (_, placed) in self.columns.items():
            for index, *cell in zip(count(start), self._numbers(start), placed):
                found = wanted.get((cell[0], cell[1]))
                if found is not None and len(found) < MOST_HANDS_OF_A_CLASS:
                    found.append(self.scope.hand(index))

        def witness(failure: Failure) -> Witness:
            one, two = failure.example
            pairs = product(wanted[one], wanted[two])
            any_two = wanted[one][0], wanted[two][-1]
            hands = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), any_two)
            first, second = (
                Side(hand[::-1], thaw(ordered[place]))
                for hand, (_, place) in zip(hands, failure.example)
            )
            rules = TIES if one[0] == two[0] else BEATS
            says = TIES if one[1] == two[1] else BEATS if one[1] < two[1] else LOSES
            return Witness(failure.kind, first, second, rules, says)

        return list(map(witness, failures))


def _listed(keys: list[Any] | dict[int, Any]) -> Iterable[Any]:
    return keys.values() if isinstance(keys, dict) else keys


def _narrow(column: "array[int]") -> "array[int]":
    """The same column in half the memory, if its numbers allow."""
    return array("H", column) if column and max(column) <= 0xFFFF else column


def _in_order(keys: Iterable[Any], lower_wins: bool) -> list[Any]:
    """The keys from the strongest to the weakest.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with the one that
            ends up beside it, and where neighbours compare, so do all.
    """
    return sorted(keys, reverse=not lower_wins)


@lru_cache(maxsize=8)
def _class_digest(scope: Scope) -> str:
    """The digest that is right: of the class numbers themselves."""
    digest = hashlib.sha256()
    for start in range(0, len(scope), SHARD):
        numbers = class_numbers(scope, start, min(start + SHARD, len(scope)))
        digest.update(_little_endian(numbers))
    return digest.hexdigest()


def _little_endian(numbers: Iterable[int]) -> bytes:
    """Class numbers as little-endian uint16, on any machine."""
    column = array("H", numbers)
    if byteorder == "big":
        column.byteswap()
    return column.tobytes()


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(better: int, other: int) -> float:
    """How easily two classes are compared by eye.

    Hands that can be dealt from one deck come first, then those with ranks in common, then
    near ones.
    """
    left, right = (
        Counter(map(rank_of, classes()[number - 1].example)) for number in (better, other)
    )
    one_deck = max((left + right).values()) <= 4
    return 5 * one_deck + (left & right).total() - abs(better - other) / 10_000


def check_here(given: Any, scope: Scope = ALL_FIVE) -> Verdict:
    """Check an evaluator, or a function, that is here: in this process, on one processor."""
    name = getattr(given, "name", getattr(given, "__name__", type(given).__name__))
    _given[name] = fitted(given, name)
    _keys_of_classes.cache_clear()
    tally = Tally(name, scope, 1 + -(-len(scope) // SHARD))
    try:
        for task in _tasks([name], scope, PYTHON, Limits()):
            tally.add(task, work(task))
    finally:
        del _given[name]
        _keys_of_classes.cache_clear()
    return tally.verdict()


_given: dict[str, Evaluator[Any, Any]] = {}


def _load(name: str) -> Evaluator[Any, Any]:
    return _given.get(name) or load(name)


def _tasks(names: Iterable[str], scope: Scope, style: str, limits: Limits) -> Iterator[Task]:
    """What has to be done: for each evaluator, its steadiness first, then all hands."""
    shard = ARRAY_SHARD if style == NUMPY else SHARD
    for name in names:
        yield Task(name, scope, 0, 0, style=style, limits=limits)
        for start in range(0, len(scope), shard):
            stop = min(start + shard, len(scope))
            numbers = b""
            if style == PYTHON and scope == ALL_FIVE:
                numbers = class_numbers(scope, start, stop).tobytes()
            yield Task(name, scope, start, stop, numbers, style, limits)


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    jobs: int | None = None,
    progress: Callable[[Task], None] = lambda task: None,
    style: str = PYTHON,
    limits: Limits = USUAL,
    state: "State | None" = None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: of evaluators, or places of some: ``module:attribute``.
        scope: which hands.
        jobs: how many processes; as many as there are processors if None.
        progress: called with each task that is done.
        style: how the evaluators run: one hand a call, or an array of hands.
        limits: what each may take.
        state: where finished shards are kept, those of an interrupted run among them.
    """
    shard = ARRAY_SHARD if style == NUMPY else SHARD
    names = list(dict.fromkeys(names))
    tasks = 1 + -(-len(scope) // shard)
    tallies = {name: Tally(name, scope, tasks, shard, style) for name in names}

    def take(task: Task, result: Shard | workers.Died, printed: str = "") -> Iterator[Verdict]:
        tally = tallies[task.name]
        tally.add(task, result, printed)
        progress(task)
        if not tally.tasks_left:
            yield tallies.pop(task.name).verdict()

    todo: Iterable[Task] = _tasks(names, scope, style, limits)
    if state:
        everything, todo = list(todo), []
        for task in everything:
            if finished := state.shard(task):
                yield from take(task, finished)
            else:
                todo.append(task)
    for task, result, printed in workers.run(work, todo, jobs or cpu_count() or 1):
        if state and isinstance(result, Shard) and result.status == EQUIVALENT:
            state.keep(task, result)
        yield from take(task, result, printed)
