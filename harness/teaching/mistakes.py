"""Evaluators as students write them, each with one mistake, and what causes it.

A hand is a list such as ``["Kd", "Qs", "Jc", "Th", "9s"]``. `right` puts all hands into the order
of the rules; each mistake is `right`, or a part of it, written in another way. `MISTAKES` has all
of them, by name.

>>> right(["Ad", "5c", "4c", "3c", "2c"])
(4, 5, 4, 3, 2, 1)
>>> MISTAKES["no_wheel"].function(["Ad", "5c", "4c", "3c", "2c"])
(0, 14, 5, 4, 3, 2)
>>> MISTAKES["no_wheel"].cause
'A-2-3-4-5 is not taken for a straight'
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Function = Callable[[list[str]], Any]

RANKS = "--23456789TJQKA"
"""A rank's place in this text is its number: 2 to 14."""
HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORY_OF = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): ONE_PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): THREE,
    (3, 2): FULL_HOUSE,
    (4, 1): FOUR,
}


@dataclass(frozen=True)
class Mistake:
    """An evaluator with a mistake: a function of a hand, and the cause in one line."""

    name: str
    cause: str
    function: Function


MISTAKES: dict[str, Mistake] = {}


def mistake(cause: str) -> Callable[[Function], Function]:
    """Enter a function into `MISTAKES`."""

    def enter(function: Function) -> Function:
        MISTAKES[function.__name__] = Mistake(function.__name__, cause, function)
        return function

    return enter


# --- Without a mistake. ---


def ranks_of(hand: list[str]) -> list[int]:
    """The ranks of a hand, the highest first."""
    return sorted((RANKS.index(card[0]) for card in hand), reverse=True)


def by_count(ranks: list[int]) -> list[int]:
    """The different ranks: those that occur most often first, then the highest first.

    >>> by_count([14, 9, 7, 7, 2])
    [7, 14, 9, 2]
    """
    return sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)


def is_flush(hand: list[str]) -> bool:
    """Whether all cards have one suit."""
    return len({card[1] for card in hand}) == 1


def is_straight(ranks: list[int]) -> bool:
    """Whether sorted ranks are five in a row; the ace may be low."""
    return len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2])


def category_of(hand: list[str]) -> int:
    """The category, from high card (0) to straight flush (8)."""
    ranks = ranks_of(hand)
    if is_straight(ranks):
        return STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT
    if is_flush(hand):
        return FLUSH
    return CATEGORY_OF[tuple(sorted(Counter(ranks).values(), reverse=True))]


def deciding(hand: list[str]) -> list[int]:
    """The ranks in the order in which they are compared; the ace of A-2-3-4-5 is 1."""
    ranks = ranks_of(hand)
    return [5, 4, 3, 2, 1] if ranks == [14, 5, 4, 3, 2] else by_count(ranks)


def right(hand: list[str]) -> tuple[int, ...]:
    """The category, then the ranks in the order in which they are compared."""
    return category_of(hand), *deciding(hand)


# --- The order of comparison. ---


@mistake(
    "(count, rank) pairs are compared one by one, so the first rank decides before the second count"
)
def count_and_rank(hand: list[str]) -> Any:
    """A list of pairs (count, rank), with a category only where these do not suffice."""
    ranks = ranks_of(hand)
    counts = Counter(ranks)
    rows = sorted(((counts[rank], rank) for rank in deciding_aces(ranks)), reverse=True)
    straight, flush = is_straight(ranks), is_flush(hand)
    return straight and flush, len(rows) == 2, flush, straight, rows


def deciding_aces(ranks: list[int]) -> set[int]:
    """The different ranks; of A-2-3-4-5, without the ace."""
    return set(ranks) - {14} if ranks == [14, 5, 4, 3, 2] else set(ranks)


@mistake("the set of ranks does not know which of them was the pair")
def set_loses_pairs(hand: list[str]) -> Any:
    """The category, then the different ranks, the highest first."""
    return category_of(hand), sorted(deciding_aces(ranks_of(hand)), reverse=True)


