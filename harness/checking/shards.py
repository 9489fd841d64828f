"""The work on a shard: compare the key of each hand with the key of its class.

A shard is a range of hands. The worker returns plain values: the key of one hand of each class, and
the hands that have another key than their class. The first task is the preflight, whose shard is
empty: does a hand keep its key in a second call, in other orders and in other suits?
"""

import gc
import marshal
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, islice
from time import perf_counter
from typing import Any

from evaluators.cards import DECK, Card, describe_sizes, format_hand
from harness.adapters.adopt import load
from harness.adapters.calling import Function
from harness.adapters.commands import Command, CommandError
from harness.adapters.keys import (
    HEAD,
    VERSION,
    KeyRefusedError,
    Plain,
    Ranking,
    orders_itself,
    packed,
    plain,
)
from harness.checking.questions import preflight_questions
from harness.checking.tasks import BEFORE_ALL, ChangedError, Difference, Fault, Shard, Task
from harness.checking.witness import UNSTEADY
from harness.hands.classes import examples
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Limits

MOST_BATCH = 64
"""Hands whose keys are compared at once; more keys at a time would start Python's collector."""
STEP = 0.05
"""Seconds between a worker's announcements, unless one hand takes longer."""
REPEATS = 20
"""Further calls for a hand that got a second key in another order or in other suits."""


@cache
def examination(name: str, size: int, limits: Limits) -> "Examination":
    """The examination of an evaluator, loaded once for each process."""
    workers.announce(0, limits.loading, LOADING)
    return Examination(load(name, limits=limits), size, limits)


