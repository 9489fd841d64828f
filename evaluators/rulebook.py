"""The rules of poker, read literally: the oracle.

This evaluator is neither clever nor fast. Each rule stands on its own, in the order in which a book
of rules lists them, and none uses a strategy's trick. All other evaluators are compared with this
one, so readers should be able to verify it by eye.

The key of five cards is ``(category, ranks)``: categories from 0 (high card) to 8 (straight flush),
ranks in the order in which the rules compare them. Ranks are those of the cards, 0 (deuce) to 12
(ace), and the ace of a wheel is -1, one below the deuce. The key of more cards is that of their
best five.

The rulebook itself is checked against combinatorics: the number of hands in every category and
class (``harness.hands.classes``).
"""

from collections.abc import Sequence
from itertools import combinations

from evaluators.cards import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    HIGH_CARD,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Card,
    rank_of,
    suit_of,
)

name = "rulebook"
sizes = range(5, 8)
lower_wins = False

LOW_ACE = -1

RulebookCard = tuple[int, int]
RulebookKey = tuple[int, tuple[int, ...]]


def encode(card: Card) -> RulebookCard:
    """The card as ``(rank, suit)``.

    >>> encode(45)
    (11, 1)
    """
    return rank_of(card), suit_of(card)


def evaluate(hand: Sequence[RulebookCard]) -> RulebookKey:
    """The category of the hand's best five cards, and the ranks that break ties in it.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Jc Jh 9s")])
    (2, (11, 9, 7))
    >>> evaluate([encode(card) for card in parse_hand("Ad 2s 3c 4h 5s")])
    (4, (3, 2, 1, 0, -1))
    """
    if len(hand) > 5:
        return max(map(evaluate, combinations(hand, 5)))

    ranks = sorted((rank for rank, _ in hand), reverse=True)
    flush = len({suit for _, suit in hand}) == 1
    if ranks == [12, 3, 2, 1, 0]:  # the wheel: A-2-3-4-5, where the ace plays low
        ranks = [3, 2, 1, 0, LOW_ACE]
    straight = all(ranks[i] == ranks[0] - i for i in range(5))

    different = sorted(set(ranks), reverse=True)
    fours = [rank for rank in different if ranks.count(rank) == 4]
    threes = [rank for rank in different if ranks.count(rank) == 3]
    pairs = [rank for rank in different if ranks.count(rank) == 2]
    kickers = [rank for rank in different if ranks.count(rank) == 1]

    if straight and flush:
        category = STRAIGHT_FLUSH
    elif fours:
        category = FOUR_OF_A_KIND
    elif threes and pairs:
        category = FULL_HOUSE
    elif flush:
        category = FLUSH
    elif straight:
        category = STRAIGHT
    elif threes:
        category = THREE_OF_A_KIND
    elif len(pairs) == 2:
        category = TWO_PAIR
    elif pairs:
        category = ONE_PAIR
    else:
        category = HIGH_CARD
    # Ranks that occur more often are compared first, then the kickers.
    return category, (*fours, *threes, *pairs, *kickers)
