"""Tell what the wrong hands of six and seven cards have in common, beside the best five.

A hand of seven has cards that do not count: of a second triple, a third pair, a sixth card of the
flush. Evaluators that are right at five cards are often wrong where such cards come in. If all
wrong hands of a category have one of these features, and most of its right hands do not, the hint
names the feature: that is true of the hands, whatever the code.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from evaluators.cards import Card, rank_of, suit_of
from harness.checking.causes import BESIDE_BEST_FIVE, Hint
from harness.hands.classes import CATEGORIES

MOST_HANDS = 100_000
"""With more wrong hands than this there is no hint; of right hands, the first are looked at."""


def two_triples(hand: Sequence[Card]) -> bool:
    """Whether two ranks come three times."""
    return _counts(hand)[:2] == [3, 3]


def three_pairs(hand: Sequence[Card]) -> bool:
    """Whether three ranks come twice."""
    return _counts(hand)[:3] == [2, 2, 2]


def pair_beside_four(hand: Sequence[Card]) -> bool:
    """Whether another rank comes twice or more beside four of a kind."""
    first, second, *_ = *_counts(hand), 0
    return first == 4 and second > 1


def two_pairs_beside_three(hand: Sequence[Card]) -> bool:
    """Whether two ranks come twice beside three of a kind."""
    return _counts(hand)[:3] == [3, 2, 2]


def six_of_a_suit(hand: Sequence[Card]) -> bool:
    """Whether six cards or more have one suit."""
    return max(Counter(map(suit_of, hand)).values()) > 5


def six_in_a_row(hand: Sequence[Card]) -> bool:
    """Whether six ranks or more are in a row; the ace is low or high."""
    ranks = set(map(rank_of, hand))
    row = sorted(ranks | {-1} if 12 in ranks else ranks)
    longest = length = 1
    for low, high in pairwise(row):
        length = length + 1 if high == low + 1 else 1
        longest = max(longest, length)
    return longest > 5


FEATURES: Sequence[tuple[str, Callable[[Sequence[Card]], bool]]] = (
    ("two triples", two_triples),
    ("three pairs", three_pairs),
    ("a pair, or more, beside four of a kind", pair_beside_four),
    ("two pairs beside three of a kind", two_pairs_beside_three),
    ("six cards or more of one suit", six_of_a_suit),
    ("six ranks or more in a row", six_in_a_row),
)
"""What spare cards can make of a hand."""


def hint(
    category: int, wrong: Sequence[Sequence[Card]], right: Sequence[Sequence[Card]]
) -> Hint | None:
    """The hint that names a feature of all wrong hands that most right ones do not have, if any.

    Args:
        category: the category of these hands.
        wrong: all of its wrong hands.
        right: right ones.
    """
    for words, has in FEATURES:
        if all(map(has, wrong)) and 2 * sum(map(has, right)) <= len(right):
            every = f"every wrong {CATEGORIES[category]} has {words}"
            return Hint(BESIDE_BEST_FIVE, f"{every}: check which of its cards count")
    return None


def _counts(hand: Sequence[Card]) -> list[int]:
    """How often each rank comes, the most often first."""
    return sorted(Counter(map(rank_of, hand)).values(), reverse=True)
