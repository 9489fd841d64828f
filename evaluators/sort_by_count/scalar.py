"""Sort by count: the APL way of ranking a hand, as a tuple.

The idea is by Marshall Lochbaum, in `Ranking poker hands
<https://aplwiki.com/wiki/Ranking_poker_hands>`_ (2019). Sort the ranks by how often they occur,
ties by rank, and most of poker follows from comparing what comes out. Kings and sevens with a five
are

    counts (2, 2, 1)   ranks (12, 6, 4)

and they beat any hand with smaller counts, or with the same counts and smaller ranks. Ranks are
counted from 1, as APL counts: a deuce is 1, an ace 13. Four flags in front put straights and
flushes where the rules want them. They are, in the order in which they count: a straight flush;
only two different ranks, which is four of a kind or a full house; a flush; a straight. In a wheel,
A-2-3-4-5, the ace goes to the end.

Six and seven cards are sorted and grouped in the same way, all of them at once. A hand is five
cards, so each group is then as large as the room that those before it leave. Of two aces, two
kings, two queens and a deuce, the aces and kings fill four places, and one queen the fifth.

There are no tables. One hand costs a sort of its different ranks; where one repeats, also their
counts and a second sort.

The published function, ``evaluators.sort_by_count.published``, has two faults, which the check of
all hands found. They are repaired here:

- It compares a hand's first pair before it asks for a second. Its key is ((2, 12), (1, 6), ...)
  against ((2, 11), (2, 5), ...), so that a pair of kings beats queens and sixes. Here all counts
  stand before all ranks; in APL, that is a transpose.
- It compares straights from their second card, so that the wheel counts as 4-3-2-1 and then 13, and
  beats 6-5-4-3-2.

Its test for a straight looks at the differences of neighbours. Ours asks for five different ranks,
the highest four above the lowest. Six and seven cards are ours, too.
"""

from collections.abc import Sequence

from evaluators.cards import Card, parse_hand, rank_of, suit_of

name = "sort-by-count"
sizes = range(5, 8)
lower_wins = False

RankAndSuit = tuple[int, int]
SortKey = tuple[bool, bool, bool, bool, tuple[int, ...], tuple[int, ...]]

WHEEL = [13, 4, 3, 2, 1]


def encode(card: Card) -> RankAndSuit:
    """The card as ``(rank, suit)``, both counted from 1, as APL does.

    >>> encode(51)  # the ace of spades
    (13, 4)
    """
    return rank_of(card) + 1, suit_of(card) + 1


def evaluate(hand: Sequence[RankAndSuit]) -> SortKey:
    """Four flags, then how often the ranks occur, then the ranks.

    >>> evaluate(parse("K♣K♡7♢7♣5♠"))
    (False, False, False, False, (2, 2, 1), (12, 6, 4))
    >>> evaluate(parse("A♠2♠3♣4♠5♢"))
    (False, False, False, True, (1, 1, 1, 1, 1), (4, 3, 2, 1, 13))
    """
    try:
        (a, s), (b, t), (c, u), (d, v), (e, w) = hand
    except ValueError:  # six or seven cards; asking first would cost every five
        return evaluate_more(hand)
    groups = sorted({a, b, c, d, e}, reverse=True)
    if len(groups) == 5:
        flush = s == t == u == v == w
        straight = groups[0] - groups[4] == 4
        if groups == WHEEL:
            straight = True
            groups = [4, 3, 2, 1, 13]
        return flush and straight, False, flush, straight, (1, 1, 1, 1, 1), tuple(groups)

    ranks = (a, b, c, d, e)
    groups.sort(key=ranks.count, reverse=True)  # stable: equal counts stay in order of rank
    return False, len(groups) == 2, False, False, tuple(map(ranks.count, groups)), tuple(groups)


def evaluate_more(hand: Sequence[RankAndSuit]) -> SortKey:
    """The same for the best five of six or seven cards.

    >>> evaluate(parse("A♠A♡K♠K♡Q♠Q♡2♣"))
    (False, False, False, False, (2, 2, 1), (13, 12, 11))
    """
    ranks = [rank for rank, _ in hand]
    different = sorted(set(ranks), reverse=True)
    if len(different) >= 5:  # six or seven cards with five different ranks hold no full house
        suits = [suit for _, suit in hand]
        # At most n - 5 cards are of other suits, so one of the first n - 4 is in the flush.
        for suit in suits[: len(suits) - 4]:
            if suits.count(suit) >= 5:
                flush = sorted((rank for rank, its in hand if its == suit), reverse=True)
                straight = straight_in(flush)
                best = straight or tuple(flush[:5])
                return bool(straight), False, True, bool(straight), (1, 1, 1, 1, 1), best
        if straight := straight_in(different):
            return False, False, False, True, (1, 1, 1, 1, 1), straight

    different.sort(key=ranks.count, reverse=True)
    counts: list[int] = []
    groups: list[int] = []
    room = 5
    for place, rank in enumerate(different):
        if room == 1:  # for the highest that is left, however many there are of it
            rank = max(different[place:])
        count = min(ranks.count(rank), room)
        counts.append(count)
        groups.append(rank)
        room -= count
        if not room:
            break
    return False, len(groups) == 2, False, False, tuple(counts), tuple(groups)


def straight_in(different: list[int]) -> tuple[int, ...]:
    """The highest five in sequence of ranks that are sorted, or none.

    >>> straight_in([13, 9, 8, 7, 6, 5]), straight_in([13, 4, 3, 2, 1])
    ((9, 8, 7, 6, 5), (4, 3, 2, 1, 13))
    """
    for first in range(len(different) - 4):
        if different[first] - different[first + 4] == 4:
            return tuple(different[first : first + 5])
    if different[0] == 13 and different[-4:] == [4, 3, 2, 1]:
        return (4, 3, 2, 1, 13)
    return ()


def parse(text: str) -> list[RankAndSuit]:
    """A hand from text, ready for `evaluate`.

    Raises:
        CardError: the text is not a hand of 5 to 7 cards.

    >>> parse("A♠2♠3♣4♠5♢")
    [(13, 4), (1, 4), (2, 1), (3, 4), (4, 2)]
    """
    return [encode(card) for card in parse_hand(text, sizes)]


def rank_hand(text: str) -> SortKey:
    """The key of a hand given as text; sorts hands when passed as ``key=``.

    >>> sorted(["K♣K♡K♢7♣7♠", "A♣4♡7♢K♣2♠", "K♣Q♣9♣8♣2♣"], key=rank_hand)
    ['A♣4♡7♢K♣2♠', 'K♣Q♣9♣8♣2♣', 'K♣K♡K♢7♣7♠']
    """
    return evaluate(parse(text))


def compare(left: str, right: str) -> int:
    """-1 if the left hand is better, 1 if the right one is, 0 if they tie, as in the article.

    >>> compare("6♡6♣6♢K♡K♠", "A♠2♠3♣4♠5♢")
    -1
    """
    left_key, right_key = rank_hand(left), rank_hand(right)
    return (left_key < right_key) - (left_key > right_key)
