"""Opponents: the hands beside which a comparison that refuses shared cards is asked about a hand.

None has a card of that hand: two hands with a common card cannot be dealt. There are up to four:
two hands of its own class, of which the second stands on the left; and one each of the next weaker
and the next better class that has such a hand. Each answer is held against the rules.

Places among the hands of the classes (`ranking`) are not to be had: no two hands without a common
card say whether AAA-K-Q beats AAA-K-J, and three of a kind, full houses and fours of a kind have no
opponent of their own class. So this is what the answers about all hands of five cards decide:

- One hand with a wrong key, among hands with right ones, is found if any two hands show the fault.
- Further pairs follow if the comparison is transitive: any two hands of a class, by ties.
- Not all pairs follow: a chain of answers seldom links two hands with three of a kind, or two with
  a full house or better; nor does it link some others with two pair and three of a kind.

In a sample, and of six or seven cards, fewer pairs are asked about, and less follows.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, islice
from random import Random

from evaluators.cards import Card, Category
from evaluators.rules import STANDARD, Rules

TURNS = 0, 61
"""Where the search for opponents of the same class begins.

With these two, a chain of ties links any two hands of a class that some chain can link.
"""
CLUBS = 0x1111111
"""The clubs of a pattern, which has four bits for the suits of each rank of a hand."""


class Opponents:
    """The opponents of any hand.

    Args:
        classes: a hand of each class, by class number, the best first.

    >>> from evaluators.cards import format_hand, parse_hand
    >>> from harness.hands.arrays import examples
    >>> opponents = Opponents(examples())
    >>> for number, hand in opponents.of(parse_hand("As Ah Ad Ks Kh"), 167):
    ...     print(number, format_hand(hand))  # the next classes that have such a hand
    192 Kc Kd Qc Qh Qs
    166 3s 2c 2d 2h 2s
    """

    def __init__(self, classes: Mapping[int, Sequence[Card]], rules: Rules = STANDARD) -> None:
        self._numbers, self._flushes = [*classes], Category.FLUSH in rules.categories
        self._at = {number: n for n, number in enumerate(self._numbers)}
        self._patterns = [_pattern(hand) for hand in classes.values()]

    def of(self, hand: Sequence[Card], number: int) -> Iterator[tuple[int, list[Card]]]:
        """The opponents of a hand with this class number, each with its own."""
        at, last, turn = self._at[number], len(self._patterns), sum(hand)
        bits = sum([1 << card for card in hand])
        weaker, better = range(at + 1, last), range(at - 1, -1, -1)
        for start, run in (*((each, [at]) for each in TURNS), (turn, weaker), (turn, better)):
            made = ((self._numbers[n], self._apart(n, bits, start)) for n in run)
            yield from islice(((n, cards) for n, cards in made if cards), 1)

    def _apart(self, at: int, bits: int, turn: int) -> list[Card]:
        """A hand of a class without the cards of these bits; empty if none is found.

        It has the ranks of the hand that the class came with. Of five cards, there is none where
        none is found.
        """
        pattern, ranks = self._patterns[at]
        taken = 0
        for bit, card in ranks:
            taken |= (bits >> card & 15) << bit
        free = _free(pattern, self._flushes, taken, turn)
        return [ranks[bit >> 2][1] + (bit & 3) for bit in free]


def _pattern(hand: Sequence[Card]) -> tuple[int, list[tuple[int, int]]]:
    """The pattern of a hand, and the first bit there and the first card of each rank."""
    cards = [*dict.fromkeys(card & ~3 for card in hand)]
    pattern = sum(1 << 4 * cards.index(card & ~3) + (card & 3) for card in hand)
    return pattern, [(4 * n, card) for n, card in enumerate(cards)]


@lru_cache(1 << 16)
def _free(pattern: int, flushes: bool, taken: int, turn: int) -> list[int]:
    """The bits of the first pattern like this one, from a turn on, that has none of those taken."""
    alike = _alike(pattern, flushes)
    at = turn % len(alike)
    free = next((each for each in alike[at:] + alike[:at] if not each & taken), 0)
    return [bit for bit in range(28) if free >> bit & 1]


@cache
def _alike(pattern: int, flushes: bool) -> list[int]:
    """All patterns with as many cards of each rank and, if flushes count, the same flush."""
    alike = [0]
    for n in range(7):
        many = (pattern >> 4 * n & 15).bit_count()
        suits = [sum(1 << 4 * n + suit for suit in some) for some in combinations(range(4), many)]
        alike = [each | some for each in alike for some in suits]
    if flushes:
        alike = [each for each in alike if _flush(each) == _flush(pattern)]
    Random(0).shuffle(alike)
    return alike


def _flush(pattern: int) -> int:
    """The ranks of a flush, a bit for each; 0 for none."""
    suits = (pattern >> suit & CLUBS for suit in range(4))
    return next((suit for suit in suits if suit.bit_count() >= 5), 0)
