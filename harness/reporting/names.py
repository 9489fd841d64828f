"""The names of evaluators in charts and tables: a large table is stated wherever a time is."""

from collections.abc import Mapping
from typing import TypeAlias

from evaluators.preparing import TABLE_OF
from evaluators.two_plus_two.table import BYTES
from harness.adapters.place import Place
from harness.timing.counting import Count
from harness.timing.results import Timing

Labels: TypeAlias = Mapping[tuple[str, str], str]
"""Labels of evaluators, such as "not equivalent", by name and style."""


def is_library(name: str) -> bool:
    """True if an evaluator's name is the place of a shared library."""
    return Place.of(name).is_library


def shown_name(name: str) -> str:
    """An evaluator's name, with the size of its table if that fits in no cache.

    >>> shown_name("two-plus-two"), shown_name("rank-sums")
    ('two-plus-two (130 MB)', 'rank-sums')
    """
    return f"{name} ({BYTES / 1e6:.0f} MB)" if name == TABLE_OF else name


def name_and_style(name: str, style: str) -> str:
    """An evaluator's name, and its style unless that is one hand a call.

    >>> name_and_style("two-plus-two", "numpy"), name_and_style("rank-sums", "python")
    ('two-plus-two (130 MB), numpy', 'rank-sums')
    """
    return shown_name(name) + ("" if style == "python" else f", {style}")


def described(timing: Timing | Count) -> str:
    """The evaluator of a timing or count: its name, its style, and whether it reads texts."""
    return name_and_style(timing.name, timing.style) + " (from text)" * timing.from_text
