"""The rules of poker, read literally: the oracle.

This evaluator is neither clever nor fast. Each rule stands on its own, in the order in which a book
of rules lists them, and none uses a strategy's trick. All other evaluators are compared with this
one, so readers should be able to verify it by eye.

The key of five cards is ``(category, ranks)``: categories from 0 (high card) to 8 (straight flush),
ranks in the order in which the rules compare them. Ranks are those of the cards, 0 (deuce) to 12
(ace), and the ace of a wheel is -1, below all others. The key of more cards is that of their best
five; in Omaha, of the best of three of the board and two of a player's own.

By the rules of another game, a category is its place among those that count in it, and where the
lowest hand wins, the lowest key does.

The rulebook itself is checked against combinatorics: the number of hands in every category and
class (``harness.hands.classes``).
"""

from collections.abc import Sequence
from functools import partial

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
from evaluators.rules import STANDARD, Rules

name = "rulebook"
sizes = range(5, 8)
lower_wins = False

ACE, LOW_ACE = 12, -1

RulebookCard = tuple[int, int]
RulebookKey = tuple[int, tuple[int, ...]]


def encode(card: Card) -> RulebookCard:
    """The card as ``(rank, suit)``.

    >>> encode(45)
    (11, 1)
    """
    return rank_of(card), suit_of(card)


def evaluate(hand: Sequence[RulebookCard], rules: Rules = STANDARD) -> RulebookKey:
    """The category of the hand's best five cards, and the ranks that break ties in it.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("Kd Ks Jc Jh 9s")])
    (2, (11, 9, 7))
    >>> evaluate([encode(card) for card in parse_hand("Ad 2s 3c 4h 5s")])
    (4, (3, 2, 1, 0, -1))
    """
    if len(hand) > 5:
        best = min if rules.lowest_wins else max
        return best(evaluate(five, rules) for five in rules.fives(hand))

    ranks = sorted((rank for rank, _ in hand), reverse=True)
    flush = len({suit for _, suit in hand}) == 1
    if rules.ace_is_low:
        ranks = sorted((LOW_ACE if rank == ACE else rank for rank in ranks), reverse=True)
    straight = all(ranks[i] == ranks[0] - i for i in range(5))
    if rules.has_wheel and ranks == rules.wheel:  # A-2-3-4-5, where the ace plays low
        ranks = [*ranks[1:], LOW_ACE]
        straight = True
    straight = straight and STRAIGHT in rules.categories
    flush = flush and FLUSH in rules.categories

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
    return rules.categories.index(category), (*fours, *threes, *pairs, *kickers)


class Rulebook:
    """The rulebook of a game as an evaluator; this module is that of the standard rules.

    >>> from evaluators.rules import RULES
    >>> low = Rulebook(RULES["ace-to-five"])
    >>> low.evaluate([low.encode(card) for card in (48, 0, 4, 8, 12)]), low.lower_wins
    ((0, (3, 2, 1, 0, -1)), True)
    """

    name = name

    def __init__(self, rules: Rules) -> None:
        self.sizes = rules.sizes
        self.lower_wins = rules.lowest_wins
        self.encode = encode
        self.evaluate = partial(evaluate, rules=rules)
