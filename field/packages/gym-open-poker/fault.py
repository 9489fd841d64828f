import sys
from importlib import import_module
from importlib.metadata import files

from numpy.random import RandomState

here = next(file for file in files("gym-open-poker") if file.match("poker_util/dealer.py"))
sys.path.append(str(here.locate().parent))  # as gym_open_poker.envs does
Card = import_module("card").Card
get_best_hand = import_module("card_utility_actions").get_best_hand
start = import_module("initialize_game_elements").initialize_game_element

game = start({}, {}, RandomState(0))
suits = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}


def best(hand):
    cards = [Card(suits[suit], "A23456789TJQK".index(rank) + 1) for rank, suit in hand.split()]
    return get_best_hand(game, cards)


print("5h 6c:", best("5h 6c 9h 8d 7c 6s 2d"), "  Ad Ac:", best("Ad Ac 9h 8d 7c 6s 2d"))
print("4h 4d:", best("4h 4d Kd Kc 5d 5c 9s"), "  8h 3d:", best("8h 3d Kd Kc 5d 5c 9s"))
print("As 2c:", best("As 2c Kh Qh Jh Th 9h"), "  8c 3d:", best("8c 3d Kh Qh Jh Th 9h"))
