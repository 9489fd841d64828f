"""pokerface, by Juho Kim: evaluate_hand of an evaluator; the key re-reads its comparison."""

import pokerface
from answering import RULES, answer, places

evaluator = {
    "standard": pokerface.StandardEvaluator,
    "short-deck": pokerface.ShortDeckEvaluator,
    "deuce-to-seven": pokerface.Lowball27Evaluator,
    "ace-to-five": pokerface.LowballA5Evaluator,
}[RULES]


def read(hand):
    return evaluator.evaluate_hand(
        pokerface.parse_cards("".join(hand[:2])), pokerface.parse_cards("".join(hand[2:]))
    )


def compare(first, second):
    return (first > second) - (first < second)


answer(places(read, compare), read)
