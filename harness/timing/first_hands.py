"""``python -m harness.timing.first_hands NAME STYLE``: what an evaluator costs in this process.

Prints a name and a number on each line, see `cold`. Before the evaluator's import is timed, nothing
is imported that it may import itself, except NumPy for an evaluator of arrays.
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

from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED, load, load_vectorized


def main(name: str, style: str) -> None:
    """Measure the import, the first hands, the memory, and the evaluator's own tables."""
    if style == "numpy":
        import numpy  # noqa: F401  so that its import is not the evaluator's
    before = _memory()
    began = perf_counter()
    evaluator = _load(name, style)
    _say("import", perf_counter() - began)
    for hand in _hands(evaluator, style):
        began = perf_counter()
        evaluator.evaluate(hand)
        _say(f"first-{len(hand[0]) if style == 'numpy' else len(hand)}", perf_counter() - began)
    _say("memory", max(_memory() - before, PAGESIZE))  # it is counted in pages
    if peak := _peak_memory():
        _say("peak-memory", peak)
    if name not in PEERS and (spec := _spec(name, style)):
        _own_tables(name, style, spec)


def _own_tables(name: str, style: str, spec: ModuleSpec) -> None:
    """Run the evaluator's module again, beside the first, now that all it imports is there."""
    attribute = _place(name, style).partition(":")[2]

    def again() -> Any:
        beside = module_from_spec(spec)
        assert spec.loader
        spec.loader.exec_module(beside)
        return getattr(beside, attribute) if attribute else beside

    began = perf_counter()
    again()
    _say("tables", perf_counter() - began)
    tracemalloc.start()
    evaluator = again()
    for hand in _hands(evaluator, style):
        evaluator.evaluate(hand)
    _say("tables-memory", tracemalloc.get_traced_memory()[0])


def _load(name: str, style: str) -> Any:
    return load_vectorized(name) if style == "numpy" else load(name)


def _place(name: str, style: str) -> str:
    """The module of an evaluator, and what it is called there."""
    known = VECTORIZED if style == "numpy" else BUILT_IN | PUBLISHED
    return known.get(name, name)


def _spec(name: str, style: str) -> ModuleSpec | None:
    return find_spec(_place(name, style).partition(":")[0])


def _hands(evaluator: Any, style: str) -> Iterator[Any]:
    """A hand of five cards and one of seven, as the evaluator takes them."""
    for size in (5, 7):
        if size in evaluator.sizes:
            cards = [5 * n for n in range(size)]
            if style == "numpy":
                import numpy as np

                yield np.array([cards])
            else:
                yield tuple(map(evaluator.encode, cards))


def _memory() -> int:
    """Bytes that this process holds."""
    held: int = psutil.Process().memory_info().rss
    return held


def _peak_memory() -> int:
    """The most bytes that it ever held; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        1 if sys.platform == "darwin" else 1024
    )


def _say(what: str, value: float) -> None:
    sys.stdout.write(f"{what} {value}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
