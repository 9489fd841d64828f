"""pokerkit, by the University of Toronto: the showdown of a whole game.

A hand is an object that can be compared and whose constructor refuses invalid cards. The key is the
index of its entry in the library's lookup.
"""

from collections.abc import Sequence

from pokerkit import Card as PokerkitCard
from pokerkit import StandardHighHand

from evaluators.cards import Card, format_card

name = "pokerkit"
sizes = range(5, 8)
lower_wins = False


def encode(card: Card) -> PokerkitCard:
    """The card as a ``pokerkit.Card``."""
    (encoded,) = PokerkitCard.parse(format_card(card))
    return encoded


def evaluate(hand: Sequence[PokerkitCard]) -> int:
    """The index of the hand's entry in the library's lookup."""
    best = StandardHighHand(hand) if len(hand) == 5 else StandardHighHand.from_game(hand)
    return best.entry.index
