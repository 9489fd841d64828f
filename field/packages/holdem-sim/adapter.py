"""holdem-sim, by Jay Cohen: only score_game compares hands. The key re-reads it."""

from answering import answer, places
from holdem_sim.simulation import Player, evaluate_hand, score_game


def read(hand):
    return evaluate_hand(hand[:2], hand[2:])


def compare(first, second):
    players = [Player(0), Player(1)]
    players[0].hand, players[1].hand = first, second
    score_game(players)
    return players[0].wins - players[1].wins


answer(places(read, compare), read)
