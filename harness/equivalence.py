"""The exhaustive check: does an evaluator order all hands as the rules do?

For every pair of hands, comparing the keys has to say what the rules say: stronger, weaker or
tied. That is 3,377,295,241,320 pairs of different hands, and one pass over the 2,598,960 hands
decides them all, because two things are enough:

1. all hands of a class get the same key, and
2. the keys of the 7,462 classes are strictly ordered.

So workers turn hands into keys, shard by shard, and nothing else. The parent counts how many
hands of which class got which key, and everything in a verdict follows from that table: the
failures and the showdowns that they decide wrongly, exactly, and the hands that show it.
"""

import hashlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count, islice, product
from math import comb
from os import cpu_count
from random import Random
from sys import byteorder
from time import perf_counter
from typing import Any

from evaluators import load
from evaluators.cards import DECK, Card, describe_sizes, format_hand, rank_of
from evaluators.protocol import Evaluator, Key
from harness import workers
from harness.classes import CATEGORIES, HandClass, class_numbers, class_of, classes
from harness.failures import FALSE_TIE, FALSE_WIN, REVERSED, Cell, Failure, judge, totals
from harness.hands import ALL_FIVE, Scope
from harness.keys import freeze, refusal, thaw

EQUIVALENT, NOT_EQUIVALENT, ERROR = "equivalent", "not_equivalent", "error"
NOT_INSTALLED = "not_installed"
BEATS, TIES, LOSES = "beats", "ties with", "loses to"
UNSTEADY = "unsteady"  # the same five cards get another key: in another order, or asked again

SHARD = 100_000


@dataclass(frozen=True)
class Side:
    """One hand of a witness: the hand, what the rules call it, and the evaluator's key."""

    hand: tuple[Card, ...]
    key: Key

    @property
    def hand_class(self) -> HandClass:
        """What the rules make of it."""
        return class_of(self.hand)

    def as_json(self) -> dict[str, Any]:
        """The hand, its class and its key, as plain values."""
        return {
            "hand": format_hand(self.hand),
            "class": self.hand_class.number,
            "category": CATEGORIES[self.hand_class.category],
            "name": str(self.hand_class),
            "key": self.key,
        }


@dataclass(frozen=True)
class Witness:
    """Two hands of which an evaluator says something else than the rules do.

    Attributes:
        kind: reversed, false tie, false win, or unsteady.
        first: the better hand by the rules, where they do not tie.
        second: the other one.
        rules_say, evaluator_says: a verb: what the first hand does to the second.
    """

    kind: str
    first: Side
    second: Side
    rules_say: str
    evaluator_says: str

    def as_json(self) -> dict[str, Any]:
        """Both hands, and what is said of them, as plain values."""
        return {
            "kind": self.kind.replace(" ", "_"),
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "rules_say": self.rules_say,
            "evaluator_says": self.evaluator_says,
        }


