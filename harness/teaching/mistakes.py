"""The catalogue of faults: evaluators that are wrong in one way each, and what causes it.

A hand is a list such as ``["Kd", "Qs", "Jc", "Th", "9s"]``. `right` puts all hands into the order
of the rules. `MISTAKES` are those of students: `right`, or a part of it, written in another way.
`BUGS` are planted: they change the key of `right` for some hands, as a slip in code would. Some
faults are both. Exercises, tests and benchmarks take their faults from here.

>>> right(["Ad", "5c", "4c", "3c", "2c"])
(4, 5, 4, 3, 2, 1)
>>> MISTAKES["no_wheel"].function(["Ad", "5c", "4c", "3c", "2c"])
(0, 14, 5, 4, 3, 2)
>>> MISTAKES["no_wheel"].cause
'A-2-3-4-5 is not taken for a straight'
"""

import struct
from collections import Counter
from collections.abc import Callable, Mapping
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
    """An evaluator with a mistake.

    Attributes:
        cause: what is wrong, in one line.
        function: the evaluator: a function of a hand.
        by_class: whether all hands of a class have the same key, in any order of their cards.
    """

    cause: str
    function: Function
    by_class: bool = True


MISTAKES: dict[str, Mistake] = {}
"""Mistakes of students, by a name."""
BUGS: dict[str, Mistake] = {}
"""Planted bugs, by their cause."""


def mistake(cause: str, by_class: bool = True) -> Callable[[Function], Function]:
    """Enter a function into `MISTAKES`."""

    def enter(function: Function) -> Function:
        MISTAKES[function.__name__] = Mistake(cause, function, by_class)
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


# --- Ranks that are left out. ---


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


@mistake("cards are compared as text, suits included", by_class=False)
def cards_as_text(hand: list[str]) -> Any:
    """The category, then the cards."""
    return category_of(hand), sorted(hand, reverse=True)


@mistake("suits break ties", by_class=False)
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


@mistake("four cards of a suit are taken for a flush", by_class=False)
def flush_of_four(hand: list[str]) -> Any:
    """A flush is a suit with more than three cards."""
    (_, cards), *_ = Counter(card[1] for card in hand).most_common()
    if cards > 3 and category_of(hand) < FLUSH:
        return FLUSH, *ranks_of(hand)
    return right(hand)


# --- What changes from call to call. ---


@mistake("the higher of two pairs is the one that comes first in the hand", by_class=False)
def first_pair_found(hand: list[str]) -> Any:
    """The pairs are collected in the order in which the cards come."""
    ranks = [RANKS.index(card[0]) for card in hand]
    if category_of(hand) == TWO_PAIR:
        first, second = (rank for rank, count in Counter(ranks).items() if count == 2)
        return TWO_PAIR, first, second, by_count(ranks)[2]
    return right(hand)


@mistake("the test for a straight expects sorted cards", by_class=False)
def neighbours_in_the_hand(hand: list[str]) -> Any:
    """Each card is compared with the next, as the cards come."""
    ranks = [RANKS.index(card[0]) for card in hand]
    steps = {first - second for first, second in pairwise(ranks)}
    if category_of(hand) == STRAIGHT and steps not in ({1}, {-1}):
        return HIGH_CARD, *by_count(ranks)
    return right(hand)


kept: Counter[int] = Counter()


@mistake("counts are kept from call to call", by_class=False)
def counts_that_are_kept(hand: list[str]) -> Any:
    """The counter stands outside of the function, and is never emptied."""
    ranks = deciding(hand)
    kept.update(ranks)
    return category_of(hand), sorted(ranks, key=lambda rank: (kept[rank], rank), reverse=True)


# --- Small replacements: the key of `right`, changed for some hands. ---

Key = tuple[Any, ...]
KeyOf = Callable[[int, list[int]], Key]
"""A key made of the right category, and of the ranks in the order in which they are compared."""


def bug(
    cause: str, key: KeyOf, when: Callable[[list[str]], object] | None = None, name: str = ""
) -> None:
    """Enter an evaluator with another key into `BUGS`.

    Args:
        cause: what is wrong.
        key: the key.
        when: which hands get this key, if not all; it may look at suits and at the order of cards.
        name: its name in `MISTAKES`, if students make it, too.
    """

    def function(hand: list[str]) -> Key:
        made_by = rules if when and not when(hand) else key
        return made_by(category_of(hand), deciding(hand))

    BUGS[cause] = Mistake(cause, function, by_class=when is None)
    if name:
        MISTAKES[name] = BUGS[cause]


def rules(category: int, ranks: list[int]) -> Key:
    """The key of `right`."""
    return (category, *ranks)


