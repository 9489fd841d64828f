"""The styles: how evaluators run, as a table of all that differs from one to another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import ARRAYS, BUILT_IN, COMPILED, PEERS, PUBLISHED, SCALARS
from evaluators.null import COPY, NULL, NULL_ARRAYS
from evaluators.rules import STANDARD, Rules
from harness.adapters import BEST_FIVE, COMPARISON, NAMING, STORED
from harness.adapters.asking import OneByOne, Program
from harness.adapters.commands import Command
from harness.adapters.comparing import Compared
from harness.adapters.completing import Named, Picked
from harness.processes.workers import Announce, unheard

if TYPE_CHECKING:
    from harness.adapters.arrays import Arrays

Driver: TypeAlias = "OneByOne | Arrays"
"""The object that asks an evaluator for the check."""


@dataclass(frozen=True)
class Style:
    """A way in which evaluators run.

    Attributes:
        name: the name that users type.
        how: the argument of a call, in words.
        ours: the places of our evaluators, by name.
        built_in: the names of those that are checked if none is named.
        timed: the names of those that are timed if none is named; the first ones measure the loop.
        takes_arrays: True if an evaluator takes an array of hands a call.
        marker: its marker in charts, as matplotlib names it.
        colour: its colour in charts.
    """

    name: str
    how: str
    ours: Mapping[str, str] = field(default_factory=dict)
    built_in: Iterable[str] = ()
    timed: Iterable[str] = ()
    takes_arrays: bool = False
    marker: str = ""
    colour: str = ""

    def driver(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> Driver:
        """The driver of an evaluator of this style, by the rules of a game."""
        if self.takes_arrays:
            from harness.adapters.arrays import Arrays
            from harness.adapters.stored import Lookup

            has_all = getattr(evaluator, "has_all_keys", False)
            return (Lookup if has_all else Arrays)(evaluator, rules)
        usual = Program if isinstance(evaluator, Command) else OneByOne
        return DRIVERS.get(self.name, usual)(evaluator, rules, announce)


DRIVERS: Mapping[str, type[OneByOne]] = {COMPARISON: Compared, NAMING: Named, BEST_FIVE: Picked}
"""The drivers of functions that say less than a key."""


STYLES = {
    style.name: style
    for style in (
        Style(
            *("python", "one hand a call", SCALARS, BUILT_IN),
            timed=[NULL, *BUILT_IN, *PUBLISHED, *PEERS],
            marker="o",
            colour="#0072b2",
        ),
        Style(
            *("numpy", "an array a call", ARRAYS, ARRAYS),
            timed=[NULL_ARRAYS, COPY, *ARRAYS],
            takes_arrays=True,
            marker="s",
            colour="#cc79a7",
        ),
        Style(
            *("compiled", "machine code", COMPILED, COMPILED),
            timed=COMPILED,
            takes_arrays=True,
            marker="^",
            colour="#009e73",
        ),
        Style(COMPARISON, "two hands a call"),
        Style(NAMING, "names of categories"),
        Style(BEST_FIVE, "the best five cards"),
        Style(STORED, "keys from a file", takes_arrays=True),
    )
}
"""Each style by its name; functions that say less than a key are not timed."""
