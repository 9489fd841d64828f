"""pokerface, by Juho Kim: evaluate_hand of an evaluator; the key re-reads its comparison."""

import pokerface
from answering import RULES, answer, decide, places

evaluator = {
    "standard": pokerface.StandardEvaluator,
    "short-deck": pokerface.ShortDeckEvaluator,
    "deuce-to-seven": pokerface.Lowball27Evaluator,
    "ace-to-five": pokerface.LowballA5Evaluator,
    "omaha": pokerface.OmahaEvaluator,
}[RULES]


def best(hole, board):
    return evaluator.evaluate_hand(
        pokerface.parse_cards("".join(hole)), pokerface.parse_cards("".join(board))
    )


def read(hand):
    return best(hand[:2], hand[2:])


def compare(first, second):
    return (first > second) - (first < second)


def winner(board, first, second):
    return compare(best(first, board), best(second, board))


decide(winner) if RULES == "omaha" else answer(places(read, compare), read)
