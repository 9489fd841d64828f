"""pokerkit, by the University of Toronto: the showdown of a whole game.

A hand is an object that compares, and refuses what is no hand; the place of its entry among all
is a number.
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
    """The place of the hand among all that its lookup knows."""
    best = StandardHighHand(hand) if len(hand) == 5 else StandardHighHand.from_game(hand)
    return best.entry.index
