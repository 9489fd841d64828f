"""poker-coach-engine, by Poker Coach Engine: the best five cards; evaluate_best."""

from answering import answer
from poker_coach_engine.cards import parse_cards
from poker_coach_engine.evaluator import evaluate_best


def key(hand):
    return evaluate_best(parse_cards(" ".join(hand)))


answer(key)