def keep(shortened: int, *places: int) -> KeyOf:
    """Compare only these ranks of a category, in this order."""
    return lambda category, ranks: rules(
        category, [ranks[place] for place in places] if category == shortened else ranks
    )


def counts_as(categories: Mapping[int, int]) -> KeyOf:
    """Take categories for others."""
    return lambda category, ranks: rules(categories.get(category, category), ranks)


def swap(first: int, second: int) -> KeyOf:
    """Exchange two categories."""
    return counts_as({first: second, second: first})


def wheel(key: Callable[[int], Key], *categories: int) -> KeyOf:
    """Give A-2-3-4-5 another key, made of its category."""
    return lambda category, ranks: (
        key(category) if category in categories and ranks[0] == 5 else rules(category, ranks)
    )


def with_ranks(change: Callable[[int], int]) -> KeyOf:
    """Change ranks."""
    return lambda category, ranks: rules(category, list(map(change, ranks)))


def in_base(base: int) -> KeyOf:
    """Take ranks from 2 to 14 as digits of a number; a small base does not have so many."""
    return lambda category, ranks: (
        category,
        sum(rank * base**place for place, rank in enumerate(reversed(ranks))),
    )


def wraps(category: int, ranks: list[int]) -> Key:
    """Straights wrap around from the ace to the deuce."""
    wrapped = ({13, 14, 2, 3, 4}, {12, 13, 14, 2, 3}, {11, 12, 13, 14, 2})
    is_mistaken = category == HIGH_CARD and set(ranks) in wrapped
    return (STRAIGHT, 1) if is_mistaken else rules(category, ranks)


def aces_count_as_a_straight(category: int, ranks: list[int]) -> Key:
    """A-A-4-3-2 is taken for A-2-3-4-5."""
    is_mistaken = category == ONE_PAIR and ranks == [14, 4, 3, 2]
    return (STRAIGHT, 5) if is_mistaken else rules(category, ranks)


def full_house_by_its_first_pair(category: int, ranks: list[int]) -> Key:
    """A full house counts as two pair if its pair is higher."""
    is_mistaken = category == FULL_HOUSE and ranks[0] < ranks[1]
    return rules(TWO_PAIR if is_mistaken else category, ranks)


def in_single_precision(category: int, ranks: list[int]) -> Key:
    """A decimal score is rounded to fewer digits than it needs."""
    score = category + sum((rank - 2) * 100.0**-place for place, rank in enumerate(ranks, start=1))
    return (category, *struct.unpack("f", struct.pack("f", score)))


def highest_suit(hand: list[str]) -> Key:
    """The suit of the highest card decides where ranks do not."""
    places = [(RANKS.index(card[0]), "cdhs".index(card[1])) for card in hand]
    return (*right(hand), max(places)[1])


def nine_misread(hand: list[str]) -> Key:
    """One card is taken for another, as by a slip in a table of cards."""
    read = ["8h" if card == "9h" else card for card in hand]
    has_five_eights = len({card[0] for card in read}) == 1
    return (HIGH_CARD, 8) if has_five_eights else right(read)


as_flush = counts_as({HIGH_CARD: FLUSH, STRAIGHT: STRAIGHT_FLUSH})
"""The key as if all cards had one suit; pairs stay pairs."""
not_as_flush = counts_as({FLUSH: HIGH_CARD, STRAIGHT_FLUSH: STRAIGHT})
"""The key as if cards had several suits."""
RUNS = STRAIGHT, STRAIGHT_FLUSH

