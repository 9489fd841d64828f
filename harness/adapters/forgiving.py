"""An evaluator that answers on every hand, also where the one inside it fails.

It is for grading. An evaluator that raises on one hand has no order of all hands, and so no verdict
on the others. Here every hand on which it fails gets the same key, which no other hand has. These
hands are then wrong, and the verdict says what else is.
"""

from collections.abc import Container, Sequence
from typing import Any

from evaluators.cards import Card
from evaluators.protocol import Key
from harness.adapters.keys import plain
from harness.hands.classes import examples
from harness.processes.workers import raised_by_others

PREFIX = "forgiving:"
VOTES = 20
"""Pairs of a strong and a weak hand whose keys say which way all of them run."""


class Forgiving:
    """An evaluator that always answers: ``(1, key)``, or ``(0,)`` where the one within fails."""

    def __init__(self, evaluator: Any) -> None:
        self.name: str = evaluator.name
        self.sizes: Container[int] = evaluator.sizes
        self._within = evaluator
        told = getattr(evaluator, "lower_wins", None)
        self.lower_wins: bool = self._seem_to_run_down() if told is None else bool(told)

    def encode(self, card: Card) -> Any:
        """As the evaluator within."""
        return self._within.encode(card)

    def evaluate(self, hand: Sequence[Any]) -> Key:
        """Its key in a pair, or one that no hand has on which it does not fail."""
        try:
            return 1, plain(self._within.evaluate(hand))
        except raised_by_others():
            return (0,)

    def _seem_to_run_down(self) -> bool:
        """Whether more strong hands have a lower key than weak ones, of those with any."""
        size = next(size for size in (5, 6, 7) if size in self.sizes)
        keys = [self.evaluate([*map(self.encode, hand)]) for hand in examples(size).values()]
        lower = higher = 0
        for strong, weak in zip(keys[:VOTES], keys[-VOTES:]):
            if len(strong) == len(weak) == 2:  # type: ignore[arg-type]
                try:
                    lower += strong < weak  # type: ignore[operator]
                    higher += strong > weak  # type: ignore[operator]
                except TypeError:
                    continue
        return lower > higher
