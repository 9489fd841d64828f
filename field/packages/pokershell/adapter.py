"""pokershell, by Filip Blaha: find_best_hand, the two values that its results compare."""

from answering import answer
from pokershell.eval.manager import EvaluatorManager
from pokershell.model import Card

manager = EvaluatorManager()


def key(hand):
    result = manager.find_best_hand(Card.parse_cards(hand))
    return result.hand, [rank.value[1] for rank in result.complement_ranks]


answer(key)
