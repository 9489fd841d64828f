"""What a worker does with arrays of hands: check a shard in few calls.

As for single hands, the proof is that all hands of a class have the same key. Write each hand's key
to a table at its class number, and read it back for each hand. If every hand reads its own key, no
two hands of a class have different keys.
"""

import marshal
from collections.abc import Sequence
from functools import cache
from itertools import permutations
from operator import eq
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import VECTORIZED, load
from evaluators.cards import DECK, describe_sizes, format_hand
from harness.adapters.adopt import load_array
from harness.adapters.keys import VERSION
from harness.checking.tasks import (
    BEFORE_ALL,
    Difference,
    Fault,
    Shard,
    Task,
    describe,
    limit_memory_once,
)
from harness.checking.witness import UNSTEADY
from harness.hands import arrays
from harness.hands.classes import examples
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Limits

MOST_TWINS = 100
STEADY = 20_000
FIRST = 1_024
"""Hands in the first array, before it is known how long one takes."""
STEP = 0.25
"""Seconds for an array, after which a worker says how far it is."""

Hands = NDArray[np.uint8]


def shard_of(task: Task) -> Shard:
    """Evaluate the hands of a task.

    Raises:
        Fault: the evaluator failed.
    """
    arrays.numbers(task.scope, 0, 1)  # so that our tables do not count as its memory
    if task.name not in VECTORIZED:
        limit_memory_once(task.limits.megabytes)
    asking = _asking(task.name, task.limits)
    if task.scope.size not in asking.evaluator.sizes:
        needed = describe_sizes(asking.evaluator.sizes)
        raise Fault(f"it does not take {task.scope.size} cards: {needed}", BEFORE_ALL)
    shard = _preflight(asking, task) if task.is_preflight else _sweep(asking, task)
    shard.lower_wins = bool(asking.evaluator.lower_wins)
    return shard


@cache
def _asking(name: str, limits: Limits) -> "_Asking":
    """The evaluator, loaded once for each process."""
    workers.announce(0, limits.loading, LOADING)
    return _Asking(load_array(name), limits)


class _Asking:
    """An evaluator of arrays, with a deadline, whose answers are validated."""

    def __init__(self, evaluator: Any, limits: Limits) -> None:
        self.evaluator, self._limits = evaluator, limits
        self._together = FIRST

    def keys(self, hands: NDArray[Any], start: int = BEFORE_ALL) -> NDArray[Any]:
        """The evaluator's keys: one ordered number or text for each hand.

        Raises:
            Fault: they are something else; the message names the hand.
        """
        found: list[NDArray[Any]] = []
        at = 0
        step = min(STEP, self._limits.seconds / 10)
        while at < len(hands) or not found:
            some = hands[at : at + self._together]
            place = start + at if start >= 0 else start
            workers.announce(max(place, 0), self._limits.seconds, EVALUATING)
            began = perf_counter()
            try:
                keys = self.evaluator.evaluate(some)
            except workers.raised_by_others() as error:
                raise Fault(f"{_stretch(place, some)}: {describe(error)}", place) from None
            found.append(_held(keys, some, place))
            at += len(some)
            fits = int(len(some) * step / max(perf_counter() - began, 1e-9))
            self._together = max(1, min(fits, 8 * self._together))
        workers.announce(at, workers.START)
        kinds = sorted({keys.dtype.kind: str(keys.dtype) for keys in found}.values())
        if len(kinds) > 1:  # they would be rounded to one
            raise Fault(f"its keys are {' and '.join(kinds)}; return one dtype, always", start)
        return np.concatenate(found)


def _stretch(place: int, hands: NDArray[Any]) -> str:
    if place < 0 or len(hands) == 1:
        return f"an array of {len(hands):,} hands"
    return f"hands {place:,} to {place + len(hands):,}"


def _held(keys: Any, hands: NDArray[Any], place: int) -> NDArray[Any]:
    """A copy of the keys, after validation."""
    if not isinstance(keys, np.ndarray) or keys.shape != (len(hands),):
        shape = getattr(keys, "shape", type(keys).__name__)
        raise Fault(f"{len(hands):,} hands gave {shape}, not an array of as many keys", place)

    def refuse(bad: NDArray[np.bool_], why: str) -> Fault:
        at = int(np.argmax(bad))
        return Fault(f"{format_hand(hands[at].tolist())}: {why}", max(place, 0) + at)

    if np.ma.is_masked(keys):
        raise refuse(np.ma.getmaskarray(keys), "a masked key is not taken")
    own: NDArray[Any] = np.array(keys)  # it may use its array again
    if own.dtype.kind not in "iufbU" or (own.dtype.itemsize > 8 and own.dtype.kind == "f"):
        raise Fault(f"keys of dtype {own.dtype} are not taken; return numbers or text", place)
    if own.dtype.kind == "f" and (bad := np.isnan(own)).any():
        raise refuse(bad, "nan is not ordered")
    return own