class Examination:
    """An evaluator in a process: its deck, and the keys of the classes.

    Attributes:
        evaluator: the evaluator.
        deck: the 52 encoded cards.

    Raises:
        Fault: the evaluator does not take hands of this size.
    """

    def __init__(self, evaluator: Any, size: int, limits: Limits) -> None:
        if size not in evaluator.sizes:
            needed = describe_sizes(evaluator.sizes)
            raise Fault(f"it does not take {size} cards: {needed}", BEFORE_ALL)
        self.evaluator, self._size, self._limits = evaluator, size, limits
        self._one_by_one = False  # whether each hand is announced
        self.deck = [evaluator.encode(card) for card in DECK]

    def shard_of(self, task: Task) -> Shard:
        """Do a task.

        Raises:
            Fault: the evaluator returned no valid key.
        """
        self._one_by_one = bool(task.deaths)
        shard = self.preflight(task) if task.is_preflight else self.sweep(task)
        declared = getattr(self.evaluator, "lower_wins", None)
        shard.lower_wins = self.class_keys.lower_wins if declared is None else bool(declared)
        shard.inferred = declared is None and not self.class_keys.all_tie
        return shard

    @cached_property
    def class_keys(self) -> "ClassKeys":
        """The keys of one hand of each class; their places are negative."""
        hands = examples(self._size)
        cards = list(hands.values())
        encoded = map(self.encoded, cards)
        batches = self.answers(cards.__getitem__, encoded, -len(cards), check_input=True)
        return ClassKeys(dict(zip(hands, list(chain.from_iterable(batches)))), hands)

    def encoded(self, hand: Sequence[Card]) -> list[Any]:
        """A hand in the evaluator's encoding."""
        return list(map(self.deck.__getitem__, hand))

    def answers(
        self,
        cards: Callable[[int], Sequence[Card]],
        hands: Iterable[Sequence[Any]],
        start: int = 0,
        check_input: bool = False,
    ) -> Iterator[list[Any]]:
        """The keys of hands, in order and in batches.

        Args:
            cards: the hand at a place, for error messages.
            hands: encoded hands.
            start: the place of the first hand.
            check_input: whether to verify after each call that the hand is unchanged.

        Raises:
            Fault: the evaluator returned no key; the message names the hand.
        """
        if isinstance(self.evaluator, Command):
            dealt = list(hands)
            try:
                yield self.evaluator.evaluate_many(dealt)
            except CommandError as error:
                raise Fault.of(error, cards(start + error.at), start + error.at) from None
            return
        evaluate = _input_checked(self.evaluator) if check_input else self.evaluator.evaluate
        waiting, at, batch = iter(hands), start, 1
        step = min(STEP, self._limits.seconds / 10)
        while dealt := list(islice(waiting, batch)):
            workers.announce(at, self._limits.seconds, EVALUATING)
            began = perf_counter()
            keys: list[Any] = []
            try:
                keys.extend(map(evaluate, dealt))
                if len(keys) < len(dealt):  # a StopIteration ended the map: raise it here
                    evaluate(dealt[len(keys)])
                    raise StopIteration
            except workers.raised_by_others() as error:
                place = at + len(keys)
                raise Fault.of(error, cards(place), place) from None
            at += len(dealt)
            yield keys
            if not self._one_by_one:
                fits = int(batch * step / max(perf_counter() - began, 1e-9))
                batch = max(1, min(fits, 4 * batch, MOST_BATCH))
        workers.announce(at, workers.START)

    def preflight(self, task: Task) -> Shard:
        """Test that the hands of `preflight_questions` keep their keys."""
        class_keys = self.class_keys
        questions = preflight_questions(task.scope)
        if workers.is_runner():
            gc.freeze()  # so that the collector does not traverse the questions again and again
        hands = [hand for _, hand in questions]
        try:
            answers = self.answers(hands.__getitem__, map(self.encoded, hands))
            keys = list(chain.from_iterable(answers))
        except Fault as fault:
            fault.shard.failed_at = BEFORE_ALL
            raise
        # An example of a class was evaluated before: its key here is that of a second call.
        first_keys = {hand: class_keys.raw[n] for n, hand in examples(self._size).items()}
        bases: list[tuple[tuple[Card, ...], Any]] = []
        for (kind, hand), key in zip(questions, keys):
            if not kind:
                base = hand, first_keys.get(hand, key)
            bases.append(base)
        shard = Shard(keys=class_keys.dumped, shown=dict(class_keys.scale.shown))
        if _as_bytes(keys) == _base_keys_as_bytes(bases):
            return shard
        for (kind, hand), key, (base_hand, base_key) in zip(questions, keys, bases):
            shard.unsteady = self._difference(kind or UNSTEADY, base_hand, base_key, hand, key)
            if shard.unsteady:
                break
        return shard

    def _difference(
        self, kind: str, hand: tuple[Card, ...], key: Any, again: tuple[Card, ...], key_again: Any
    ) -> Difference | None:
        """The difference of two keys of one hand, if they differ."""
        scale = self.class_keys.scale
        try:
            if scale.same(key, key_again):
                return None
            for _ in range(REPEATS):  # does the key change without another order or other suits?
                repeated = self.evaluator.evaluate(self.encoded(hand))
                if not scale.same(key, repeated):
                    kind, again, key_again = UNSTEADY, hand, repeated
                    break
            return kind, hand, scale.display(key), again, scale.display(key_again)
        except Exception as error:
            raise Fault.of(error, again, BEFORE_ALL) from None

    def sweep(self, task: Task) -> Shard:
        """Compare the key of every hand of a task with the key of its class.

        The first hand with another key is evaluated again, lest its key changes with every call.
        """
        class_keys, numbers = self.class_keys, task.class_numbers()
        hands = iter(task.scope.hands(self.deck, task.start, task.stop))
        by_number = class_keys.packed.__getitem__
        strange: dict[bytes, int] = {}
        column = array("I")
        at = 0
        for keys in self.answers(task.scope.hand, hands, task.start):
            batch_numbers = numbers[at : at + len(keys)]
            if _as_bytes(keys) != b"".join(map(by_number, batch_numbers)):
                for place, (number, key) in enumerate(zip(batch_numbers, keys), at):
                    as_bytes = self._key_as_bytes(task, place, number, key)
                    if as_bytes == by_number(number):
                        continue
                    if not strange:
                        column = array("I", bytes(4 * len(numbers)))
                        if difference := self._repeat(task, place, key):
                            return Shard(keys=class_keys.dumped, unsteady=difference)
                    column[place] = strange.setdefault(as_bytes, len(strange) + 1)
            at += len(keys)
        return Shard(
            keys=class_keys.dumped,
            strange=list(map(marshal.loads, strange)),
            column=column.tobytes(),
            numbers=numbers.tobytes() if task.scope.up_to_suits else b"",
            shown=dict(class_keys.scale.shown) if strange else {},
        )

    def _key_as_bytes(self, task: Task, place: int, number: int, key: Any) -> bytes:
        try:
            return packed(self.class_keys.scale.key(number, key))
        except KeyRefusedError as error:
            place += task.start
            raise Fault(f"{format_hand(task.hand(place))}: {error}", place) from None

    def _repeat(self, task: Task, place: int, key: Any) -> Difference | None:
        """Evaluate a hand again whose key differs from that of its class."""
        hand = task.hand(task.start + place)
        try:
            repeated = self.evaluator.evaluate(self.encoded(hand))
        except Exception as error:
            raise Fault.of(error, hand, task.start + place) from None
        return self._difference(UNSTEADY, hand, key, hand, repeated)


