"""The progress of a check in a notebook: a line that is updated."""

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

STEP = 0.2
"""Seconds between two lines, at least."""


def progress(total: int) -> Callable[[int], None]:
    """What to call with each number of hands that are done; outside of a notebook, it is silent.

    Args:
        total: hands to do.
    """
    shell = _kernel()
    if shell is None:
        return lambda hands: None
    from IPython.display import Pretty, display

    began, done, said = monotonic(), 0, 0.0
    handle = display(Pretty(f"0 of {total:,} hands"), display_id=True)

    def advance(hands: int) -> None:
        nonlocal done, said
        done += hands
        now = monotonic()
        if done < total and now - said < STEP:
            return
        said = now
        left = (now - began) / max(done, 1) * (total - done)
        line = f"{done:,} of {total:,} hands, {left:.0f} s left"
        handle.update(Pretty(line if done < total else f"{total:,} hands, {now - began:.0f} s"))

    return advance


def _kernel() -> Any:
    """The notebook's shell; nothing in a terminal, where a cell has no place of its own."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell if shell is not None and hasattr(shell, "kernel") else None
