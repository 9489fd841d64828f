"""The check's worker for the `numpy` style: a shard is one array of hands, and one call.

As for one hand a call, the proof is that all hands of a class have one key. Write each hand's
key down at its class number, and read it back for each hand: if every hand finds its own key
there, no two of its class differ.
"""

import pickle
from collections.abc import Sequence
from itertools import permutations
from operator import eq
from random import Random
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import VECTORIZED, load
from evaluators.cards import DECK, describe_sizes, format_hand
from harness import arrays, workers
from harness.adopt import load_array
from harness.classes import classes
from harness.hands import ALL_FIVE, Scope
from harness.shards import Shard, Task, describe
from harness.verdict import EQUIVALENT, ERROR, NOT_INSTALLED, TIES, UNSTEADY, Side, Witness

MOST_TWINS = 100
STEADY = 20_000
ARRAY_PATIENCE = 600.0  # seconds for one array, and what is compared with the `python` style


class _RefusalError(Exception):
    """What comes back is no array of keys; says why, and at which hand."""


def work(task: Task) -> Shard:
    """Evaluate the hands of a task in one call. Whatever goes wrong comes back as a status."""
    workers.patience(ARRAY_PATIENCE)
    try:
        evaluator = load_array(task.name)
        if task.scope.size not in evaluator.sizes:
            needed = describe_sizes(evaluator.sizes)
            return Shard(status=ERROR, message=f"it takes no {task.scope.size} cards: {needed}")
        shard = _steadiness(evaluator, task) if task.is_empty else _evaluate(evaluator, task)
        shard.lower_wins = evaluator.lower_wins
    except ImportError as error:
        return Shard(status=NOT_INSTALLED, message=str(error))
    except _RefusalError as error:
        return Shard(status=ERROR, message=str(error))
    except BaseException as error:
        where = f"hands {task.start:,} to {task.stop:,}: " if task.stop else ""
        return Shard(status=ERROR, message=where + describe(error))
    return shard


def _keys(evaluator: Any, hands: NDArray[Any]) -> NDArray[Any]:
    """What the evaluator says of hands, refused if it is not one ordered number for each."""
    keys = evaluator.evaluate(hands)
    if not isinstance(keys, np.ndarray) or keys.shape != (len(hands),):
        shape = getattr(keys, "shape", type(keys).__name__)
        raise _RefusalError(f"{len(hands):,} hands gave {shape}, not an array of as many keys")
    if np.ma.is_masked(keys):
        hand = hands[int(np.argmax(np.ma.getmaskarray(keys)))].tolist()
        raise _RefusalError(f"{format_hand(hand)}: a masked key is no key")
    keys = np.array(keys)  # a copy: it may use its array again
    if keys.dtype.kind not in "iufbU":
        raise _RefusalError(f"keys of dtype {keys.dtype} are not taken; return numbers or text")
    if keys.dtype.kind == "f" and np.isnan(keys).any():
        hand = hands[np.flatnonzero(np.isnan(keys))[0]].tolist()
        raise _RefusalError(f"{format_hand(hand)}: nan is not ordered")
    return keys


def _evaluate(evaluator: Any, task: Task) -> Shard:
    hands = arrays.hands(task.scope, task.start, task.stop)
    began = perf_counter()
    keys = _keys(evaluator, hands)
    seconds = perf_counter() - began
    numbers = arrays.numbers(task.scope, task.start, task.stop)
    of_class = np.zeros(len(classes()) + 1, keys.dtype)
    of_class[numbers] = keys
    if (of_class.take(numbers) == keys).all():
        present = np.flatnonzero(np.bincount(numbers))
        found = dict(zip(present.tolist(), of_class[present].tolist()))
        shard = Shard(keys=pickle.dumps(found), seconds=seconds)
        if task.name in VECTORIZED:
            _hold_to_python(evaluator, task, hands, numbers, found, shard)
        return shard
    unique, column = np.unique(keys, return_inverse=True)
    return Shard(
        keys=pickle.dumps(unique.tolist()),
        column=column.astype(np.uint32).tobytes(),
        seconds=seconds,
    )


def _hold_to_python(
    evaluator: Any,
    task: Task,
    hands: NDArray[np.uint8],
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
    shard.twins = len(same)
    if not all(same):
        at = same.index(False) * step
        hand = hands[at].tolist()
        theirs = python.evaluate([deck[card] for card in hand])
        shard.status = ERROR
        shard.failed_at = task.start + at
        key = unpacked[int(numbers[at])]
        shard.message = f"{format_hand(hand)}: key {key!r}, and {theirs!r} in the python style"


def _some_hands(scope: Scope) -> NDArray[np.uint8]:
    """One hand of each class, or random ones where hands are larger."""
    if scope.size == 5:
        return np.array([hand_class.example for hand_class in classes()], np.uint8)
    return arrays.hands_at(
        scope.size, np.random.default_rng(0).integers(0, scope.all_hands, STEADY)
    )


def _steadiness(evaluator: Any, task: Task) -> Shard:
    """Ask about some hands again, with their cards in other orders, and one at a time."""
    hands = _some_hands(task.scope)
    before = hands.copy()
    keys = _keys(evaluator, hands)
    if (hands != before).any():
        raise _RefusalError("it changes the array of hands that it is given")
    size = task.scope.size
    orders: list[Sequence[int]] = [range(size), range(size - 1, -1, -1)]
    orders += Random(0).sample(list(permutations(range(size))), 10)
    for order in orders:
        turned = hands[:, list(order)]
        again = _keys(evaluator, turned)
        if witness := _difference(hands, keys, turned, again):
            return Shard(unsteady=witness)
    for n in range(0, len(hands), len(hands) // 100):
        alone = _keys(evaluator, hands[n : n + 1])
        if witness := _difference(hands[n : n + 1], keys[n : n + 1], hands[n : n + 1], alone):
            return Shard(unsteady=witness)
    return Shard(status=EQUIVALENT)


def _difference(
    hands: NDArray[np.uint8], keys: NDArray[Any], others: NDArray[np.uint8], again: NDArray[Any]
) -> Witness | None:
    """The first hand that has another key the second time."""
    differ = np.flatnonzero(keys != again)
    if not len(differ):
        return None
    n = differ[0]
    first = Side(tuple(hands[n].tolist()), keys[n].item())
    second = Side(tuple(others[n].tolist()), again[n].item())
    return Witness(UNSTEADY, first, second, TIES, "gets another key than")
