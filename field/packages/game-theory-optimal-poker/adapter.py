"""game-theory-optimal-poker, by Ted Petrou: counts ranks and suits; Evaluator.score."""

from answering import answer
from game_theory_optimal_poker.poker import Card, Evaluator

numbers = {
    rank + suit: 13 * place + number
    for place, suit in enumerate("scdh")
    for number, rank in enumerate("23456789TJQKA")
}


def key(hand):
    return Evaluator([Card(numbers[card]) for card in hand]).score


answer(key)
