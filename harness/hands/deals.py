"""Every hand on a board, for games in which a deal is a board and a player's own cards: Omaha.

The best five of a deal are the best of each pair of own cards with three of the board. So each pair
of cards that a board leaves has a class of its own: the best with ten triples. A hand of four cards
has six pairs, and its class is the best of theirs. No evaluator's tables are used.
"""

from functools import cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evaluators.cards import DECK, Card, Category
from evaluators.rules import Rules
from harness.hands import arrays
from harness.hands.arrays import NO_CLASS, Hands, Numbers
from harness.hands.classes import classes, without_flush

BOARD, OWN = 5, 4
LEFT = len(DECK) - BOARD
ON_BOARD = comb(LEFT, OWN)
"""The hands on a board."""
TRIPLES = [*combinations(range(BOARD), 3)]


def on_boards(boards: Hands) -> Hands:
    """Every hand on each board: the board first, and then the own cards in ascending order.

    >>> on_boards(np.array([[51, 3, 2, 1, 0]], np.uint8))[[0, -1]].tolist()
    [[51, 3, 2, 1, 0, 4, 5, 6, 7], [51, 3, 2, 1, 0, 47, 48, 49, 50]]
    """
    deals = np.empty((len(boards), ON_BOARD, BOARD + OWN), np.uint8)
    deals[:, :, :BOARD] = boards[:, np.newaxis]
    for cards, left in zip(deals, left_by(boards)):
        for n, own in enumerate(_fours(), BOARD):
            cards[:, n] = left.take(own)
    return deals.reshape(-1, BOARD + OWN)


def deals_at(boards: Hands, places: NDArray[np.int64]) -> Hands:
    """The deals of boards with the hands at places of `on_boards`, one on each."""
    own = np.take_along_axis(left_by(boards), _fours()[:, places].T, axis=1)
    return np.hstack([boards, own])


def left_by(boards: Hands) -> Hands:
    """The cards that each board leaves, in ascending order."""
    is_left = np.ones((len(boards), len(DECK)), bool)
    np.put_along_axis(is_left, boards.astype(np.intp), False, axis=1)
    return np.nonzero(is_left)[1].astype(np.uint8).reshape(-1, LEFT)


def numbers_on(boards: ArrayLike, rules: Rules) -> Numbers:
    """The class numbers of every hand on each board, in the order of `on_boards`.

    >>> from evaluators.rules import OMAHA
    >>> numbers_on(np.array([[51, 47, 43, 39, 34]]), OMAHA)[[0, -1]]
    array([5966, 1600], dtype=uint16)
    """
    cards = np.sort(boards, axis=1).astype(np.intp)
    left = left_by(cards.astype(np.uint8)).astype(np.intp)
    one, other = (left[:, half] for half in np.array([*combinations(range(LEFT), 2)]).T)
    ranks, suits = cards >> 2, cards & 3
    of_ranks = reduce(np.minimum, (_of_triple(rules)[_places(*ranks[:, t].T)] for t in TRIPLES))
    pairs = np.take_along_axis(of_ranks, _places(one >> 2, other >> 2), axis=1)
    for triple in TRIPLES:
        (rows,) = np.nonzero((suits[:, triple] == suits[:, triple[:1]]).all(axis=1))
        first, second = one[rows], other[rows]
        suit, bits = suits[rows, triple[:1]], (1 << ranks[rows][:, triple]).sum(axis=1)
        suited = arrays.suited(rules).take(
            bits[:, np.newaxis] | 1 << (first >> 2) | 1 << (second >> 2)
        )
        is_flush = (first & 3 == suit[:, np.newaxis]) & (second & 3 == suit[:, np.newaxis])
        pairs[rows] = np.minimum(pairs[rows], np.where(is_flush, suited, NO_CLASS))
    numbers = np.empty((len(cards), ON_BOARD), np.uint16)
    for of_hands, of_pairs in zip(numbers, pairs):
        np.take(of_pairs, _six()[0], out=of_hands)
        for places in _six()[1:]:
            np.minimum(of_hands, of_pairs.take(places), out=of_hands)
    return numbers.reshape(-1)


