"""An evaluator that answers on every hand, also where the one inside it fails.

It is for grading. An evaluator that raises on one hand has no order of all hands, and so no verdict
on the others. Here every hand on which it fails gets the same key, which no other hand has. These
hands are then wrong, and the verdict says what else is. No place outside names such an evaluator:
only the grader asks for it.
"""

from collections.abc import Container, Sequence
from functools import cache
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
    """An evaluator that always answers: ``(1, key)``, or where the one within fails, `failed_key`.

    Attributes:
        lower_wins: as the one within declares, or as its strongest and weakest hands show.
    """

    def __init__(self, evaluator: Any) -> None:
        self.name: str = evaluator.name
        self.sizes: Container[int] = evaluator.sizes
        self._within = evaluator
        declared = getattr(evaluator, "lower_wins", None)
        self.lower_wins: bool = self._seem_to_run_down() if declared is None else bool(declared)
        self.failed_key = cache(self._failed_key)

    def encode(self, card: Card) -> Any:
        """As the evaluator within."""
        return self._within.encode(card)

    def evaluate(self, hand: Sequence[Any]) -> Key:
        """Its key in a pair, or the key of all hands on which it fails."""
        return self._key(hand) or self.failed_key(len(hand))

    def _key(self, hand: Sequence[Any]) -> tuple[int, Any] | None:
        try:
            return 1, plain(self._within.evaluate(hand))
        except raised_by_others():
            return None

    def _failed_key(self, size: int) -> Key:
        """A key that is weaker than all others, or stronger, if the weakest hand fails.

        So a hand that fails is always out of order, also where only the weakest class fails.
        """
        *_, weakest = examples(size).values()
        fails = self._key([*map(self.encode, weakest)]) is None
        return (0,) if fails == self.lower_wins else (2,)

    def _seem_to_run_down(self) -> bool:
        """Whether more strong hands have a lower key than weak ones, of those with any."""
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
