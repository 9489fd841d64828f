"""Hands for the tests, and their keys."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators import Evaluator
from evaluators.cards import DECK, Card, parse_hand, rank_of, suit_of
from harness.hands.arrays import examples, numbers_of


def key(evaluator: Evaluator[Any, Any], hand: str | Sequence[Card]) -> Any:
    """An evaluator's key of a hand that is text or cards."""
    cards = parse_hand(hand) if isinstance(hand, str) else hand
    return evaluator.evaluate([evaluator.encode(card) for card in cards])


RARE_DECKS = [
    list(DECK),
    [card for card in DECK if rank_of(card) in {12, 11, 5}],
    [card for card in DECK if rank_of(card) in {12, 0, 1, 2, 3}],
    [card for card in DECK if suit_of(card) in {1, 2}],
    [card for card in DECK if suit_of(card) == 1 or rank_of(card) in {7, 8}],
]
"""The whole deck, and decks of few ranks or suits, whose hands have the rare shapes."""


@cache
def dealt(size: int) -> tuple[NDArray[np.uint8], list[int]]:
    """Hands whose cards are in any order, and their class numbers.

    One hand of each class, random hands, and hands of few ranks or suits.
    """
    random = Random(size)
    hands = [random.sample(hand, size) for hand in examples(size).values()]
    hands += [random.sample(deck, size) for deck in RARE_DECKS for _ in range(400)]
    as_array = np.array(hands, np.uint8)
    return as_array, numbers_of(as_array).tolist()
