"""The cost of an evaluator before its first hand, measured in a fresh process.

The process imports one evaluator, which may make tables on import, and evaluates one hand of five
cards, for which it may make tables, too, and then one of seven. Its memory grows by the size of the
module, its libraries and its tables. Of machine code, most of this memory is Numba's, so the bytes
of the tables that it reads are counted on their own.

``python -m harness.timing.cold NAME STYLE`` is that process: its last line is JSON. Before the
evaluator's import is timed, it imports few modules, and NumPy for an evaluator of arrays.
"""

import json
import subprocess
import sys
from mmap import PAGESIZE
from time import perf_counter
from typing import Any

import psutil

from harness.timing.loading import loader


class CostError(Exception):
    """The first hands of an evaluator could not be measured; the message says why."""


def cold_costs(name: str, style: str, timeout: float) -> dict[str, float]:
    """Seconds and bytes until an evaluator has ranked its first hands.

    Returns:
        A number for each name in `harness.timing.workloads.COLD`: no ``first-5`` if it takes no
        five cards, and ``tables-memory`` only of machine code.

    Raises:
        CostError: a failure, or no answer within the timeout.
    """
    command = [sys.executable, "-m", "harness.timing.cold", name, style]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, check=False
        )
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
    if style == "compiled" and hasattr(evaluator.evaluate, "tables"):
        costs["tables-memory"] = _bytes_of_tables(evaluator)
    sys.stdout.write(f"\n{json.dumps(costs)}\n")


def _bytes_of_tables(evaluator: Any) -> int:
    """The bytes of all arrays that machine code reads, those of imports included; a page at least.

    What is allocated meanwhile would say more of Numba, and nothing of a file that is mapped.
    """
    sizes = [size for size in (5, 7) if size in evaluator.sizes]
    arrays = [array for size in sizes for array in evaluator.evaluate.tables(size)]
    different: dict[int, int] = {id(array): array.nbytes for array in arrays}
    return max(sum(different.values()), PAGESIZE)


if __name__ == "__main__":
    main(*sys.argv[1:])
