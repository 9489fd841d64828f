"""rlcard, by the DATA Lab at Texas A&M University: the key re-reads compare_hands."""

from answering import answer, places
from rlcard.games.limitholdem.utils import Hand, compare_hands


def read(hand):
    return [card[1].upper() + card[0] for card in hand]


def compare(first, second):
    won, lost = compare_hands([first, second])
    return won - lost


def evaluate(hand):
    Hand(read(hand)).evaluateHand()


answer(places(read, compare), evaluate)
