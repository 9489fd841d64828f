"""How the programs that measure load an evaluator."""

from collections.abc import Callable
from functools import partial
from typing import Any

import evaluators


def loader(place: str, style: str) -> Callable[[], Any]:
    """A function that loads the evaluator at a place.

    `adopt` is imported only for evaluators that are not ours: the import takes longer than that of
    any of ours, and it includes modules that these may import themselves.

    >>> loader("rank-sums", "numpy")().name
    'rank-sums'
    """
    if place in evaluators.BY_STYLE[style]:
        return partial(evaluators.load, place, style)
    from harness.adapters import adopt

    return partial(adopt.load, place, style)
