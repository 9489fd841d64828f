"""What evaluators need once, before they are used for the first time: machine code, and a table.

Commands prepare before they start workers, for the time limits of workers are for evaluating. A
line on standard error says what takes long. What is missing all the same, workers make on a clock
of our own, before the first hand.
"""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

from evaluators import (
    ARRAYS,
    BUILT_IN,
    COMPILED,
    COMPILED_SIZES,
    LESSONS,
    WALKS,
    find,
    load,
    load_arrays,
    rank_many,
)
from evaluators.compiled import store
from evaluators.two_plus_two import table
from harness.processes import workers

TABLE_OF = "two-plus-two"
"""The evaluator whose table is kept in a file."""


MISSING = "the compiled style needs Numba: pip install 'allhands[compiled]'"


class NotInstalledError(Exception):
    """Numba is missing."""

    def __init__(self) -> None:
        super().__init__(MISSING)


def prepare(names: Iterable[str], style: str) -> None:
    """Build the table and compile the built-in evaluators, as far as these need it.

    Args:
        names: names or places of evaluators.
        style: their style.

    Raises:
        NotInstalledError: machine code is wanted, and Numba is missing.
    """
    names = list(names)
    if style == "compiled" and not store.is_installed():
        raise NotInstalledError
    if TABLE_OF in names:
        build_table()
    if style == "compiled" and any(name in COMPILED for name in names) and not store.is_ready():
        compile_all()


def build_table() -> None:
    """Build the table of two-plus-two if its file is missing or damaged.

    Without NumPy it cannot be built: then this evaluator fails later, as one that is not installed.
    """
    with suppress(ImportError):
        table.ensure()


def compile_all(progress: Callable[[str, float], None] = lambda name, seconds: None) -> None:
    """Compile every built-in evaluator and walk, or load it if it is compiled already.

    Args:
        progress: called with the name of each evaluator, and the seconds that it took.

    Raises:
        NotInstalledError: Numba is missing.
        KeyboardInterrupt: between two kernels, if Ctrl-C was pressed.
    """
    if not store.is_installed():
        raise NotInstalledError
    for name in COMPILED:
        began = perf_counter()
        kernels = [load_arrays(name, "compiled").evaluate.kernel]  # type: ignore[attr-defined]
        if name in WALKS:
            kernels.append(find(WALKS[name].partition(":")[0], {}).kernel)
        for kernel in kernels:
            for size in COMPILED_SIZES:
                with _ctrl_c_waits():
                    kernel(size)
        progress(name, perf_counter() - began)
    store.say_ready()


OURS = {"python": BUILT_IN | LESSONS, "numpy": ARRAYS, "compiled": COMPILED}
"""The evaluators that `warm` evaluates a hand with: all that no code of others runs in."""


def warm(name: str, style: str, size: int) -> None:
    """Let a worker do all that a built-in evaluator does once, before its hands are timed.

    That is to import it, to build or read its tables, and to compile or load its machine code: all
    of it is done when it has evaluated one hand. Evaluators of others are left alone, for the
    limits of their import and of their first hand are theirs.

    Args:
        name: the name or place of an evaluator.
        style: its style.
        size: the number of cards in the hands that will be evaluated.

    Raises:
        ImportError: a library is missing, such as Numba for machine code.

    >>> warm("rank-sums", "python", 5)
    """
    if name not in OURS[style]:
        return
    workers.announce(0, workers.START)
    if style == "python":
        evaluator = load(name)
        if size in evaluator.sizes:
            evaluator.evaluate([evaluator.encode(card) for card in range(size)])
    elif size in load_arrays(name, style).sizes:
        rank_many([range(size)], name, style=style)


@contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block.

    LLVM calls Python functions. A KeyboardInterrupt in one of them is printed and lost, and the
    compiler then fails with an error of its own.
    """
    pressed: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if pressed:
        signal.raise_signal(signal.SIGINT)
