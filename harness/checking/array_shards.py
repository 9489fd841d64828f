"""The work on a shard for an evaluator of arrays: few calls, each with many hands.

As for single hands, the proof is that all hands of a class have the same key. We write each hand's
key to a table at its class number, and read it back for each hand. If every hand reads its own key,
no two hands of a class have different keys.
"""

import marshal
from functools import cache
from itertools import permutations
from operator import eq
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import BY_STYLE, load, load_arrays
from evaluators.cards import DECK, describe_sizes, format_hand
from harness.adapters import adopt
from harness.adapters.keys import VERSION
from harness.checking.tasks import (
    BEFORE_ALL,
    COMPILED,
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

MOST_COMPARED = 100
"""About how many keys of a shard are compared with the `python` style, unless all are."""
SAME_KEYS = {"cactus-kev-dict": "cactus-kev"}
"""Evaluators in machine code without a `numpy` style of their own, and one with the same keys."""
RANDOM_HANDS = 20_000
FIRST_BATCH = 1_024
"""Hands in the first array, before the time of a hand has been measured."""
STEP = 0.25
"""Seconds for an array, and so between a worker's announcements."""

Hands = NDArray[np.uint8]


def shard_of(task: Task) -> Shard:
    """Evaluate the hands of a task.

    Raises:
        Fault: the evaluator failed.
    """
    arrays.numbers(task.scope, 0, 1)  # build our tables before memory is limited
    if not _is_ours(task):
        limit_memory_once(task.limits.megabytes)
    examination = _examination(task.name, task.style, task.limits)
    if task.scope.size not in examination.evaluator.sizes:
        needed = describe_sizes(examination.evaluator.sizes)
        raise Fault(f"it does not take {task.scope.size} cards: {needed}", BEFORE_ALL)
    shard = _preflight(examination, task) if task.is_preflight else _sweep(examination, task)
    shard.lower_wins = bool(examination.evaluator.lower_wins)
    return shard


def _is_ours(task: Task) -> bool:
    """Whether the task is about a built-in evaluator."""
    return task.name in BY_STYLE[task.style]


@cache
def _examination(name: str, style: str, limits: Limits) -> "_Examination":
    """The examination of an evaluator, loaded once for each process."""
    workers.announce(0, limits.loading, LOADING)
    return _Examination(adopt.load(name, style), limits)


class _Examination:
    """An evaluator of arrays, with a deadline; its keys are validated."""

    def __init__(self, evaluator: Any, limits: Limits) -> None:
        self.evaluator, self._limits = evaluator, limits
        self._batch = FIRST_BATCH

    def keys(self, hands: NDArray[Any], start: int = BEFORE_ALL) -> NDArray[Any]:
        """The evaluator's keys: one ordered number or text for each hand.

        Raises:
            Fault: the keys are not valid; the message names the hand.
        """
        batches: list[NDArray[Any]] = []
        at = 0
        step = min(STEP, self._limits.seconds / 10)
        while at < len(hands) or not batches:
            batch = hands[at : at + self._batch]
            place = start + at if start >= 0 else start
            workers.announce(max(place, 0), self._limits.seconds, EVALUATING)
            began = perf_counter()
            try:
                keys = self.evaluator.evaluate(batch)
            except workers.raised_by_others() as error:
                raise Fault(f"{_in_words(place, batch)}: {describe(error)}", place) from None
            batches.append(_validated(keys, batch, place))
            at += len(batch)
            fits = int(len(batch) * step / max(perf_counter() - began, 1e-9))
            self._batch = max(1, min(fits, 8 * self._batch))
        workers.announce(at, workers.START)
        dtypes = sorted({keys.dtype.kind: str(keys.dtype) for keys in batches}.values())
        if len(dtypes) > 1:  # concatenation would round them to one
            raise Fault(f"its keys are {' and '.join(dtypes)}; return one dtype, always", start)
        return np.concatenate(batches)


def _in_words(place: int, hands: NDArray[Any]) -> str:
    if len(hands) == 1:
        return format_hand(hands[0].tolist())
    if place < 0:
        return f"an array of {len(hands):,} hands"
    return f"hands {place + 1:,} to {place + len(hands):,}"


def _validated(keys: Any, hands: NDArray[Any], place: int) -> NDArray[Any]:
    """A copy of the keys, after validation."""
    if not isinstance(keys, np.ndarray) or keys.shape != (len(hands),):
        shape = getattr(keys, "shape", type(keys).__name__)
        raise Fault(f"{len(hands):,} hands gave {shape}, not an array of as many keys", place)

    def fault(bad: NDArray[np.bool_], why: str) -> Fault:
        at = int(np.argmax(bad))
        return Fault(f"{format_hand(hands[at].tolist())}: {why}", max(place, 0) + at)

    if np.ma.is_masked(keys):
        raise fault(np.ma.getmaskarray(keys), "a masked key is not taken")
    copy: NDArray[Any] = np.array(keys)  # the evaluator may reuse its array
    if copy.dtype.kind not in "iufbU" or (copy.dtype.itemsize > 8 and copy.dtype.kind == "f"):
        raise Fault(f"keys of dtype {copy.dtype} are not taken; return numbers or text", place)
    if copy.dtype.kind == "f" and (bad := np.isnan(copy)).any():
        raise fault(bad, "nan is not ordered")
    return copy


def _sweep(examination: _Examination, task: Task) -> Shard:
    """Compare the key of every hand of a task with the key of its class."""
    hands = arrays.hands(task.scope, task.start, task.stop)
    if task.style == COMPILED:
        hands = np.ascontiguousarray(hands)  # once, not in each of its calls
    keys = examination.keys(hands, task.start)
    numbers = arrays.numbers(task.scope, task.start, task.stop)
    table = np.zeros(max(examples(task.scope.size)) + 1, keys.dtype)
    table[numbers] = keys
    present = np.flatnonzero(np.bincount(numbers))
    class_keys = dict(zip(present.tolist(), table[present].tolist()))
    shard = Shard(keys=marshal.dumps(class_keys, VERSION))
    if (table.take(numbers) == keys).all():
        if _is_ours(task) and task.style == COMPILED:
            shard.compared = _compare_with_numpy(task, hands, keys, numbers)
        elif _is_ours(task):
            unpack = examination.evaluator.unpack
            unpacked = {number: unpack(key) for number, key in class_keys.items()}
            shard.compared = _compare_with_python(task, hands, numbers, unpacked)
        return shard
    unique, column = np.unique(keys, return_inverse=True)
    shard.strange = unique.tolist()
    shard.column = (column + 1).astype(np.uint32).tobytes()
    return shard


def _compare_with_numpy(
    task: Task, hands: Hands, keys: NDArray[Any], numbers: NDArray[np.uint16]
) -> int:
    """Compare keys of machine code with the `numpy` style, and count the hands.

    All five-card hands are compared. Of six and seven cards, one hand of each class in the shard
    is, which stands for the others: they have its key.
    """
    if task.scope.size > 5:
        places = _one_of_each_class(numbers)
        hands, keys = hands[places], keys[places]
    others = load_arrays(SAME_KEYS.get(task.name, task.name)).evaluate(hands)
    differ = np.flatnonzero(others != keys)
    if not len(differ):
        return len(numbers)
    at = differ[0]
    hand, key, other = hands[at].tolist(), keys[at].item(), others[at].item()
    message = f"{format_hand(hand)}: key {key!r}, and {other!r} in the numpy style"
    raise Fault(message, task.start)


def _one_of_each_class(numbers: NDArray[np.uint16]) -> NDArray[np.intp]:
    """The place of one hand of each class, by the class numbers of all hands.

    >>> _one_of_each_class(np.array([7, 3, 7], np.uint16))
    array([1, 2])
    """
    place_of = np.full(int(numbers.max()) + 1, -1)
    place_of[numbers] = np.arange(len(numbers))
    return place_of[place_of >= 0]


def _compare_with_python(
    task: Task, hands: Hands, numbers: NDArray[np.uint16], unpacked: dict[int, Any]
) -> int:
    """Compare keys with the `python` style, for all five-card hands or a sample; count them.

    `unpacked` are the keys of the classes, in the form of that style.
    """
    python = load(task.name)
    deck = [python.encode(card) for card in DECK]
    step = 1 if task.scope == ALL_FIVE else max(len(hands) // MOST_COMPARED, 1)
    if step == 1:
        dealt = task.scope.hands(deck, task.start, task.stop)
    else:
        dealt = (tuple(map(deck.__getitem__, hand)) for hand in hands[::step].tolist())
    keys = map(unpacked.__getitem__, numbers[::step].tolist())
    equal = list(map(eq, keys, map(python.evaluate, dealt)))
    if not all(equal):
        at = equal.index(False) * step
        hand = hands[at].tolist()
        python_key = python.evaluate([deck[card] for card in hand])
        key = unpacked[int(numbers[at])]
        message = f"{format_hand(hand)}: key {key!r}, and {python_key!r} in the python style"
        raise Fault(message, task.start + at)
    return len(equal)


def _preflight_hands(scope: Scope) -> Hands:
    """One hand of each class; random ones, too, of six and seven cards."""
    hands = np.array(list(examples(scope.size).values()), np.uint8)
    if scope.size == 5:
        return hands
    places = np.random.default_rng(0).integers(0, scope.all_hands, RANDOM_HANDS)
    return np.concatenate([hands, arrays.hands_at(scope.size, places)])


def _preflight(examination: _Examination, task: Task) -> Shard:
    """Test that hands keep their keys with their cards in other orders, and in arrays of one."""
    size = task.scope.size
    hands = _preflight_hands(task.scope)
    before = hands.copy()
    keys = examination.keys(hands)
    if (hands != before).any():
        raise Fault("it changes the array of hands", BEFORE_ALL)
    class_keys = dict(zip(examples(size), keys.tolist()))
    shard = Shard(keys=marshal.dumps(class_keys, VERSION))
    orders = [tuple(range(size)), tuple(reversed(range(size)))]
    orders += Random(0).sample(list(permutations(range(size))), 10)
    repeats = [(slice(None), hands[:, order]) for order in orders]
    repeats += [
        (slice(n, n + 1), hands[n : n + 1]) for n in range(0, len(hands), len(hands) // 100)
    ]
    for part, hands_again in repeats:
        keys_again = examination.keys(hands_again)
        shard.unsteady = _difference(hands[part], keys[part], hands_again, keys_again)
        if shard.unsteady:
            break
    return shard


def _difference(
    hands: Hands, keys: NDArray[Any], hands_again: Hands, keys_again: NDArray[Any]
) -> Difference | None:
    """The first hand that has another key the second time."""
    differ = np.flatnonzero(keys != keys_again)
    if not len(differ):
        return None
    n = differ[0]
    hand, hand_again = tuple(hands[n].tolist()), tuple(hands_again[n].tolist())
    return UNSTEADY, hand, keys[n].item(), hand_again, keys_again[n].item()