@dataclass
class Verdict:
    """What a check found out about one evaluator.

    Attributes:
        name: the evaluator's.
        status: equivalent, not_equivalent, error, or not_installed.
        scope: which hands it was to be run on.
        hands: how many it was run on.
        classes: how many different keys it gave.
        digest: SHA-256 over the class number that it gives each hand, as little-endian uint16,
            in the order of the hands; None if it has more classes than fit.
        reversed, false_ties, false_wins: showdowns decided wrongly.
        showdowns: of how many, all pairs of different hands.
        witness: the counterexample that is easiest to read.
        failures: the wrong showdowns, grouped; each with a witness.
        message: what an error was, and at which hand.
        seconds: spent in its shards, all workers together.
    """

    name: str
    status: str
    scope: Scope
    hands: int = 0
    classes: int = 0
    digest: str | None = None
    reversed: int = 0
    false_ties: int = 0
    false_wins: int = 0
    witness: Witness | None = None
    failures: list[tuple[Failure, Witness]] = field(default_factory=list)
    message: str = ""
    seconds: float = 0.0

    @property
    def showdowns(self) -> int:
        """All pairs of different hands among those evaluated."""
        return comb(self.hands, 2)

    @property
    def wrong(self) -> int:
        """Showdowns decided wrongly, of all kinds."""
        return self.reversed + self.false_ties + self.false_wins

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain values, keys as the evaluator gave them."""
        return {
            "name": self.name,
            "status": self.status,
            "cards": self.scope.size,
            "scope": str(self.scope),
            "hands": self.hands,
            "classes": self.classes,
            "digest": self.digest,
            "reversed": self.reversed,
            "false_ties": self.false_ties,
            "false_wins": self.false_wins,
            "showdowns": self.showdowns,
            "witness": self.witness and self.witness.as_json(),
            "failures": [
                {
                    "kind": failure.kind.replace(" ", "_"),
                    "stronger": CATEGORIES[failure.stronger],
                    "weaker": CATEGORIES[failure.weaker],
                    "showdowns": failure.showdowns,
                    "stronger_hands": failure.stronger_hands,
                    "weaker_hands": failure.weaker_hands,
                    "witness": witness.as_json(),
                }
                for failure, witness in self.failures
            ],
            "message": self.message,
            "seconds": round(self.seconds, 3),
        }


# --- In the worker: hands to keys. ---


@dataclass(frozen=True)
class Task:
    """A stretch of a scope for one evaluator; an empty one asks for its steadiness instead."""

    name: str
    scope: Scope
    start: int
    stop: int

    @property
    def is_empty(self) -> bool:
        """Whether it asks for steadiness."""
        return self.start == self.stop


@dataclass
class Shard:
    """What a worker found: a column of small ints, and the key that each of them stands for."""

    keys: list[Any] = field(default_factory=list)
    column: bytes = b""
    lower_wins: bool = False
    unsteady: Witness | None = None
    status: str = EQUIVALENT
    message: str = ""
    failed_at: int | None = None
    seconds: float = 0.0


def work(task: Task) -> Shard:
    """Evaluate the hands of a task. Whatever goes wrong comes back as a status."""
    began = perf_counter()
    try:
        evaluator = load(task.name)
        deck = [evaluator.encode(card) for card in DECK]
    except ImportError as error:
        return Shard(status=NOT_INSTALLED, message=str(error))
    except (Exception, SystemExit) as error:
        return Shard(status=ERROR, message=_describe(error))
    if task.scope.size not in evaluator.sizes:
        needed = describe_sizes(evaluator.sizes)
        return Shard(status=ERROR, message=f"it takes no {task.scope.size} cards: {needed}")
    if task.is_empty:
        shard = _steadiness(evaluator, deck, task.scope)
    else:
        shard = _evaluate(evaluator, deck, task)
    shard.lower_wins = evaluator.lower_wins
    shard.seconds = perf_counter() - began
    return shard


def _evaluate(evaluator: Evaluator[Any, Any], deck: Sequence[Any], task: Task) -> Shard:
    prepare: Callable[[Any], Any] | None = None
    while True:
        keys = map(evaluator.evaluate, task.scope.hands(deck, task.start, task.stop))
        ids: defaultdict[Any, int] = defaultdict(count().__next__)
        column = array("I")
        try:
            # The whole inner loop, in C but for the evaluator: a small int for each new key.
            column.extend(map(ids.__getitem__, map(prepare, keys) if prepare else keys))
        except (Exception, SystemExit) as error:
            at = len(column)
            cards = task.scope.hand(task.start + at)
            try:
                key = evaluator.evaluate([deck[card] for card in cards])
            except (Exception, SystemExit) as again:
                return _failed(task, at, _describe(again))
            if reason := refusal(key):
                return _failed(task, at, reason)
            if prepare is None and isinstance(error, TypeError) and freeze(key) is not key:
                prepare = freeze  # keys with lists in them: once more, with a copy of each
                continue
            return _failed(task, at, f"{_describe(error)}; asked again, it answered {key!r}")
        for key, number in ids.items():
            if reason := refusal(thaw(key) if prepare else key):
                return _failed(task, column.index(number), reason)
        return Shard(keys=list(ids), column=column.tobytes())


def _failed(task: Task, at: int, reason: str) -> Shard:
    hand = format_hand(task.scope.hand(task.start + at))
    return Shard(status=ERROR, message=f"{hand}: {reason}", failed_at=task.start + at)


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _steadiness(evaluator: Evaluator[Any, Any], deck: Sequence[Any], scope: Scope) -> Shard:
    """Ask about some hands twice, and with their cards in other orders.

    The pass over all hands sees each in one order only; that order must not matter is what
    this finds out, on one hand of each class, or on the first hands of a sample.
    """
    random = Random(0)
    for cards in _some_hands(scope):
        try:
            key = evaluator.evaluate(tuple(deck[card] for card in cards))
            for shuffled in (cards, cards[::-1], *(_shuffle(cards, random) for _ in range(3))):
                other = evaluator.evaluate(tuple(deck[card] for card in shuffled))
                if refusal(key) is None and refusal(other) is None and key != other:
                    sides = Side(cards, key), Side(shuffled, other)
                    return Shard(unsteady=Witness(UNSTEADY, *sides, TIES, "gets another key than"))
        except (Exception, SystemExit) as error:
            message = f"{format_hand(cards)}: {_describe(error)}"
            return Shard(status=ERROR, message=message, failed_at=len(scope))
    return Shard()


def _some_hands(scope: Scope) -> Iterator[tuple[Card, ...]]:
    if scope.size == 5:
        return (hand_class.example for hand_class in classes())
    return islice(scope.hands(DECK), 2_000)


def _shuffle(cards: tuple[Card, ...], random: Random) -> tuple[Card, ...]:
    return tuple(random.sample(cards, len(cards)))


# --- In the parent: keys to a verdict. ---


@dataclass
class Tally:
    """What is known so far of one evaluator."""

    name: str
    scope: Scope
    tasks_left: int
    lower_wins: bool = False
    ids: dict[Any, int] = field(default_factory=dict)
    table: Counter[tuple[int, int]] = field(default_factory=Counter)  # class number, id of key
    columns: dict[int, "array[int]"] = field(default_factory=dict)  # ids, by the first hand
    unsteady: Witness | None = None
    trouble: tuple[int, str, str] | None = None  # the first: place, status, message
    seconds: float = 0.0

    def add(self, task: Task, shard: Shard | workers.Died) -> None:
        """Take in what a worker found."""
        self.tasks_left -= 1
        if isinstance(shard, workers.Died):
            where = f"hands {task.start:,} to {task.stop:,}" if task.stop else "the first hands"
            shard = Shard(status=ERROR, message=f"{where}: {shard}")
        self.seconds += shard.seconds
        self.unsteady = self.unsteady or shard.unsteady
        if shard.status != EQUIVALENT:
            place = task.start if shard.failed_at is None else shard.failed_at
            if self.trouble is None or place < self.trouble[0]:
                self.trouble = place, shard.status, shard.message
        elif not task.is_empty:
            self.lower_wins = shard.lower_wins
            known = [self.ids.setdefault(key, len(self.ids)) for key in shard.keys]
            local = array("I", shard.column)
            column = array("I", map(known.__getitem__, local))
            self.table.update(zip(class_numbers(self.scope)[task.start : task.stop], column))
            self.columns[task.start] = column

    def verdict(self) -> Verdict:
        """Judge the evaluator, once all of its tasks are done."""
        hands = sum(map(len, self.columns.values()))
        verdict = Verdict(self.name, EQUIVALENT, self.scope, hands, len(self.ids))
        verdict.seconds = self.seconds
        if self.trouble:
            _, verdict.status, verdict.message = self.trouble
            return verdict
        try:
            keys = _in_order(self.ids, self.lower_wins)
        except TypeError as error:
            verdict.status, verdict.message = ERROR, f"its keys cannot be compared: {error}"
            return verdict

        place_of = array("I", bytes(4 * len(keys)))
        for place, key in enumerate(keys):
            place_of[self.ids[key]] = place
        verdict.digest = self._digest(place_of)

        table = {(number, place_of[key]): n for (number, key), n in self.table.items()}
        failures = judge(table, _category_of(), _clarity)
        wrong = totals(failures)
        verdict.reversed, verdict.false_ties, verdict.false_wins = (
            wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
        )
        if failures:
            witnesses = self._witnesses(failures, place_of, keys)
            verdict.failures = list(zip(failures, witnesses))
            _, verdict.witness = max(
                verdict.failures, key=lambda found: (int(found[0].clarity), found[0].showdowns)
            )
        verdict.witness = self.unsteady or verdict.witness
        if verdict.witness:
            verdict.status = NOT_EQUIVALENT
        return verdict

    def _digest(self, place_of: "array[int]") -> str | None:
        if len(place_of) > 0xFFFF:
            return None
        numbers = array("H", (place + 1 for place in place_of))
        digest = hashlib.sha256()
        for start in sorted(self.columns):
            column = array("H", map(numbers.__getitem__, self.columns[start]))
            if byteorder == "big":
                column.byteswap()
            digest.update(column)
        return digest.hexdigest()

    def _witnesses(
        self, failures: Sequence[Failure], place_of: "array[int]", keys: Sequence[Any]
    ) -> list[Witness]:
        """Hands for the examples: found in one pass, and so that both can be dealt at once."""
        wanted: dict[Cell, list[tuple[Card, ...]]] = {
            cell: [] for failure in failures for cell in failure.example
        }
        for start, column in self.columns.items():
            numbers = class_numbers(self.scope)[start : start + len(column)]
            for index, number, key in zip(count(start), numbers, column):
                found = wanted.get((number, place_of[key]))
                if found is not None and len(found) < 100:
                    found.append(self.scope.hand(index))

        def witness(failure: Failure) -> Witness:
            one, two = failure.example
            pairs = list(product(wanted[one], wanted[two]))
            hands = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), pairs[0])
            first, second = (
                Side(hand[::-1], thaw(keys[place]))
                for hand, (_, place) in zip(hands, failure.example)
            )
            rules = TIES if one[0] == two[0] else BEATS
            says = TIES if one[1] == two[1] else BEATS if one[1] < two[1] else LOSES
            return Witness(failure.kind, first, second, rules, says)

        return list(map(witness, failures))


def _in_order(keys: Iterable[Any], lower_wins: bool) -> list[Any]:
    """The keys from the strongest to the weakest.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with the one that
            ends up beside it, and where neighbours compare, so do all.
    """
    return sorted(keys, reverse=not lower_wins)


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


def check(
    names: Sequence[str],
    scope: Scope = ALL_FIVE,
    jobs: int | None = None,
    progress: Callable[[Task], None] = lambda task: None,
) -> Iterator[Verdict]:
    """Check evaluators on all hands of a scope; a verdict for each as soon as it is known.

    Args:
        names: of evaluators, or places of some: ``module:attribute``.
        scope: which hands.
        jobs: how many processes; as many as there are processors if None.
        progress: called with each task that is done.
    """
    starts = range(0, len(scope), SHARD)
    tallies = {name: Tally(name, scope, len(starts) + 1) for name in names}
    tasks = (
        Task(name, scope, start, min(stop, len(scope)))
        for name in names
        for start, stop in ((0, 0), *((start, start + SHARD) for start in starts))
    )
    class_numbers(scope)
    for task, shard in workers.run(work, tasks, jobs or cpu_count() or 1):
        tally = tallies[task.name]
        tally.add(task, shard)
        progress(task)
        if not tally.tasks_left:
            yield tallies.pop(task.name).verdict()
