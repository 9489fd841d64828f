"""What a worker does: compare the key of each hand of a shard with the key of its class.

A shard is a range of hands. The worker returns plain values: the key of one hand of each class, and
which hands have another key than their class. The first task is the preflight, whose shard is
empty: does a hand keep its key when asked again, in other orders and in other suits?
"""

import gc
import marshal
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice
from time import perf_counter
from typing import Any

from evaluators.cards import DECK, Card, describe_sizes, format_hand
from harness.adapters.adopt import Fitted, Function, load
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
from harness.checking.questions import asked
from harness.checking.tasks import BEFORE_ALL, ChangedError, Difference, Fault, Shard, Task
from harness.checking.witness import UNSTEADY
from harness.hands.classes import examples
from harness.processes import workers
from harness.processes.limits import ASKING, LOADING, Limits

TOGETHER = 64
"""Hands whose keys are compared at once: few, so that Python's collector is not called for them."""
STEP = 0.05
"""Seconds between a worker's announcements; at the latest it announces after one hand."""
AGAIN = 20
"""How often the same cards are asked about again, once they got another key."""


@cache
def examination(name: str, size: int, limits: Limits) -> "Examination":
    """The examination of an evaluator, which is loaded once for each process."""
    workers.announce(0, limits.loading, LOADING)
    return Examination(load(name, limits), size, limits)


class Examination:
    """An evaluator in a process: its deck, and the keys of the classes.

    Attributes:
        evaluator: it.
        deck: the cards, as it takes them.

    Raises:
        Fault: it does not take hands of this size.
    """

    def __init__(self, evaluator: Fitted, size: int, limits: Limits) -> None:
        if size not in evaluator.sizes:
            needed = describe_sizes(evaluator.sizes)
            raise Fault(f"it does not take {size} cards: {needed}", BEFORE_ALL)
        self.evaluator, self._size, self._limits = evaluator, size, limits
        self._one_by_one = False  # whether it is said before each hand that it is its turn
        self.deck = [evaluator.encode(card) for card in DECK]

    def shard_of(self, task: Task) -> Shard:
        """Do a task.

        Raises:
            Fault: the evaluator did not answer.
        """
        self._one_by_one = bool(task.deaths)
        shard = self.preflight(task) if task.is_preflight else self.sweep(task)
        told = getattr(self.evaluator, "lower_wins", None)
        shard.lower_wins = self.of_class.lower_wins if told is None else bool(told)
        shard.found_out = told is None and not self.of_class.all_tie
        return shard

    @cached_property
    def of_class(self) -> "OfClass":
        """The keys of one hand of each class."""
        hands = examples(self._size)
        cards = list(hands.values())
        keys: list[Any] = []
        dealt = map(self.encoded, cards)
        for some in self.answers(cards.__getitem__, dealt, start=-len(cards), kept=True):
            keys += some  # their places are negative: these come before all others
        return OfClass(dict(zip(hands, keys)), hands)

    def encoded(self, hand: Sequence[Card]) -> list[Any]:
        """A hand as the evaluator takes it."""
        return list(map(self.deck.__getitem__, hand))

    def answers(
        self,
        cards: Callable[[int], Sequence[Card]],
        hands: Iterable[Sequence[Any]],
        start: int = 0,
        kept: bool = False,
    ) -> Iterator[list[Any]]:
        """The keys of hands, some at a time, in their order.

        Args:
            cards: the hand at a place, to name it.
            hands: encoded.
            start: the place of the first.
            kept: whether to verify, after each call, that the hand is unchanged.

        Raises:
            Fault: there is no answer; the message names the hand.
        """
        if isinstance(self.evaluator, Command):
            dealt = list(hands)
            try:
                yield self.evaluator.evaluate_many(dealt)
            except CommandError as error:
                raise Fault.of(error, cards(start + error.at), start + error.at) from None
            return
        evaluate = _unchanged(self.evaluator) if kept else self.evaluator.evaluate
        waiting, at, together = iter(hands), start, 1
        step = min(STEP, self._limits.seconds / 10)
        while dealt := list(islice(waiting, together)):
            workers.announce(at, self._limits.seconds, ASKING)
            began = perf_counter()
            keys: list[Any] = []
            try:
                keys.extend(map(evaluate, dealt))
                if len(keys) < len(dealt):  # a StopIteration ends a map as if all were done
                    evaluate(dealt[len(keys)])
                    raise StopIteration
            except workers.raised_by_others() as error:
                place = at + len(keys)
                raise Fault.of(error, cards(place), place) from None
            at += len(dealt)
            yield keys
            if not self._one_by_one:
                fits = int(together * step / max(perf_counter() - began, 1e-9))
                together = max(1, min(fits, 4 * together, TOGETHER))
        workers.announce(at, workers.START)

    def preflight(self, task: Task) -> Shard:
        """Test on some hands what must hold of any evaluator; `asked` says on which."""
        of_class = self.of_class
        questions = asked(task.scope)
        if workers.is_runner():
            gc.freeze()  # these stay; to look through them again and again takes time
        alike = [hand for _, hand in questions]
        keys: list[Any] = []
        hands = map(self.encoded, alike)
        for some in self.answers(alike.__getitem__, hands):
            keys += some
        known = {hand: of_class.raw[n] for n, hand in examples(self._size).items()}
        firsts: list[tuple[tuple[Card, ...], Any]] = []
        for (kind, hand), key in zip(questions, keys):
            if not kind:  # it may have been asked about before
                first = hand, known.get(hand, key)
            firsts.append(first)
        shard = Shard(keys=of_class.dumped, shown=dict(of_class.scale.shown))
        if _as_bytes(keys) == self._as_if_steady(firsts):
            return shard
        for (kind, hand), key, (own, own_key) in zip(questions, keys, firsts):
            shard.unsteady = self._difference(kind or UNSTEADY, own, own_key, hand, key)
            if shard.unsteady:
                break
        return shard

    def _as_if_steady(self, firsts: Iterable[tuple[tuple[Card, ...], Any]]) -> bytes | None:
        """The keys of hands as bytes, if they are plain and each is that of the first such hand."""
        try:
            of_hand = {hand: packed(key) for hand, key in dict(firsts).items()}
        except KeyRefusedError:
            return None
        return b"".join(of_hand[hand] for hand, _ in firsts)

    def _difference(
        self, kind: str, hand: tuple[Card, ...], key: Any, again: tuple[Card, ...], other: Any
    ) -> Difference | None:
        """The difference of two keys of one hand, if they differ."""
        scale = self.of_class.scale
        try:
            if scale.same(key, other):
                return None
            for _ in range(AGAIN):  # or is it another one each time?
                once_more = self.evaluator.evaluate(self.encoded(hand))
                if not scale.same(key, once_more):
                    kind, again, other = UNSTEADY, hand, once_more
                    break
            return kind, hand, scale.look(key), again, scale.look(other)
        except Exception as error:
            raise Fault.of(error, again, BEFORE_ALL) from None

    def sweep(self, task: Task) -> Shard:
        """Compare the key of every hand of a task with the key of its class."""
        of_class, numbers = self.of_class, task.class_numbers()
        hands = iter(task.scope.hands(self.deck, task.start, task.stop))
        by_number = of_class.packed.__getitem__
        strange: dict[bytes, int] = {}
        column = array("I")
        at = 0
        for keys in self.answers(task.scope.hand, hands, task.start):
            theirs = numbers[at : at + len(keys)]
            if _as_bytes(keys) != b"".join(map(by_number, theirs)):
                for place, (number, key) in enumerate(zip(theirs, keys), at):
                    as_bytes = self._as_bytes(task, place, number, key)
                    if as_bytes == by_number(number):
                        continue
                    if not strange:
                        column = array("I", bytes(4 * len(numbers)))
                        if difference := self._asked_again(task, place, key):
                            return Shard(keys=of_class.dumped, unsteady=difference)
                    column[place] = strange.setdefault(as_bytes, len(strange) + 1)
            at += len(keys)
        return Shard(
            keys=of_class.dumped,
            strange=list(map(marshal.loads, strange)),
            column=column.tobytes(),
            numbers=numbers.tobytes() if task.scope.up_to_suits else b"",
            shown=dict(of_class.scale.shown) if strange else {},
        )

    def _as_bytes(self, task: Task, place: int, number: int, key: Any) -> bytes:
        try:
            return packed(self.of_class.scale.key(number, key))
        except KeyRefusedError as error:
            place += task.start
            raise Fault(f"{format_hand(task.hand(place))}: {error}", place) from None

    def _asked_again(self, task: Task, place: int, key: Any) -> Difference | None:
        """Whether a hand whose key differs from its class gets a third key when asked again."""
        hand = task.hand(task.start + place)
        try:
            again = self.evaluator.evaluate(self.encoded(hand))
        except Exception as error:
            raise Fault.of(error, hand, task.start + place) from None
        return self._difference(UNSTEADY, hand, key, hand, again)


