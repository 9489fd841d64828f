"""Hands as arrays, and the class number of each, with NumPy.

Hands of one size are in the order of ``itertools.combinations``. A run is the hands that share all
but their last four cards. The last fours of a run are all fours of cards above the last shared
card, and these are the end of the list of all fours. So a slice of the order is made from slices of
that list.

The class of a hand of six cards is the best of the classes of its six hands of five, and the class
of seven cards the best of its seven hands of six, as the rules say. So two tables, of ranks without
a flush and of ranks of one suit, are made from those for one card less, and those for five cards
from the rulebook. No evaluator's tables are used. Where the lowest hand wins, a flush is not the
best of its hands, so hands that have one are looked at five cards at a time.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, reduce
from itertools import accumulate, chain, combinations, combinations_with_replacement
from math import comb
from operator import eq
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evaluators.cards import DECK, Card, Category, rank_of, suit_of
from evaluators.rules import STANDARD, Rules
from harness.hands.classes import classes, without_flush

Hands = NDArray[np.uint8]
"""Card numbers, a row for each hand."""

Numbers = NDArray[np.uint16]
"""Class numbers, one for each hand."""

Sums: TypeAlias = tuple[NDArray[np.intp], NDArray[np.uint16], NDArray[np.uint16]]
"""The result of `_sums`."""

NO_CLASS = 0xFFFF
"""The class number of cards that are not a hand: five of one rank, or fewer than five of a suit."""
LAST = 4  # the cards at the end of a hand that differ within a run


def hands_between(size: int, start: int, stop: int, rules: Rules = STANDARD) -> Hands:
    """The hands from `start` to `stop` of the order, ``(stop - start, size)``.

    >>> hands_between(7, 100_000_000, 100_000_001).tolist()
    [[8, 17, 19, 26, 30, 32, 37]]
    """
    dealt, all_shared = np.empty((stop - start, size), np.uint8), _all_runs(size, rules.deck)[0]
    for n, begin, first, last in _runs(size, start, stop, rules.deck):
        run = dealt[begin - start : begin - start + last - first]
        run[...] = _fours_in_hands(size)[first:last]  # whole rows, then their first columns
        for column, card in zip(run.T, all_shared[n]):
            column[...] = card
    return dealt


def hands_at(size: int, indexes: NDArray[np.int64], rules: Rules = STANDARD) -> Hands:
    """The hands at places of the order, by the combinatorial number system as in `order.hand_at`.

    >>> hands_at(7, np.array([100_000_000, 0])).tolist()
    [[8, 17, 19, 26, 30, 32, 37], [0, 1, 2, 3, 4, 5, 6]]
    """
    return _combinations_at(len(rules.deck), size, indexes) + np.uint8(rules.deck.start)


def _combinations_at(cards: int, size: int, indexes: NDArray[np.int64]) -> Hands:
    """The combinations at places of those of ``range(cards)``."""
    remaining = comb(cards, size) - 1 - np.asarray(indexes, np.int64)
    dealt = np.empty((len(remaining), size), np.uint8)
    for place in range(size):
        coefficients = np.array([comb(n, size - place) for n in range(cards + 1)])
        higher_cards = coefficients.searchsorted(remaining, "right") - 1
        remaining -= coefficients[higher_cards]
        dealt[:, place] = cards - 1 - higher_cards
    return dealt


def numbers_between(size: int, start: int, stop: int, rules: Rules = STANDARD) -> Numbers:
    """The class numbers of the hands from `start` to `stop` of the order.

    >>> numbers_between(7, 100_000_000, 100_000_001)
    array([5222], dtype=uint16)
    """
    if rules.flushes_lose:
        return numbers_of(hands_between(size, start, stop, rules), rules)
    numbers = np.empty(stop - start, np.uint16)
    places, _, by_suit = _sums_of_fours(size - LAST)
    of_shared, shared_counters, shared_by_suit = _sums_of_runs(size, rules.deck)
    for n, begin, first, last in _runs(size, start, stop, rules.deck):
        run = numbers[begin - start : begin - start + last - first]
        np.take(unsuited(size, rules), places[first:last] + of_shared[n], out=run, mode="clip")
        fours = _fours_for_flush(size - LAST, int(shared_counters[n]))
        fours = fours[slice(*fours.searchsorted((first, last)))]
        ranks = by_suit[:, fours] + shared_by_suit[:, n : n + 1]
        best = suited(rules).take(ranks).min(axis=0)
        run[fours - first] = np.minimum(run[fours - first], best)
    return numbers


def numbers_of(dealt: ArrayLike, rules: Rules = STANDARD) -> Numbers:
    """The class numbers of any hands of five to seven cards, ``(n, size)``, or of deals.

    The cards of a hand, and of each part of a deal, come in any order.

    >>> numbers_of(np.array([[45, 43, 36, 34, 31], [51, 47, 43, 39, 35]]))
    array([1601,    1], dtype=uint16)
    """
    if rules.parts and np.shape(dealt)[1] > 5:
        fives = (np.take(dealt, five, axis=1) for five in rules.fives(range(np.shape(dealt)[1])))
        return reduce(np.minimum, (numbers_of(five, rules) for five in fives))
    cards = np.sort(dealt, axis=1).T
    places, counters, by_suit = _sums(cards)
    numbers = unsuited(len(cards), rules).take(places)
    (flushes,) = np.nonzero(_has_flush(counters))
    if not rules.flushes_lose:
        best = suited(rules).take(by_suit[:, flushes]).min(axis=0)
        numbers[flushes] = np.minimum(numbers[flushes], best)
    elif len(cards) == 5:
        numbers[flushes] = suited(rules).take(by_suit[:, flushes].max(axis=0))
    else:
        fewer = (np.delete(cards[:, flushes], n, axis=0).T for n in range(len(cards)))
        numbers[flushes] = reduce(np.minimum, (numbers_of(hands, rules) for hands in fewer))
    return numbers


@cache
def examples(size: int = 5, rules: Rules = STANDARD) -> dict[int, tuple[Card, ...]]:
    """A hand of each class that hands of a size can have, by class number, the best first.

    >>> len(examples(5)), len(examples(6)), len(examples(7))
    (7462, 6075, 4824)
    >>> from evaluators.rules import ACE_TO_FIVE
    >>> examples(6, ACE_TO_FIVE)[1]  # of one suit, for flushes do not count there
    (51, 15, 11, 7, 3, 2)
    """
    if size == 5:
        return {hand_class.number: hand_class.example for hand_class in classes(rules)}
    ranks = combinations_with_replacement(range(12, rules.lowest_rank - 1, -1), size)
    hands = [without_flush(hand) for hand in ranks if not any(map(eq, hand, hand[4:]))]
    suit = rules.deck[3::4]
    if rules.flushes_lose:  # a hand is a flush if all of its cards are of a suit
        hands += combinations(suit, size)
    for flush in combinations(suit, 5):
        # Add pairs of its ranks in other suits: two pair at most, which a flush beats.
        pairing = [card - 1 - place for place, card in enumerate(flush[: size - 5])]
        hands.append((*flush[::-1], *pairing))
    if Category.FLUSH not in rules.categories:  # show that it does not count
        hands.reverse()
    numbers, first = np.unique(numbers_of(np.array(hands, np.uint8), rules), return_index=True)
    return {number: hands[place] for number, place in zip(numbers.tolist(), first.tolist())}


# --- Class numbers, from sums over the cards of a hand. Here hands are columns: ``(size, n)``. ---

_TERMS = np.array([[comb(rank + n, n + 1) for rank in range(13)] for n in range(7)], np.intp)


def multisets(ranks: NDArray[Any], first: int = 0) -> NDArray[np.intp]:
    """The place of ascending ranks among all multisets of the same number of ranks.

    They are combinations: add 0, 1, 2, ... to the ranks, and no two are equal. The place is a sum
    over the ranks; with `first`, it is that of the ranks from there on.
    """
    places = np.zeros(ranks.shape[1:], np.intp)
    for n, of_hands in enumerate(ranks, first):
        places += _TERMS[n].take(of_hands)
    return places


def _sums(cards: NDArray[Any], first: int = 0) -> Sums:
    """Sums over the ascending cards of hands, which can be added to those of further cards.

    Returns:
        The places of the ranks as `multisets`; how many cards there are of each suit, four bits
        for each; and for each suit its ranks, one bit for each, ``(4, n)``.
    """
    counters = np.zeros(cards.shape[1], np.uint16)
    by_suit = np.zeros((4, cards.shape[1]), np.uint16)
    for of_hands in cards:
        counters += _COUNTERS.take(of_hands)
        by_suit += _BY_SUIT.take(of_hands, axis=1)
    return multisets(cards >> 2, first), counters, by_suit


_COUNTERS = np.array([1 << 4 * suit_of(card) for card in DECK], np.uint16)
_BY_SUIT = np.array(
    [[(suit_of(card) == suit) << rank_of(card) for card in DECK] for suit in range(4)], np.uint16
)


def _has_flush(counters: NDArray[np.uint16]) -> NDArray[np.uint16]:
    """Numbers that are not 0 for hands with a flush: 5 + 3 sets the upper bit of a counter."""
    return (counters + np.uint16(0x3333)) & np.uint16(0x8888)


@cache
def unsuited(size: int, rules: Rules) -> Numbers:
    """The class numbers of hands without a flush, by the place of their ranks in `multisets`.

    Of more than five cards: the best class without one of them. Five cards of one rank have none.
    """
    numbers = np.full(comb(12 + size, size), NO_CLASS, np.uint16)
    if size == 5:
        of_others, ranks = _five(rules, are_flushes=False)
        numbers[multisets(ranks)] = of_others
        return numbers
    ranks = np.array(list(combinations_with_replacement(range(13), size))).T
    fewer = (multisets(np.delete(ranks, n, axis=0)) for n in range(size))
    numbers[multisets(ranks)] = reduce(np.minimum, map(unsuited(size - 1, rules).take, fewer))
    return numbers


@cache
def suited(rules: Rules) -> Numbers:
    """The class numbers of five to seven cards of one suit, by their ranks, one bit for each."""
    of_flushes, ranks = _five(rules, are_flushes=True)
    numbers = np.full(1 << 13, NO_CLASS, np.uint16)
    numbers[(1 << ranks).sum(axis=0)] = of_flushes
    for bit in 1 << np.arange(13):  # a set has the best number of its subsets
        (without,) = np.nonzero(~np.arange(1 << 13) & bit)
        numbers[without | bit] = np.minimum(numbers[without | bit], numbers[without])
    return numbers


def _five(rules: Rules, are_flushes: bool) -> tuple[Numbers, NDArray[np.intp]]:
    """The class numbers of flushes of five cards, or of all other hands, and their ranks.

    The ranks are in ascending order, in columns: ``(5, n)``.
    """
    hands = np.array([hand for hand, _ in classes(rules).cases])
    chosen = (hands % 4 == hands[:, :1] % 4).all(axis=1) == are_flushes
    numbers = np.array([number for _, number in classes(rules).cases], np.uint16)
    return numbers[chosen], np.sort(hands[chosen] >> 2, axis=1).T


# --- Runs: hands that share all but their last four cards. ---

FOURS = comb(52, LAST)


def _runs(size: int, start: int, stop: int, deck: range) -> Iterator[tuple[int, int, int, int]]:
    """The runs between two places, those at both ends cut.

    Yields:
        The number of a run, the place of the first hand, and a slice of all fours: start and stop.
    """
    _, ends = _all_runs(size, deck)
    begin = start
    for n in range(bisect_right(ends, start), len(ends)):
        if begin >= stop:
            break
        end = min(stop, ends[n])
        yield n, begin, FOURS - (ends[n] - begin), FOURS - (ends[n] - end)
        begin = end


@cache
def _all_runs(size: int, deck: range) -> tuple[list[tuple[int, ...]], list[int]]:
    """The shared cards of every run, and the place behind its last hand."""
    all_shared = list(combinations(deck[:-LAST], size - LAST))
    return all_shared, list(accumulate(comb(51 - shared[-1], LAST) for shared in all_shared))


@cache
def _sums_of_runs(size: int, deck: range) -> Sums:
    """The sums over the shared cards of every run."""
    return _sums(np.array(_all_runs(size, deck)[0]).T)


@cache
def _sums_of_fours(first: int) -> Sums:
    return _sums(_fours(), first)


@cache
def _fours_for_flush(shared: int, counter: int) -> NDArray[np.intp]:
    """The fours with which some shared cards, so many of each suit, have a flush."""
    return np.flatnonzero(_has_flush(_sums_of_fours(shared)[1] + np.uint16(counter)))


@cache
def _fours_in_hands(size: int) -> Hands:
    """All fours of cards, each at the end of a row for a hand."""
    hands = np.zeros((FOURS, size), np.uint8)
    hands[:, -LAST:] = _fours().T
    return hands


@cache
def _fours() -> NDArray[np.uint8]:
    """All fours of cards, transposed: ``(4, 270_725)``."""
    cards = np.fromiter(chain.from_iterable(combinations(range(52), LAST)), np.uint8)
    return np.ascontiguousarray(cards.reshape(-1, LAST).T)
