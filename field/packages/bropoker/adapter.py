"""bropoker, by 7brothers: compare_hands, which names the winners. The key re-reads it."""

from answering import answer, places
from bropoker.games.limitholdem.utils import Hand, compare_hands


def read(hand):
    return [card[1].upper() + card[0] for card in hand]


def compare(first, second):
    wins = compare_hands([first, second])
    return wins[0] - wins[1]


def timed(hand):
    return Hand(read(hand)).evaluateHand()


answer(places(read, compare), timed)
