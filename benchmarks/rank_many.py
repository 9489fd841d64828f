"""What `rank_many` takes, as a ratio to its evaluator's own loop on the same hands.

``python -m benchmarks.rank_many [HANDS]``: hands of seven cards that do not repeat. Each round
times the loop and one way to call `rank_many`, in changing order; printed is the median of the
ratios within rounds, and nanoseconds a hand. The floor is to read the hands and do nothing else.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from evaluators import load_arrays, rank_many
from evaluators.cards import format_hand

ROUNDS = 15


def seconds(run: Callable[[], Any]) -> float:
    """The time of one call."""
    began = perf_counter()
    run()
    return perf_counter() - began


def compare(what: str, hands: int, loop: Callable[[], Any], way: Callable[[], Any]) -> None:
    """Print how long a way takes, beside the loop; both run once before."""
    rounds = []
    for number in range(-1, ROUNDS):
        order = {number % 2: loop, 1 - number % 2: way}
        times = {run: seconds(run) for run in (order[0], order[1])}
        rounds.append((times[way] / times[loop], times[way] / hands * 1e9))
    ratio, each = map(median, zip(*rounds[1:]))
    sys.stdout.write(f"{what:32}{ratio:8.2f} times the loop{each:10.1f} ns a hand\n")


def main(hands: int) -> None:
    """All ways, in both styles."""
    cards = np.random.default_rng(1).random((hands, 52)).argpartition(7, axis=1)[:, :7]
    small = cards.astype(np.uint8)
    some = cards[: min(hands, 200_000)]
    for style in ("compiled", "numpy"):
        evaluate, rank = load_arrays("rank-sums", style).evaluate, partial(rank_many, style=style)
        loop = partial(evaluate, small)
        for dtype in ("uint8", "int32", "int64"):
            typed = cards.astype(dtype)
            compare(f"{style}, {dtype}", hands, loop, partial(rank, typed))
            words = typed.reshape(-1)[: typed.size // 8 * 8].view(np.uint64)
            compare(f"  {dtype}, read alone", hands, loop, words.max)
        one = partial(rank, small, jobs=1)
        compare(f"{style}, two threads to one", hands, one, partial(rank, small, jobs=2))
        loop = partial(evaluate, small[: len(some)])
        for what, kept in (("lists", some.tolist()), ("texts", [*map(format_hand, some.tolist())])):
            compare(f"{style}, {what}", len(some), loop, partial(rank, kept))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
