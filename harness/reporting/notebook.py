"""The progress of a check in a notebook: a line that is updated."""

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

STEP = 0.2
"""The least time between two updates, in seconds."""


def progress(total: int) -> Callable[[int], None]:
    """A function that takes each number of hands just done; it is silent outside a notebook.

    Args:
        total: the number of all hands.
    """
    shell = _kernel()
    if shell is None:
        return lambda hands: None
    from IPython.display import Pretty, display

    began, done, updated = monotonic(), 0, 0.0
    handle = display(Pretty(f"0 of {total:,} hands"), display_id=True)

    def advance(hands: int) -> None:
        nonlocal done, updated
        done += hands
        now = monotonic()
        if done < total and now - updated < STEP:
            return
        updated = now
        left = (now - began) / max(done, 1) * (total - done)
        line = f"{done:,} of {total:,} hands, {left:.0f} s left"
        handle.update(Pretty(line if done < total else f"{total:,} hands, {now - began:.0f} s"))

    return advance


def _kernel() -> Any:
    """The shell of a notebook; None elsewhere, also in IPython on a terminal."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if shell is not None and hasattr(shell, "kernel") else None