bug("A-2-3-4-5 is not a straight", wheel(lambda _: (HIGH_CARD, 14, 5, 4, 3, 2), STRAIGHT))
bug(
    "A-2-3-4-5 of one suit is only a flush",
    wheel(lambda _: (FLUSH, 14, 5, 4, 3, 2), STRAIGHT_FLUSH),
)
bug("A-2-3-4-5 is the highest straight", wheel(lambda category: (category, 15), *RUNS))
bug(
    "A-2-3-4-5 is named after its ace, as T-J-Q-K-A is",
    wheel(lambda category: (category, 14, 13, 12, 11, 10), *RUNS),
    name="straight_by_its_highest",
)
bug(
    "A-2-3-4-5 ties with 2-3-4-5-6",
    wheel(lambda category: (category, 6, 5, 4, 3, 2), *RUNS),
)
bug("straights wrap around from the ace to the deuce", wraps)
bug("A-A-4-3-2 counts as a straight", aces_count_as_a_straight)
bug("all straights tie", keep(STRAIGHT))
bug("all straight flushes tie", keep(STRAIGHT_FLUSH))
bug("all flushes tie", keep(FLUSH))
bug("straight and flush are swapped", swap(STRAIGHT, FLUSH))
bug(
    "a flush is worth more than a full house",
    swap(FLUSH, FULL_HOUSE),
    name="flush_above_full_house",
)
bug("three of a kind and straight are swapped", swap(THREE, STRAIGHT))
bug("two pair and three of a kind are swapped", swap(TWO_PAIR, THREE))
bug("full house and four of a kind are swapped", swap(FULL_HOUSE, FOUR))
bug("four of a kind and straight flush are swapped", swap(FOUR, STRAIGHT_FLUSH))
bug(
    "a flush is looked for before a straight flush",
    counts_as({STRAIGHT_FLUSH: FLUSH}),
    name="flush_before_straight_flush",
)
bug(
    "a straight is looked for before a straight flush",
    counts_as({STRAIGHT_FLUSH: STRAIGHT}),
    name="straight_before_straight_flush",
)
bug(
    "three of a kind is looked for before a full house",
    counts_as({FULL_HOUSE: THREE}),
    name="three_before_full_house",
)
bug("a full house counts as two pair", counts_as({FULL_HOUSE: TWO_PAIR}))
bug("four of a kind counts as two pair", counts_as({FOUR: TWO_PAIR}))
bug("four of a kind counts as three", counts_as({FOUR: THREE}))
bug(
    "a pair is looked for before two pair",
    counts_as({TWO_PAIR: ONE_PAIR}),
    name="pair_before_two_pair",
)
bug("the kicker of two pair is not compared", keep(TWO_PAIR, 0, 1), name="no_kicker")
bug("two pair: the lower pair is left out", keep(TWO_PAIR, 0, 2))
bug("two pair: the lower pair is compared first", keep(TWO_PAIR, 1, 0, 2))
bug("two pair: the kicker is compared before the lower pair", keep(TWO_PAIR, 0, 2, 1))
bug("one pair: kickers are left out", keep(ONE_PAIR, 0))
bug("one pair: only the first kicker counts", keep(ONE_PAIR, 0, 1))
bug("one pair: the last kicker is left out", keep(ONE_PAIR, 0, 1, 2))
bug("one pair: kickers are compared first", keep(ONE_PAIR, 1, 2, 3, 0))
bug("one pair: kickers are compared from the lowest", keep(ONE_PAIR, 0, 3, 2, 1))
bug("three of a kind: kickers are left out", keep(THREE, 0))
bug("three of a kind: the last kicker is left out", keep(THREE, 0, 1))
bug("three of a kind: kickers are compared from the lowest", keep(THREE, 0, 2, 1))
bug("four of a kind: the kicker is left out", keep(FOUR, 0))
bug("four of a kind: the kicker is compared first", keep(FOUR, 1, 0))
bug("full house: the pair is left out", keep(FULL_HOUSE, 0))
bug(
    "the pair of a full house is compared before its three",
    keep(FULL_HOUSE, 1, 0),
    name="full_house_by_its_pair",
)
bug("high card: only the highest counts", keep(HIGH_CARD, 0))
bug("high card: the last card is left out", keep(HIGH_CARD, 0, 1, 2, 3))
bug("of a flush, only the highest card is compared", keep(FLUSH, 0), name="flush_by_its_highest")
bug("flush: the last card is left out", keep(FLUSH, 0, 1, 2, 3))
bug("the ace is low", with_ranks(lambda rank: 1 if rank == 14 else rank))
bug("10 is read as 1", with_ranks(lambda rank: 1 if rank == 10 else rank))
bug("jack and queen are swapped", with_ranks(lambda rank: {11: 12, 12: 11}.get(rank, rank)))
bug("ranks are compared as letters", with_ranks(lambda rank: ord(RANKS[rank])))
bug("ranks from 2 to 14 are digits in base 10", in_base(10), name="base_ten")
bug("ranks are digits in base 12", in_base(12))
bug("the score is rounded to single precision", in_single_precision)
bug("a full house counts as two pair if its pair is higher", full_house_by_its_first_pair)
bug("only the first four cards decide a flush", as_flush, when=lambda hand: is_flush(hand[:4]))
bug(
    "five cards of a colour count as a flush",
    as_flush,
    when=lambda hand: len({card[1] in "dh" for card in hand}) == 1,
)
bug(
    "a flush of clubs is missed",
    not_as_flush,
    when=lambda hand: {card[1] for card in hand} == {"c"},
)
bug(
    "a straight flush counts as a flush, except in spades",
    counts_as({STRAIGHT_FLUSH: FLUSH}),
    when=lambda hand: hand[0][1] != "s",
)
BUGS |= {
    bug.cause: bug
    for bug in (
        Mistake("the highest suit breaks ties", highest_suit, by_class=False),
        Mistake("9h is read as 8h", nine_misread, by_class=False),
    )
}
