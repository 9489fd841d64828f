"""poker_game_engine, by Yassine K: the best five cards; HandEvaluator.best_hand.

Game.determine_winner compares the first two values that it returns.
"""

from answering import answer
from poker_game_engine.game_engine import Card, HandEvaluator

evaluator = HandEvaluator()
suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}


def key(hand):
    cards = [Card(suits[suit], rank.replace("T", "10")) for rank, suit in hand]
    return evaluator.best_hand(cards)[:2]


answer(key)