def _sweep(asking: _Asking, task: Task) -> Shard:
    """Compare the key of every hand of a task with the key of its class."""
    hands = arrays.hands(task.scope, task.start, task.stop)
    keys = asking.keys(hands, task.start)
    numbers = arrays.numbers(task.scope, task.start, task.stop)
    of_class = np.zeros(max(examples(task.scope.size)) + 1, keys.dtype)
    of_class[numbers] = keys
    present = np.flatnonzero(np.bincount(numbers))
    found = dict(zip(present.tolist(), of_class[present].tolist()))
    shard = Shard(keys=marshal.dumps(found, VERSION))
    if (of_class.take(numbers) == keys).all():
        if task.name in VECTORIZED:
            _hold_to_python(asking.evaluator, task, hands, numbers, found, shard)
        return shard
    unique, column = np.unique(keys, return_inverse=True)
    shard.strange = unique.tolist()
    shard.column = (column + 1).astype(np.uint32).tobytes()
    return shard


def _hold_to_python(
    evaluator: Any,
    task: Task,
    hands: Hands,
    numbers: NDArray[np.uint16],
    found: dict[int, Any],
    shard: Shard,
) -> None:
    """Compare keys with those of the `python` style: of every hand of five cards, else of some."""
    python = load(task.name)
    deck = [python.encode(card) for card in DECK]
    unpacked = {number: evaluator.unpack(key) for number, key in found.items()}
    step = 1 if task.scope == ALL_FIVE else max(len(hands) // MOST_TWINS, 1)
    if step == 1:
        dealt = task.scope.hands(deck, task.start, task.stop)
    else:
        dealt = (tuple(map(deck.__getitem__, hand)) for hand in hands[::step].tolist())
    mine = map(unpacked.__getitem__, numbers[::step].tolist())
    same = list(map(eq, mine, map(python.evaluate, dealt)))
    shard.compared = len(same)
    if not all(same):
        at = same.index(False) * step
        hand = hands[at].tolist()
        theirs = python.evaluate([deck[card] for card in hand])
        key = unpacked[int(numbers[at])]
        said = f"{format_hand(hand)}: key {key!r}, and {theirs!r} in the python style"
        raise Fault(said, task.start + at)


def _some_hands(scope: Scope) -> Hands:
    """One hand of each class; of six and seven cards, random ones, too."""
    hands = np.array(list(examples(scope.size).values()), np.uint8)
    if scope.size == 5:
        return hands
    places = np.random.default_rng(0).integers(0, scope.all_hands, STEADY)
    return np.concatenate([hands, arrays.hands_at(scope.size, places)])


def _preflight(asking: _Asking, task: Task) -> Shard:
    """Ask about some hands again, with their cards in other orders, and one at a time."""
    hands = _some_hands(task.scope)
    before = hands.copy()
    keys = asking.keys(hands)
    if (hands != before).any():
        raise Fault("it changes the array of hands that it is given", BEFORE_ALL)
    of_class = dict(zip(examples(task.scope.size), keys.tolist()))
    shard = Shard(keys=marshal.dumps(of_class, VERSION))
    size = task.scope.size
    orders: list[Sequence[int]] = [range(size), range(size - 1, -1, -1)]
    orders += Random(0).sample(list(permutations(range(size))), 10)
    for order in orders:
        turned = hands[:, list(order)]
        shard.unsteady = _difference(hands, keys, turned, asking.keys(turned))
        if shard.unsteady:
            return shard
    for n in range(0, len(hands), len(hands) // 100):
        one = slice(n, n + 1)
        shard.unsteady = _difference(hands[one], keys[one], hands[one], asking.keys(hands[one]))
        if shard.unsteady:
            return shard
    return shard


def _difference(
    hands: Hands, keys: NDArray[Any], others: Hands, again: NDArray[Any]
) -> Difference | None:
    """The first hand that has another key the second time."""
    differ = np.flatnonzero(keys != again)
    if not len(differ):
        return None
    n = differ[0]
    hand, other = tuple(hands[n].tolist()), tuple(others[n].tolist())
    return UNSTEADY, hand, keys[n].item(), other, again[n].item()
