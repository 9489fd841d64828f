"""pokerface, by Juho Kim: StandardEvaluator.evaluate_hand; the key re-reads its comparison."""

from answering import answer, places
from pokerface import StandardEvaluator, parse_cards


def read(hand):
    return StandardEvaluator.evaluate_hand(
        parse_cards("".join(hand[:2])), parse_cards("".join(hand[2:]))
    )


def compare(first, second):
    return (first > second) - (first < second)


answer(places(read, compare), read)