def _base_keys_as_bytes(bases: Sequence[tuple[tuple[Card, ...], Any]]) -> bytes | None:
    """For each question the key of its base hand, as bytes; None if one is not plain."""
    try:
        of_hand = {hand: packed(key) for hand, key in dict(bases).items()}
    except KeyRefusedError:
        return None
    return b"".join(of_hand[hand] for hand, _ in bases)


def _as_bytes(keys: list[Any]) -> bytes:
    """The bytes of `packed` for all keys, concatenated; empty if a key is not plain."""
    try:
        return marshal.dumps(keys, VERSION)[HEAD:]
    except ValueError:
        return b""


def _input_checked(evaluator: Any) -> Callable[[Sequence[Any]], Any]:
    """The evaluator's function, wrapped to raise an error if it changes its hand."""
    function: Callable[[Any], Any] = evaluator.evaluate
    argument: Callable[[Any], Any] = list
    if isinstance(evaluator, Function):  # its `evaluate` passes a copy
        function, argument = evaluator.evaluate_native, evaluator.native

    def evaluate(hand: Sequence[Any]) -> Any:
        after, before = argument(hand), argument(hand)
        key = function(after)
        if after != before:
            message = f"the hand was changed, from {before!r} to {after!r}; take a copy first"
            raise ChangedError(message)
        return key

    return evaluate


class ClassKeys:
    """The keys of one hand of each class, in a process.

    Attributes:
        raw: the keys as returned, by class number.
        scale: the conversion of keys to plain values.
        packed: the plain keys as bytes, by class number; empty if there is no such class.
        dumped: all plain keys by class number, from `marshal`.
        lower_wins: whether lower keys seem to win: the best hand against the worst.
        all_tie: whether these two tie, so that `lower_wins` says nothing.

    Raises:
        Fault: a key is not valid, or the keys cannot be compared.
    """

    def __init__(self, raw: dict[int, Any], hands: dict[int, tuple[Card, ...]]) -> None:
        self.raw = raw
        self.scale = _scale(raw, hands)
        keys = {number: self.scale.key(number, key) for number, key in raw.items()}
        self.packed = [b""] * (max(raw) + 1)
        for number, key in keys.items():
            self.packed[number] = packed(key)
        self.dumped = marshal.dumps(keys, VERSION)
        best, worst = keys[min(keys)], keys[max(keys)]
        self.all_tie = best == worst
        try:
            self.lower_wins = bool(best < worst)  # type: ignore[operator]
        except TypeError:
            pair = f"{format_hand(hands[min(keys)])} and {format_hand(hands[max(keys)])}"
            message = f"{pair}: their keys cannot be compared: {best!r} and {worst!r}"
            raise Fault(message, BEFORE_ALL) from None


def _scale(raw: dict[int, Any], hands: dict[int, tuple[Card, ...]]) -> Plain | Ranking:
    """The conversion of keys to plain values: to themselves, or to places if they are objects."""
    is_plain = True
    for number, key in raw.items():
        try:
            plain(key)
        except KeyRefusedError as error:
            is_plain = False
            if not orders_itself(key):
                raise Fault(f"{format_hand(hands[number])}: {error}", BEFORE_ALL) from None
    if is_plain:
        return Plain()
    try:
        return Ranking(raw)
    except KeyRefusedError as error:
        raise Fault(str(error), BEFORE_ALL) from None
