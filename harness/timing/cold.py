"""The cost of an evaluator before its first hand, measured in a fresh process.

The process imports one evaluator, and evaluates one hand of five cards, then one of seven. Tables
may be made during the import or for the first hand. The memory of the process grows by the size of
the module, its libraries and its tables.

``python -m harness.timing.cold NAME STYLE`` is that process: its last line is JSON. Before the
evaluator's import is timed, it imports few modules, and NumPy for an evaluator of arrays.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from mmap import PAGESIZE
from time import perf_counter
from typing import Any

import psutil

import evaluators
from evaluators.rules import STANDARD, Rules


class CostError(Exception):
    """The first hands of an evaluator could not be measured; the message says why."""


def loader(place: str, style: str, rules: Rules = STANDARD) -> Callable[[], Any]:
    """A function that loads the evaluator at a place, for a game.

    `adopt` is imported only for evaluators that are not ours: the import takes longer than that of
    any of ours, and it includes modules that these may import themselves.

    >>> [loader(name, "python").func.__module__ for name in ("rank-sums", "mine.py")]
    ['evaluators', 'harness.adapters.adopt']
    """
    if place in evaluators.BY_STYLE[style]:
        return partial(evaluators.load, place, style)
    from harness.adapters import adopt
    from harness.adapters.place import Place

    sys.path.append("")  # the current folder comes last, as in a worker
    return partial(adopt.load, Place.of(place), style, rules=rules)


def cold_costs(
    name: str, style: str, timeout: float, folder: str | None = None
) -> dict[str, float]:
    """Seconds and bytes until an evaluator has ranked its first hands, in a process in a folder.

    Returns:
        A number for each name in `harness.timing.workloads.COLD`; without ``first-5`` if the
        evaluator does not take five cards.

    Raises:
        CostError: a failure, or no answer within the timeout.
    """
    command = [sys.executable, "-P", "-m", "harness.timing.cold", name, style]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=timeout, cwd=folder)
    except subprocess.TimeoutExpired:
        raise CostError(f"no answer within {timeout:g} seconds") from None
    if ended.returncode:
        raise CostError((ended.stderr.strip().splitlines() or ["it ended without a message"])[-1])
    costs: dict[str, float] = json.loads(ended.stdout.splitlines()[-1])
    return costs


def main(name: str, style: str) -> None:
    """Measure the import, the first hands, and the memory."""
    if style != "python":
        import numpy as np  # so that the evaluator's import does not include it
    load, process = loader(name, style), psutil.Process()
    memory, began = process.memory_info().rss, perf_counter()
    evaluator = load()
    costs = {"import": perf_counter() - began}
    for size in (5, 7):
        if size in evaluator.sizes:
            cards = [5 * n for n in range(size)]
            is_alone = style == "python"
            hand: Any = tuple(map(evaluator.encode, cards)) if is_alone else np.array([cards])
            began = perf_counter()
            evaluator.evaluate(hand)
            if size == 5:
                costs["first-5"] = perf_counter() - began
    costs["memory"] = max(process.memory_info().rss - memory, PAGESIZE)  # counted in pages
    sys.stdout.write(f"\n{json.dumps(costs)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