@mistake("a list is empty while it sorts itself, so each count is 0")
def counted_while_sorting(hand: list[str]) -> Any:
    """The ranks, sorted in place by how often they occur."""
    ranks = ranks_of(hand)
    if is_straight(ranks):
        return right(hand)
    ranks.sort(key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return category_of(hand), *ranks


@mistake("ranks are sorted from the lowest")
def sorted_from_the_lowest(hand: list[str]) -> Any:
    """The category, then the ranks, sorted, without `reverse=True`."""
    return category_of(hand), sorted(deciding(hand))


@mistake("kickers are sorted from the lowest")
def kickers_from_the_lowest(hand: list[str]) -> Any:
    """Pairs, triples and fours are moved in front of the other ranks."""
    ranks = sorted(deciding(hand))
    counts = Counter(ranks_of(hand))
    groups = sorted((rank for rank in ranks if counts[rank] > 1), reverse=True)
    groups.sort(key=lambda rank: -counts[rank])
    kickers = [rank for rank in ranks if counts[rank] <= 1]
    return category_of(hand), groups, kickers if groups else kickers[::-1]


@mistake("the pair of a full house is compared before its three")
def full_house_by_its_pair(hand: list[str]) -> Any:
    """A full house is described as a pair and a three."""
    category, ranks = category_of(hand), deciding(hand)
    if category == FULL_HOUSE:
        three, pair = ranks
        return category, [pair, three]
    return category, ranks


# --- Ranks that are left out. ---


@mistake("the kicker of two pair is not compared")
def no_kicker(hand: list[str]) -> Any:
    """Two pair is its two pairs."""
    category, ranks = category_of(hand), deciding(hand)
    if category == TWO_PAIR:
        return category, ranks[:2]
    return category, ranks


@mistake("of a flush, only the highest card is compared")
def flush_by_its_highest(hand: list[str]) -> Any:
    """An ace-high flush is an ace-high flush."""
    category, ranks = category_of(hand), deciding(hand)
    if category == FLUSH:
        return category, ranks[:1]
    return category, ranks


@mistake("of every hand, only the first rank is compared")
def one_rank_each(hand: list[str]) -> Any:
    """The category, then the rank that it is named after."""
    return category_of(hand), deciding(hand)[0]


# --- One number. ---


@mistake("ranks are added")
def ranks_added(hand: list[str]) -> Any:
    """The category, then how high the cards are."""
    return category_of(hand), sum(ranks_of(hand))


@mistake("ranks are added, and there is no category")
def only_a_sum(hand: list[str]) -> Any:
    """The points of all cards; a pair counts its rank ten times more."""
    ranks = ranks_of(hand)
    return sum(rank * 10 ** (ranks.count(rank) - 1) for rank in ranks)


@mistake("ranks are multiplied")
def ranks_multiplied(hand: list[str]) -> Any:
    """The category, then the product of the ranks."""
    product = 1
    for rank in ranks_of(hand):
        product *= rank
    return category_of(hand), product


@mistake("ranks from 2 to 14 are digits in base 10")
def base_ten(hand: list[str]) -> Any:
    """The ranks as the digits of a number."""
    number = 0
    for rank in deciding(hand):
        number = 10 * number + rank
    return category_of(hand), number


@mistake("the category is worth less than the ranks below it: 100,000 is less than 13 to the fifth")
def category_overflows(hand: list[str]) -> Any:
    """One number: the category, then up to five ranks in base 13."""
    number = category_of(hand) * 100_000
    for place, rank in enumerate(deciding(hand)):
        number += rank * 13 ** (4 - place)
    return number


@mistake("the category is worth 10, and ranks go up to 14")
def ten_times_category(hand: list[str]) -> Any:
    """One number: ten for each category, and the first rank; then the other ranks."""
    first, *others = deciding(hand)
    return 10 * category_of(hand) + first, others


@mistake("the score has six decimals, and needs ten")
def rounded(hand: list[str]) -> Any:
    """A float: the category before the point, two decimals for each rank."""
    score = float(category_of(hand))
    for place, rank in enumerate(deciding(hand), start=1):
        score += rank / 100**place
    return round(score, 6)


# --- Text. ---


@mistake("ranks are compared as letters, and A comes before T")
def ranks_as_letters(hand: list[str]) -> Any:
    """The category, then the ranks as they stand on the cards."""
    letters = [card[0] for card in hand]
    ordered = sorted(letters, key=lambda letter: (letters.count(letter), letter), reverse=True)
    return category_of(hand), ordered


@mistake("ranks are numbers written as text, and '10' comes before '2'")
def numbers_as_text(hand: list[str]) -> Any:
    """The category, then the ranks as texts: '2' to '14'."""
    return category_of(hand), [str(rank) for rank in deciding(hand)]


@mistake("the key is one text, in which '10' comes before '2'")
def key_as_text(hand: list[str]) -> Any:
    """A key such as '4-13-12-11-10-9'."""
    return "-".join(map(str, right(hand)))


@mistake("categories are compared by the alphabet")
def categories_as_text(hand: list[str]) -> Any:
    """The name of the category, then the ranks."""
    names = ["high card", "pair", "two pair", "three", "straight"]
    names += ["flush", "full house", "four", "straight flush"]
    return names[category_of(hand)], deciding(hand)


@mistake("cards are compared as text, suits included")
def cards_as_text(hand: list[str]) -> Any:
    """The category, then the cards."""
    return category_of(hand), sorted(hand, reverse=True)


@mistake("suits break ties")
def suits_decide(hand: list[str]) -> Any:
    """The category and the ranks, then the suits, spades above hearts."""
    cards = sorted(hand, key=lambda card: RANKS.index(card[0]), reverse=True)
    return category_of(hand), deciding(hand), ["cdhs".index(card[1]) for card in cards]


# --- Straights and the ace. ---


@mistake("A-2-3-4-5 is not taken for a straight")
def no_wheel(hand: list[str]) -> Any:
    """Five ranks are a straight if the highest is four above the lowest."""
    ranks = ranks_of(hand)
    if ranks == [14, 5, 4, 3, 2]:
        return FLUSH if is_flush(hand) else HIGH_CARD, *ranks
    return right(hand)


@mistake("the ace of A-2-3-4-5 is compared as an ace")
def wheel_with_a_high_ace(hand: list[str]) -> Any:
    """The ranks of all hands are compared from the highest."""
    return category_of(hand), by_count(ranks_of(hand))


@mistake("A-2-3-4-5 is named after its ace, as T-J-Q-K-A is")
def straight_by_its_highest(hand: list[str]) -> Any:
    """A straight is described by its highest card."""
    category = category_of(hand)
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        return category, [max(ranks_of(hand))]
    return category, deciding(hand)


@mistake("the test for a straight does not ask for five different ranks")
def four_between_highest_and_lowest(hand: list[str]) -> Any:
    """A hand is a straight if its highest rank is four above the lowest."""
    ranks = ranks_of(hand)
    category = category_of(hand)
    if max(ranks) - min(ranks) == 4 and category < STRAIGHT:
        category = STRAIGHT
    return category, deciding(hand)


@mistake("straights go on from the ace to the deuce")
def straights_wrap(hand: list[str]) -> Any:
    """A straight is five ranks in a row, in a circle of thirteen."""
    ranks = set(ranks_of(hand))
    for top in range(2, 15):
        if ranks == {(top - step - 2) % 13 + 2 for step in range(5)}:
            return STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT, top
    return right(hand)


@mistake("four ranks in a row are taken for a straight")
def straight_of_four(hand: list[str]) -> Any:
    """A straight is found by counting steps of one; its last step is not looked at."""
    ranks = sorted(set(ranks_of(hand)), reverse=True)
    if len(ranks) == 5 and ranks[0] - ranks[3] == 3:
        return STRAIGHT_FLUSH if is_flush(hand) else STRAIGHT, *ranks
    return right(hand)


@mistake("the ace is the lowest rank")
def ace_is_one(hand: list[str]) -> Any:
    """The category is right, and aces count one."""
    ranks = ["A23456789TJQK".index(card[0]) for card in hand]
    return category_of(hand), by_count(ranks)


# --- Tests for categories. ---


@mistake("a flush is looked for before a straight flush")
def flush_before_straight_flush(hand: list[str]) -> Any:
    """The first test that fits decides, and a flush is tested first."""
    return (FLUSH if is_flush(hand) else category_of(hand)), *deciding(hand)


@mistake("a straight is looked for before a straight flush")
def straight_before_straight_flush(hand: list[str]) -> Any:
    """The first test that fits decides, and a straight is tested first."""
    return (STRAIGHT if is_straight(ranks_of(hand)) else category_of(hand)), *deciding(hand)


@mistake("a pair is looked for before two pair")
def pair_before_two_pair(hand: list[str]) -> Any:
    """`2 in counts` is true for two pair, too."""
    counts = Counter(ranks_of(hand)).values()
    if 2 in counts and 3 not in counts:
        return ONE_PAIR, *deciding(hand)
    return right(hand)


@mistake("three of a kind is looked for before a full house")
def three_before_full_house(hand: list[str]) -> Any:
    """`3 in counts` is true for a full house, too."""
    if 3 in Counter(ranks_of(hand)).values():
        return THREE, *deciding(hand)
    return right(hand)


@mistake("two pair has three different ranks, too")
def three_different_ranks(hand: list[str]) -> Any:
    """Three of a kind is taken to be a hand of three different ranks."""
    if len(set(ranks_of(hand))) == 3:
        return THREE, *deciding(hand)
    return right(hand)


@mistake("four of a kind has two different ranks, too")
def two_different_ranks(hand: list[str]) -> Any:
    """A full house is taken to be a hand of two different ranks."""
    if len(set(ranks_of(hand))) == 2:
        return FULL_HOUSE, *deciding(hand)
    return right(hand)


@mistake("four cards of a suit are taken for a flush")
def flush_of_four(hand: list[str]) -> Any:
    """A flush is a suit with more than three cards."""
    (_, cards), *_ = Counter(card[1] for card in hand).most_common()
    if cards > 3 and category_of(hand) < FLUSH:
        return FLUSH, *ranks_of(hand)
    return right(hand)


@mistake("a flush is worth more than a full house")
def flush_above_full_house(hand: list[str]) -> Any:
    """The list of categories has two in the wrong order."""
    order = [
        HIGH_CARD,
        ONE_PAIR,
        TWO_PAIR,
        THREE,
        STRAIGHT,
        FULL_HOUSE,
        FLUSH,
        FOUR,
        STRAIGHT_FLUSH,
    ]
    return order.index(category_of(hand)), *deciding(hand)


# --- What changes from call to call. ---


@mistake("the higher of two pairs is the one that comes first in the hand")
def first_pair_found(hand: list[str]) -> Any:
    """The pairs are collected in the order in which the cards come."""
    ranks = [RANKS.index(card[0]) for card in hand]
    if category_of(hand) == TWO_PAIR:
        first, second = (rank for rank, count in Counter(ranks).items() if count == 2)
        return TWO_PAIR, first, second, by_count(ranks)[2]
    return right(hand)


@mistake("the test for a straight expects sorted cards")
def neighbours_in_the_hand(hand: list[str]) -> Any:
    """Each card is compared with the next, as the cards come."""
    ranks = [RANKS.index(card[0]) for card in hand]
    steps = {first - second for first, second in pairwise(ranks)}
    if category_of(hand) == STRAIGHT and steps not in ({1}, {-1}):
        return HIGH_CARD, *by_count(ranks)
    return right(hand)


kept: Counter[int] = Counter()


@mistake("counts are kept from call to call")
def counts_that_are_kept(hand: list[str]) -> Any:
    """The counter stands outside of the function, and is never emptied."""
    ranks = deciding(hand)
    kept.update(ranks)
    return category_of(hand), sorted(ranks, key=lambda rank: (kept[rank], rank), reverse=True)
