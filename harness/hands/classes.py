"""The 7,462 classes of five-card hands, as the rulebook orders them.

Hands that tie with each other form a class. Classes are numbered from 1, the royal flush, to 7462,
7-5-4-3-2 in several suits. Only the ranks of five cards matter to the rules, and whether all suits
are the same. So the rulebook evaluates one hand of each such case, and its keys in order are the
classes. The check runs the rulebook on every hand, too, and so verifies that nothing else about
suits matters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from evaluators import rulebook
from evaluators.cards import DECK, RANK_NAMES, RANKS, Card, Category, rank_of

CATEGORIES = tuple(map(str, Category))
WAYS = [comb(4, cards) for cards in range(5)]
"""How many ways there are to choose so many cards of a rank."""
ENCODED = [rulebook.encode(card) for card in DECK]


@dataclass(frozen=True, slots=True)
class HandClass:
    """A class: all hands that tie with each other.

    Attributes:
        number: 1 (royal flush) to 7462 (7-5-4-3-2).
        category: 0 (high card) to 8 (straight flush).
        ranks: in the order in which the rules compare them; -1 is the ace of a wheel.
        size: the number of its hands.
        example: one of its hands.
    """

    number: int
    category: int
    ranks: tuple[int, ...]
    size: int
    example: tuple[Card, ...]

    def __str__(self) -> str:
        """The players' name for it.

        >>> print(classes()[0], classes()[10], classes()[166], classes()[6185], sep="; ")
        royal flush; four aces, K; aces full of kings; high card, A-K-Q-J-9
        """
        top = RANK_NAMES[self.ranks[0]]
        first, second = map(_plural, self.ranks[:2])
        match self.category:
            case Category.STRAIGHT_FLUSH if top == "ace":
                return "royal flush"
            case Category.STRAIGHT_FLUSH | Category.STRAIGHT:
                return f"{top}-high {CATEGORIES[self.category]}"
            case Category.FOUR_OF_A_KIND:
                return f"four {first}, {_short(self.ranks[1:])}"
            case Category.FULL_HOUSE:
                return f"{first} full of {second}"
            case Category.THREE_OF_A_KIND:
                return f"three {first}, {_short(self.ranks[1:])}"
            case Category.TWO_PAIR:
                return f"{first} and {second}, {_short(self.ranks[2:])}"
            case Category.ONE_PAIR:
                return f"pair of {first}, {_short(self.ranks[1:])}"
        return f"{CATEGORIES[self.category]}, {_short(self.ranks)}"


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def _short(ranks: Sequence[int]) -> str:
    return "-".join(RANKS[rank] for rank in ranks)


def without_flush(ranks: Sequence[int]) -> tuple[Card, ...]:
    """A hand of these sorted ranks that has no flush."""
    return tuple(4 * rank + (3 - place) % 4 for place, rank in enumerate(ranks))


@cache
def classes() -> tuple[HandClass, ...]:
    """All 7,462 classes, the best first; class `n` has the index ``n - 1``.

    >>> len(classes()), classes()[1600].size, str(classes()[1600])
    (7462, 1020, 'king-high straight')
    """
    rows: list[tuple[rulebook.RulebookKey, int, tuple[Card, ...]]] = []
    for ranks in combinations_with_replacement(range(12, -1, -1), 5):
        if ranks[0] == ranks[4]:
            continue
        different = set(ranks)
        ways = prod(WAYS[ranks.count(rank)] for rank in different)
        if len(different) == 5:
            ways -= 4
            flush = tuple(4 * rank + 3 for rank in ranks)
            rows.append((_rulebook_key(flush), 4, flush))
        hand = without_flush(ranks)
        rows.append((_rulebook_key(hand), ways, hand))

    rows.sort(reverse=True)
    return tuple(
        HandClass(number, category, ranks, size, example)
        for number, ((category, ranks), size, example) in enumerate(rows, start=1)
    )


def _rulebook_key(hand: Sequence[Card]) -> rulebook.RulebookKey:
    return rulebook.evaluate([ENCODED[card] for card in hand])


def class_of(hand: Sequence[Card]) -> HandClass:
    """The class of a hand of five cards, or of the best five of more.

    >>> from evaluators.cards import parse_hand
    >>> class_of(parse_hand("Kd Qs Jc Th 9s")).number
    1601
    """
    return classes()[number_of(hand) - 1]


def number_of(hand: Sequence[Card]) -> int:
    """The class number of a hand of five cards, or of the best five of more."""
    return _number_of_key()[_rulebook_key(hand)]


@cache
def _number_of_key() -> dict[rulebook.RulebookKey, int]:
    return {(each.category, each.ranks): each.number for each in classes()}


def hands_of(hand_class: HandClass) -> list[tuple[Card, ...]]:
    """All hands of a class, in order.

    >>> len(hands_of(classes()[1600]))
    1020
    """
    ranks = {rank_of(card) for card in hand_class.example}
    cards = [card for card in DECK if rank_of(card) in ranks]
    return [hand for hand in combinations(cards, 5) if class_of(hand) is hand_class]
