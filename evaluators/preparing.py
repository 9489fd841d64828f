"""Make what evaluators need before their first use: machine code, and a table.

Commands prepare before they start workers, whose time limits are for evaluating. A line on standard
error says what takes long.
"""

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

from evaluators import COMPILED, COMPILED_SIZES, DEALT, OF_DEALS, WALKS, find, load_arrays
from evaluators.compiled import store
from evaluators.errors import UserError
from evaluators.two_plus_two import table

TABLE_OF = "two-plus-two"
"""The evaluator whose table is kept in a file."""


MISSING = "the compiled style needs Numba: pip install numba"


class NotInstalledError(UserError):
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
    ours = {*COMPILED, *(f"{folder}.compiled" for folder in OF_DEALS.values())}
    is_ours = style == "compiled" and not ours.isdisjoint(names)  # a library needs no Numba
    if is_ours and not store.is_installed():
        raise NotInstalledError
    if TABLE_OF in names:
        build_table()
    if is_ours and not store.is_ready():
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
    for name in (*COMPILED, *OF_DEALS):
        began = perf_counter()
        place = f"{OF_DEALS[name]}.compiled" if name in OF_DEALS else name
        kernels = [load_arrays(place, "compiled").evaluate.kernel]  # type: ignore[attr-defined]
        if name in WALKS:
            kernels.append(find(WALKS[name].partition(":")[0], {}).kernel)
        if name in ("rank-sums", *OF_DEALS):  # which `rank_many` takes, and then reads hands so
            kernels.append(find("evaluators.compiled.reading", {}).prepare)
        for kernel in kernels:
            for size in [DEALT] if name in OF_DEALS else COMPILED_SIZES:
                with _ctrl_c_waits():
                    kernel(size)
        progress(name, perf_counter() - began)
    store.say_ready()


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
