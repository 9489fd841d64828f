"""xiapl, by Xiang: evaluate_cards and evaluate_hand, their category and kickers, in C++."""

from answering import RULES, answer, hand_and_board
from xiapl.card import Card
from xiapl.eval import evaluate_cards, evaluate_hand
from xiapl.simulation import GameType
from xiapl.utils import cards_to_mask

CARDS = {rank + suit: Card.from_string(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"}


def key(hand):
    cards = [CARDS[card] for card in hand]
    if RULES == "omaha":
        own, board = map(cards_to_mask, hand_and_board(cards))
        result = evaluate_hand(board, own, game=GameType.Plo)
    else:
        result = evaluate_cards(cards)
    return int(result.category), result.kickers


answer(key)
