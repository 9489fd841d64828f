"""What every evaluator must be.

Following this is enough; nobody has to inherit. A module with these five names is
an evaluator, and so is an instance of a class that has them.
"""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from evaluators.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key: TypeAlias = "int | float | str | tuple[Key, ...] | list[Key]"
"""What an evaluator says of a hand: a value whose order is total."""

CardT = TypeVar("CardT")
KeyT = TypeVar("KeyT", covariant=True)


class Described(Protocol):
    """What an evaluator of either style says of itself."""

    @property
    def name(self) -> str:
        """What people call it: ``cactus-kev``."""

    @property
    def sizes(self) -> Container[int]:
        """How many cards it takes: ``range(5, 8)``."""

    @property
    def lower_wins(self) -> bool:
        """Which way its keys run: True where the lower key is the stronger hand."""


class Evaluator(Described, Protocol[CardT, KeyT]):
    """One implementation of one way to rank hands: the `python` style, one hand a call."""

    def encode(self, card: Card, /) -> CardT:
        """The card in the evaluator's own form; made once per card, outside the hot path."""

    def evaluate(self, hand: Sequence[CardT], /) -> KeyT:
        """The key of a hand of encoded cards. The hot path: pure, and checks nothing."""


class ArrayEvaluator(Described, Protocol):
    """One implementation that takes an array of hands a call: the `numpy` style."""

    def evaluate(self, hands: "NDArray[np.integer[Any]]", /) -> "NDArray[Any]":
        """From ``(n, k)`` card numbers to ``(n,)`` keys. The hot path: it checks nothing."""
