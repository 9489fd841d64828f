"""What an evaluator needs once, before it is used for the first time: machine code.

Commands prepare before they start workers, for the time limits of workers are for evaluating.
"""

from collections.abc import Callable, Iterable
from time import perf_counter

from evaluators import COMPILED, COMPILED_SIZES, load_arrays
from evaluators.compiled import store


class NotInstalledError(Exception):
    """Numba is missing."""

    def __init__(self) -> None:
        super().__init__("the compiled style needs Numba: pip install 'allhands[compiled]'")


def prepare(names: Iterable[str], style: str, say: Callable[[str], None]) -> None:
    """Compile the built-in evaluators among these, unless that was done before.

    Args:
        names: names or places of evaluators.
        style: their style.
        say: called with a line before something takes long.

    Raises:
        NotInstalledError: machine code is wanted, and Numba is missing.
    """
    if style != "compiled":
        return
    if not store.is_installed():
        raise NotInstalledError
    if any(name in COMPILED for name in names) and not store.is_ready():
        say(f"compiling evaluators to machine code, once (half a minute): {store.folder()}")
        compile_all()


def compile_all(progress: Callable[[str, float], None] = lambda name, seconds: None) -> None:
    """Compile every built-in evaluator, or load it if it is compiled already.

    Args:
        progress: called with the name of each evaluator, and the seconds that it took.

    Raises:
        NotInstalledError: Numba is missing.
    """
    if not store.is_installed():
        raise NotInstalledError
    from evaluators.compiled.machine_code import announcing

    announcing.said = True  # the caller says so
    for name in COMPILED:
        began = perf_counter()
        evaluator = load_arrays(name, "compiled")
        for size in COMPILED_SIZES:
            evaluator.evaluate.kernel(size)  # type: ignore[attr-defined]
        progress(name, perf_counter() - began)
    store.say_ready()
