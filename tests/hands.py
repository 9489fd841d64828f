"""Hands for the tests: from text, and from hypothesis."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from evaluators import Evaluator
from evaluators.cards import DECK, Card, parse_hand


def key(evaluator: Evaluator[Any, Any], hand: str | Sequence[Card]) -> Any:
    """What an evaluator says of a hand that is text or cards."""
    cards = parse_hand(hand) if isinstance(hand, str) else hand
    return evaluator.evaluate([evaluator.encode(card) for card in cards])


def hands(size: int) -> st.SearchStrategy[list[Card]]:
    """Hands of distinct cards, in any order."""
    return st.lists(st.sampled_from(DECK), min_size=size, max_size=size, unique=True)
