"""The protocol of evaluators.

Following this is enough; nobody has to inherit. A module with the five names of `Evaluator` is an
evaluator, and so is an instance of a class that has them. An evaluator of arrays has no `encode`.
"""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from evaluators.cards import Card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key: TypeAlias = "int | float | str | tuple[Key, ...] | list[Key]"
"""The value that an evaluator returns for a hand; the order of keys is total."""

CardT = TypeVar("CardT")
KeyT = TypeVar("KeyT", covariant=True)


class Described(Protocol):
    """The attributes that evaluators of both styles have."""

    @property
    def name(self) -> str:
        """The name that users type: ``cactus-kev``."""

    @property
    def sizes(self) -> Container[int]:
        """The hand sizes that it accepts: ``range(5, 8)``."""

    @property
    def lower_wins(self) -> bool:
        """True if the lower key is the stronger hand."""


class Evaluator(Described, Protocol[CardT, KeyT]):
    """One implementation of a strategy in the `python` style: one hand per call."""

    def encode(self, card: Card, /) -> CardT:
        """The card in the evaluator's own form; called once per card, outside the hot path."""

    def evaluate(self, hand: Sequence[CardT], /) -> KeyT:
        """The key of a hand of encoded cards: the hot path, pure and without validation."""


class ArrayEvaluator(Described, Protocol):
    """One implementation of a strategy in the `numpy` style: an array of hands per call."""

    def evaluate(self, hands: "NDArray[np.integer[Any]]", /) -> "NDArray[Any]":
        """The ``(n,)`` keys of ``(n, k)`` card numbers: the hot path, without validation.

        In a check, cards are int64, or uint8 where the annotation says ``NDArray[np.uint8]``.
        Rows of keys, ``(n, m)``, are compared as tuples.
        """
