"""The styles: how evaluators run. What differs from style to style stands in this table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from evaluators import ARRAYS, BUILT_IN, COMPILED, SCALARS
from harness.adapters.asking import OneByOne, Program

if TYPE_CHECKING:
    from harness.adapters.arrays import Arrays

Asked: TypeAlias = "OneByOne | Arrays"
"""An evaluator, as the check asks it."""


@dataclass(frozen=True)
class Style:
    """How an evaluator runs.

    Attributes:
        name: the name that users type.
        words: what follows "all hands" where a check says what it does.
        ours: the places of our evaluators, by name.
        built_in: the names of those that are taken if none is named.
        takes_arrays: whether an evaluator takes an array of hands a call, or one hand.
    """

    name: str
    words: str
    ours: Mapping[str, str]
    built_in: Mapping[str, str]
    takes_arrays: bool = False

    def asked(self, evaluator: Any) -> Asked:
        """How the check asks an evaluator of this style."""
        if self.takes_arrays:
            from harness.adapters.arrays import Arrays

            return Arrays(evaluator)
        return Program(evaluator) if hasattr(evaluator, "evaluate_many") else OneByOne(evaluator)


STYLES = {
    style.name: style
    for style in (
        Style("python", "", SCALARS, BUILT_IN),
        Style("numpy", ", an array of them a call", ARRAYS, ARRAYS, True),
        Style("compiled", ", an array of them a call, in machine code", COMPILED, COMPILED, True),
        Style("comparison", ", two of them a call", {}, {}),
    )
}
"""Each style by its name; a comparison takes two hands and says who wins."""
