"""The classes of five-card hands, as the rulebook orders them: 7,462 by the standard rules.

Hands that tie with each other form a class. Classes are numbered from 1, the best hand of the game:
by the standard rules the royal flush, and 7462 is 7-5-4-3-2 in several suits. Only the ranks of
five cards matter to the rules, and whether all suits are the same. So the rulebook evaluates one
hand of each such case, and its keys in order are the classes. The check runs the rulebook on every
hand, too, and so verifies that nothing else about suits matters.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from operator import add
from typing import overload

from evaluators import rulebook
from evaluators.cards import DECK, RANK_NAMES, RANKS, Card, Category, rank_of, suit_of
from evaluators.rules import STANDARD, Rules

CATEGORIES = tuple(map(str, Category))
WAYS = [comb(4, cards) for cards in range(5)]
"""The number of ways to choose 0 to 4 cards of a rank."""
ENCODED = [rulebook.encode(card) for card in DECK]


@dataclass(frozen=True, slots=True)
class HandClass:
    """A class: all hands that tie with each other.

    Attributes:
        number: 1 (royal flush) to 7462 (7-5-4-3-2); 1 is the best hand of any game.
        category: 0 (high card) to 8 (straight flush), in every game.
        ranks: in the order in which the rules compare them; -1 is an ace that is low.
        size: the number of its hands.
        example: one of its hands.
        is_wheel: whether it is A-2-3-4-5, a straight or not; of fewer cards, A-6-7-8-9. Where all
            aces are low, none is.
    """

    number: int
    category: int
    ranks: tuple[int, ...]
    size: int
    example: tuple[Card, ...]
    is_wheel: bool = False

    def __str__(self) -> str:
        """The players' name for it.

        >>> print(classes()[0], classes()[9], classes()[262], classes()[6185], sep="; ")
        royal flush; five-high straight flush; sixes full of aces; high card, A-K-Q-J-9
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


class Classes(Sequence[HandClass]):
    """All classes of a game, the best first; class `n` has the index ``n - 1``.

    Attributes:
        rules: the rules of the game.
        cases: a hand of each case that the rules may tell apart, and the number of its class.
        category_of: the category of each class number; that of 0, which no class has, is -1.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        hands = list(_cases(rules))
        keys = [rulebook.evaluate([ENCODED[card] for card in hand], rules) for hand, _ in hands]
        sizes: Counter[rulebook.RulebookKey] = Counter()
        examples: dict[rulebook.RulebookKey, tuple[Card, ...]] = {}
        for key, (hand, ways) in zip(keys, hands):
            sizes[key] += ways
            examples.setdefault(key, hand)
        best_first = sorted(sizes, reverse=not rules.lowest_wins)
        self._number_of = {key: number for number, key in enumerate(best_first, start=1)}
        self._classes, wheel = [], {*rules.wheel}
        for key, number in self._number_of.items():
            category, ranks = int(rules.categories[key[0]]), key[1]
            is_wheel = not rules.ace_is_low and {*map(rank_of, examples[key])} == wheel
            self._classes.append(
                HandClass(number, category, ranks, sizes[key], examples[key], is_wheel)
            )
        self.cases = [(hand, self._number_of[key]) for key, (hand, _) in zip(keys, hands)]
        self.category_of = [-1, *(hand_class.category for hand_class in self._classes)]

    def __len__(self) -> int:
        return len(self._classes)

    @overload
    def __getitem__(self, at: int) -> HandClass: ...
    @overload
    def __getitem__(self, at: slice) -> list[HandClass]: ...
    def __getitem__(self, at: int | slice) -> HandClass | list[HandClass]:
        return self._classes[at]

    def number_of(self, hand: Sequence[Card]) -> int:
        """The class number of a hand of five cards, or of the best five of more."""
        return self._number_of[rulebook.evaluate([ENCODED[card] for card in hand], self.rules)]

    def of(self, hand: Sequence[Card]) -> HandClass:
        """The class of a hand of five cards, or of the best five of more."""
        return self[self.number_of(hand) - 1]


def _cases(rules: Rules) -> Iterator[tuple[tuple[Card, ...], int]]:
    """A hand for all ranks of five cards, of one suit or not, and the number of such hands."""
    for ranks in combinations_with_replacement(range(12, rules.lowest_rank - 1, -1), 5):
        if ranks[0] == ranks[4]:
            continue
        different = set(ranks)
        ways = prod(WAYS[ranks.count(rank)] for rank in different)
        if len(different) == 5:
            ways -= 4
            yield tuple(4 * rank + 3 for rank in ranks), 4
        yield without_flush(ranks), ways


def classes(rules: Rules = STANDARD) -> Classes:
    """The classes of a game.

    >>> len(classes()), classes()[1600].size, str(classes()[1600])
    (7462, 1020, 'king-high straight')
    """
    return _classes(rules)


_classes = cache(Classes)


def class_of(hand: Sequence[Card], rules: Rules = STANDARD) -> HandClass:
    """The class of a hand of five cards, or of the best five of more.

    >>> from evaluators.cards import parse_hand
    >>> class_of(parse_hand("Kd Qs Jc Th 9s")).number
    1601
    """
    return classes(rules).of(hand)


def hands_of(hand_class: HandClass, rules: Rules = STANDARD) -> list[tuple[Card, ...]]:
    """All hands of a class, in order.

    >>> len(hands_of(classes()[1600]))
    1020
    """
    ranks = {rank_of(card) for card in hand_class.example}
    cards = [card for card in DECK if rank_of(card) in ranks]
    hands: list[tuple[Card, ...]] = []
    is_of_class: dict[tuple[tuple[int, ...], bool], bool] = {}
    for hand in combinations(cards, 5):
        case = tuple(map(rank_of, hand)), len({*map(suit_of, hand)}) == 1
        if case not in is_of_class:
            is_of_class[case] = class_of(hand, rules) is hand_class
        if is_of_class[case]:
            hands.append(hand)
    return hands


def clarity(stronger: int, weaker: int, rules: Rules = STANDARD) -> float:
    """A measure of how easily a reader compares two classes.

    Hands from one deck come first, then hands with ranks in common, then adjacent classes.
    """
    ranks, weaker_ranks = _ranks_of(stronger, rules), _ranks_of(weaker, rules)
    one_deck = bool(max(map(add, ranks, weaker_ranks)) <= 4)
    common: int = sum(map(min, ranks, weaker_ranks))
    return 5 * one_deck + common - abs(stronger - weaker) / 10_000


@cache
def _ranks_of(number: int, rules: Rules) -> list[int]:
    """The number of cards of each rank in a class."""
    ranks = [*map(rank_of, classes(rules)[number - 1].example)]
    return [*map(ranks.count, range(len(RANKS)))]
