"""pokerlib, by kuco23: counts ranks and suits, with no tables.

A hand is an object that compares by its category and the ranks of the cards that play. These are
the key.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from pokerlib import HandParser
from pokerlib.enums import Rank, Suit

from evaluators.cards import Card, rank_of, suit_of

name = "pokerlib"
sizes = range(5, 8)
lower_wins = False
native = list

PokerlibCard: TypeAlias = tuple[Any, Any]

SUITS = (Suit.CLUB, Suit.DIAMOND, Suit.HEART, Suit.SPADE)


def encode(card: Card) -> PokerlibCard:
    """The card as a rank and a suit, members of two enums."""
    return Rank(rank_of(card)), SUITS[suit_of(card)]


def evaluate(hand: Sequence[PokerlibCard]) -> tuple[int, ...]:
    """The number of the category, then the ranks in the order in which they count."""
    return tuple(map(int, evaluate_native(list(hand))))  # enums take longer to compare


def evaluate_native(hand: list[PokerlibCard]) -> tuple[int, ...]:
    """The key of a hand in a list, as the library's own enums."""
    parser = HandParser(hand)
    return (parser.handenum, *[rank for rank, _ in parser.handfullcards])
