"""``python -m harness.timing.first_hands NAME STYLE``: the cost of an evaluator in this process.

Prints a name and a number on each line, see `cold`. Before the evaluator's import is timed, this
imports no module that the evaluator may import itself, except NumPy for an evaluator of arrays. So
the import of the first evaluator in machine code includes that of Numba.
"""

import sys
import tracemalloc
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from mmap import PAGESIZE
from time import perf_counter
from typing import Any

import psutil

from evaluators import BY_STYLE, PEERS
from harness.timing.loading import loader


def main(name: str, style: str) -> None:
    """Measure the import, the first hands, the memory, and the evaluator's own tables."""
    if style != "python":
        import numpy  # noqa: F401  so that the evaluator's import does not include it
    load = loader(name, style)
    memory_before = _memory()
    began = perf_counter()
    evaluator = load()
    _print_cost("import", perf_counter() - began)
    for hand in _hands(evaluator, style):
        began = perf_counter()
        evaluator.evaluate(hand)
        seconds = perf_counter() - began
        _print_cost(f"first-{len(hand) if style == 'python' else len(hand[0])}", seconds)
    _print_cost("memory", max(_memory() - memory_before, PAGESIZE))  # counted in pages
    if peak := _peak_memory():
        _print_cost("peak-memory", peak)
    module, _, attribute = BY_STYLE[style].get(name, name).partition(":")
    if name not in PEERS and (spec := _spec(module)):
        _own_tables(spec, attribute, style)


def _spec(module: str) -> ModuleSpec | None:
    """Where a module comes from; None for a file or a command, which have no module's name."""
    return find_spec(module) if all(map(str.isidentifier, module.split("."))) else None


def _own_tables(spec: ModuleSpec, attribute: str, style: str) -> None:
    """Execute the evaluator's module anew, now that all its imports are loaded."""

    def execute() -> Any:
        module = module_from_spec(spec)
        assert spec.loader
        spec.loader.exec_module(module)
        return getattr(module, attribute) if attribute else module

    began = perf_counter()
    evaluator = execute()
    _print_cost("tables", perf_counter() - began)
    if style == "compiled" and hasattr(evaluator.evaluate, "tables"):
        _print_cost("tables-memory", _bytes_of_tables(evaluator))
        return
    tracemalloc.start()
    evaluator = execute()
    for hand in _hands(evaluator, style):
        evaluator.evaluate(hand)
    _print_cost("tables-memory", tracemalloc.get_traced_memory()[0])


def _bytes_of_tables(evaluator: Any) -> int:
    """The bytes of all arrays that machine code reads, those of imports included; a page at least.

    What is allocated meanwhile would say more of Numba, and nothing of a file that is mapped.
    """
    sizes = [size for size in (5, 7) if size in evaluator.sizes]
    arrays = [array for size in sizes for array in evaluator.evaluate.tables(size)]
    different: dict[int, int] = {id(array): array.nbytes for array in arrays}
    return max(sum(different.values()), PAGESIZE)


def _hands(evaluator: Any, style: str) -> Iterator[Any]:
    """A hand of five cards and one of seven, in the evaluator's own form."""
    for size in (5, 7):
        if size in evaluator.sizes:
            cards = [5 * n for n in range(size)]
            if style != "python":
                import numpy as np

                yield np.array([cards])
            else:
                yield tuple(map(evaluator.encode, cards))


def _memory() -> int:
    """Resident bytes of this process."""
    resident: int = psutil.Process().memory_info().rss
    return resident


def _peak_memory() -> int:
    """The most resident bytes so far; 0 on a system that does not count them."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _print_cost(name: str, value: float) -> None:
    sys.stdout.write(f"{name} {value}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
