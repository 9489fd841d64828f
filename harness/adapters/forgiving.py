"""An evaluator that returns a key for every hand, even where the evaluator inside it fails.

It is for grading. An evaluator that raises on one hand does not order all hands, so the verdict
says nothing about the others. Here all hands on which it fails get the same key, which no other
hand has: they count as wrong, and the verdict also covers the rest. Only the grader uses it.
"""

from collections.abc import Container, Sequence
from functools import cache
from typing import Any

from evaluators.protocol import Key
from harness.adapters.keys import plain
from harness.hands.arrays import examples
from harness.processes.workers import raised_by_others

PREFIX = "forgiving:"
VOTES = 20
"""Pairs of a strong and a weak hand whose keys decide whether lower keys win."""


class Forgiving:
    """An evaluator with the key ``(1, key)``, or `failed_key` where the inner evaluator fails.

    Attributes:
        lower_wins: as the inner evaluator declares, or as its strongest and weakest hands show.
        failed_key: the key of all failing hands of a size.
    """

    def __init__(self, evaluator: Any) -> None:
        self.name: str = evaluator.name
        self.sizes: Container[int] = evaluator.sizes
        self._inner = evaluator
        self.encode = evaluator.encode
        declared = getattr(evaluator, "lower_wins", None)
        self.lower_wins: bool = self._infer_lower_wins() if declared is None else bool(declared)
        self.failed_key = cache(self._failed_key)

    def evaluate(self, hand: Sequence[Any]) -> Key:
        """The inner evaluator's key in a pair, or the key of all hands on which it fails."""
        return self._key(hand) or self.failed_key(len(hand))

    def _key(self, hand: Sequence[Any]) -> tuple[int, Any] | None:
        try:
            return 1, plain(self._inner.evaluate(hand))
        except raised_by_others():
            return None

    def _failed_key(self, size: int) -> Key:
        """A key that is weaker than all others, or stronger, if the weakest hand fails.

        A failing hand is therefore out of order, even if only the weakest class fails.
        """
        *_, weakest = examples(size).values()
        fails = self._key([*map(self.encode, weakest)]) is None
        return (0,) if fails == self.lower_wins else (2,)

    def _infer_lower_wins(self) -> bool:
        """Whether the stronger hand has the lower key in most pairs in which both have one."""
        size = next(size for size in (5, 6, 7) if size in self.sizes)
        hands = [*examples(size).values()]
        lower = higher = 0
        for pair in zip(hands[:VOTES], hands[-VOTES:]):
            strong, weak = (self._key([*map(self.encode, hand)]) for hand in pair)
            if strong and weak:
                try:
                    lower += strong < weak
                    higher += strong > weak
                except TypeError:
                    continue
        return lower > higher