def _as_bytes(keys: list[Any]) -> bytes:
    """Keys as `packed` would have them, one after another; nothing if some are not plain."""
    try:
        return marshal.dumps(keys, VERSION)[HEAD:]
    except ValueError:
        return b""


def _unchanged(evaluator: Fitted) -> Callable[[Sequence[Any]], Any]:
    """The evaluator's function, which raises if it changes its hand."""
    ask: Callable[[Any], Any] = evaluator.evaluate
    given: Callable[[Any], Any] | None = list
    if isinstance(evaluator, Function):  # which would hand out a copy
        ask, given = evaluator.call.function, evaluator.call.make_hand
    if given is None:  # a card is an argument
        return ask

    def evaluate(hand: Sequence[Any]) -> Any:
        own, before = given(hand), given(hand)
        key = ask(own)
        if own != before:
            said = f"the hand was changed, from {before!r} to {own!r}; take a copy first"
            raise ChangedError(said)
        return key

    return evaluate


class OfClass:
    """The keys of one hand of each class, in a process.

    Attributes:
        raw: as they came, by class number.
        scale: what makes plain values of them.
        packed: these as bytes, by class number; nothing where there is no such class.
        dumped: these by class number, from `marshal`.
        lower_wins: which way they seem to run.
        all_tie: whether they do not run at all.

    Raises:
        Fault: one of them is not taken, or they cannot be compared.
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
            two = f"{format_hand(hands[min(keys)])} and {format_hand(hands[max(keys)])}"
            said = f"{two}: their keys cannot be compared: {best!r} and {worst!r}"
            raise Fault(said, BEFORE_ALL) from None


def _scale(raw: dict[int, Any], hands: dict[int, tuple[Card, ...]]) -> Plain | Ranking:
    """What converts keys to plain values: the keys, or their places if they order themselves."""
    refused = None
    for number, key in raw.items():
        try:
            plain(key)
        except KeyRefusedError as error:
            refused = refused or Fault(f"{format_hand(hands[number])}: {error}", BEFORE_ALL)
            if not orders_itself(key):
                raise Fault(f"{format_hand(hands[number])}: {error}", BEFORE_ALL) from None
    if refused is None:
        return Plain()
    try:
        return Ranking(raw)
    except KeyRefusedError as error:
        raise Fault(str(error), BEFORE_ALL) from None