@cache
def examples(rules: Rules) -> dict[int, tuple[Card, ...]]:
    """A deal of each class that deals can have, by class number, the best first.

    Of two cards of a suit on the board, none is a flush: there, ranks alone say the class. For each
    flush, a board that has three of its cards, and no pair, is enough.

    >>> from evaluators.rules import OMAHA
    >>> len(examples(OMAHA))
    6025
    """
    found: dict[int, tuple[Card, ...]] = {}
    own = np.array([*combinations_with_replacement(range(13), OWN)]).T
    pairs = [_places(*own[list(pair)]) for pair in combinations(range(OWN), 2)]
    held = (own[:, np.newaxis] == np.arange(13)[:, np.newaxis]).sum(axis=0)  # cards of each rank
    for ranks in combinations_with_replacement(range(12, rules.lowest_rank - 1, -1), BOARD):
        if ranks[0] == ranks[-1]:
            continue
        triples = np.array(ranks)[::-1][TRIPLES].T
        of_ranks = _of_triple(rules)[_places(*triples)].min(axis=0)
        numbers = reduce(np.minimum, map(of_ranks.take, pairs))
        if found.keys() >= {*numbers.tolist()}:
            continue
        of_board = np.array([*map(ranks.count, range(13))])[:, np.newaxis]
        numbers[(held + of_board).max(axis=0) > 4] = NO_CLASS
        for number, at in zip(*np.unique(numbers, return_index=True)):
            if number not in found and number != NO_CLASS:
                found[int(number)] = _with_hand(without_flush(ranks), own[:, at].tolist())
    for each in classes(rules):
        if each.category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
            one, other = [rank for rank in range(13) if 4 * rank + 3 not in each.example][:2]
            board = *each.example[:3], 4 * one, 4 * other + 1
            found[each.number] = (*board, *each.example[3:], 4 * one + 1, 4 * other + 2)
    return dict(sorted(found.items()))


def _with_hand(board: tuple[Card, ...], ranks: list[int]) -> tuple[Card, ...]:
    """The deal of a board and cards of these ranks that it leaves."""
    deal = board
    for rank in ranks:
        deal += next((card,) for card in range(4 * rank, 4 * rank + 4) if card not in deal)
    return deal


def _places(*ranks: NDArray[np.intp]) -> NDArray[np.intp]:
    """The places of ascending ranks of two cards, or three, among all of these."""
    return arrays.multisets(np.array(ranks))


@cache
def _of_triple(rules: Rules) -> Numbers:
    """The class numbers of each three ranks with each two, without a flush, ``(455, 91)``."""
    triples, pairs = (np.array([*combinations_with_replacement(range(13), n)]) for n in (3, 2))
    fives = np.hstack([triples.repeat(len(pairs), axis=0), np.tile(pairs, (len(triples), 1))])
    numbers = np.empty((len(triples), len(pairs)), np.uint16)
    of_fives = arrays.unsuited(5, rules)[arrays.multisets(np.sort(fives).T)]
    at = np.ix_(_places(*triples.T), _places(*pairs.T))
    numbers[at] = of_fives.reshape(numbers.shape)
    return numbers


@cache
def _fours() -> NDArray[np.intp]:
    """All hands among the cards that a board leaves, in columns: ``(4, 178_365)``."""
    return np.array([*combinations(range(LEFT), OWN)]).T


@cache
def _six() -> NDArray[np.intp]:
    """The places of the six pairs of each of these among all pairs, ``(6, 178_365)``."""
    place_of = np.zeros((LEFT, LEFT), np.intp)
    place_of[tuple(np.array([*combinations(range(LEFT), 2)]).T)] = range(comb(LEFT, 2))
    return np.array([place_of[one, other] for one, other in combinations(_fours(), 2)])
