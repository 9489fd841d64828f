"""gym-open-poker, by Min-Hsueh Chiu: get_best_hand; compare_two_hands, which the key re-reads.

Its modules import each other by short names, from the folder that gym_open_poker.envs appends to
the path. They need neither gym nor pygame.
"""

import sys
from importlib import import_module
from importlib.metadata import files

from answering import answer, places
from numpy.random import RandomState

here = next(file for file in files("gym-open-poker") if file.match("poker_util/dealer.py"))
sys.path.append(str(here.locate().parent))
Card = import_module("card").Card
get_best_hand = import_module("card_utility_actions").get_best_hand
compare_two_hands = import_module("dealer").compare_two_hands
start = import_module("initialize_game_elements").initialize_game_element

game = start({}, {}, RandomState(0))
ranks = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}


def read(hand):
    return get_best_hand(game, [Card(suits[suit], ranks[rank]) for rank, suit in hand])


def compare(first, second):
    (kind, cards), (other, others) = first, second
    order = game["hand_rank_type"]
    return order[kind] - order[other] or compare_two_hands(game, cards, others)


answer(places(read, compare), read)
