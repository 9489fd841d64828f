"""xiapl, by Xiang: evaluate_cards and evaluate_hand, their category and kickers, in C++."""

from answering import RULES, answer, decide
from xiapl.card import Card
from xiapl.eval import evaluate_cards, evaluate_hand
from xiapl.simulation import GameType
from xiapl.utils import cards_to_mask

CARDS = {rank + suit: Card.from_string(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"}


def value_of(result):
    return int(result.category), result.kickers


def key(hand):
    return value_of(evaluate_cards([CARDS[card] for card in hand]))


def winner(board, *players):
    board, *holes = (cards_to_mask([CARDS[card] for card in cards]) for cards in (board, *players))
    first, second = (value_of(evaluate_hand(board, hole, game=GameType.Plo)) for hole in holes)
    return (first > second) - (first < second)


decide(winner) if RULES == "omaha" else answer(key)
