"""pokerface, by Juho Kim: evaluate_hand of an evaluator; the key re-reads its comparison."""

import pokerface
from answering import RULES, answer, hand_and_board, places

evaluator = {
    "standard": pokerface.StandardEvaluator,
    "short-deck": pokerface.ShortDeckEvaluator,
    "deuce-to-seven": pokerface.Lowball27Evaluator,
    "ace-to-five": pokerface.LowballA5Evaluator,
    "omaha": pokerface.OmahaEvaluator,
}[RULES]


def read(hand):
    own, board = hand_and_board(hand)
    return evaluator.evaluate_hand(
        pokerface.parse_cards("".join(own)), pokerface.parse_cards("".join(board))
    )


def compare(first, second):
    return (first > second) - (first < second)


answer(places(read, compare), read)
