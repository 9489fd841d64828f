"""The states of the walk, card by card, and the table with a row for each of them, with NumPy.

A state is what a walk must remember of the cards so far: how often each rank occurred, and, for
each suit that can still make a flush, its ranks. Five cards of seven make a flush, so after `n`
cards, a suit needs at least ``n - 2``; other suits are forgotten. Up to three cards, no suit can be
forgotten, and a state is a set of cards:

- 0 cards: 1 state. 1 card: 52. 2 cards: C(52, 2) = 1,326. 3 cards: C(52, 3) = 22,100.
- 4 cards: 84,448 states. Suits of two cards or more are remembered: two suits in 6 x 78 x 78
  states, one suit in 4 x (78 x 91 + 286 x 13 + 715), no suit in 1,820.
- 5 cards: 152,607 states. One suit of three or more in 4 x (286 x 91 + 715 x 13 + 1,287), no suit
  in 6,175.
- 6 cards: 352,443 states. One suit of four or more in 4 x (715 x 91 + 1,287 x 13 + 1,716), no suit
  in 18,395.

A suit has C(13, 2) = 78 sets of two ranks, 286 of three, 715 of four, 1,287 of five and 1,716 of
six. The other cards, forgotten, are one rank, 13, or a multiset of two, 91. Without a suit, they
are a multiset of four ranks, 1,820, five, 6,175, or six, 18,395. In all, there are 612,977 states.
Row 0, where invalid hands end, makes 612,978 rows, and 53 times as many entries: 32,487,834.

These are the numbers of Ray Wotton's program, too. It gives each state a number and keeps them
sorted; here, all steps from the states of `n` cards are made at once, and ``numpy.unique`` finds
which of them lead to the same state.
"""

from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from evaluators.rank_sums import arrays as rank_sums
from evaluators.two_plus_two.layout import END, ROW

STATES = (1, 52, 1_326, 22_100, 84_448, 152_607, 352_443)
"""The number of states after 0 to 6 cards."""

Numbers = NDArray[np.uint64]

CARDS = np.arange(52, dtype=np.uint8)
RANK_DIGIT: Numbers = 5 ** (np.arange(52, dtype=np.uint64) // 4)
"""A digit in base 5 for each rank, which counts its cards."""

SUIT_BIT: Numbers = np.uint64(1) << np.arange(52, dtype=np.uint64) % 4 * 16 + CARDS // 4
"""A bit for each card: 16 bits for each suit, of which the lower 13 are its ranks."""

SCATTER = np.uint64(0x9E3779B97F4A7C15)
"""Odd, so that products modulo 2**64 stay different."""

BLOCK = 1 << 14
"""Rows of six cards whose hands of seven are ranked at once: 6 MB of cards."""


class States(NamedTuple):
    """The states after some number of cards, an entry of each array for each state.

    Attributes:
        hands: a hand of each state, ``(n, cards)``.
        ranks: how often each rank occurs, in base 5.
        suits: the ranks of each remembered suit.
    """

    hands: NDArray[np.uint8]
    ranks: Numbers
    suits: Numbers


def build() -> NDArray[np.uint32]:
    """The whole table: 612,978 rows of 53 entries, in one line.

    Raises:
        RuntimeError: the number of states is not that of the combinatorics.
    """
    table = np.zeros((1 + sum(STATES), ROW), np.uint32)
    first_rows = [*accumulate(STATES, initial=1)]
    states = States(np.zeros((1, 0), np.uint8), np.zeros(1, np.uint64), np.zeros(1, np.uint64))
    for cards in range(7):
        rows = table[first_rows[cards] : first_rows[cards + 1]]
        if len(states.hands) != len(rows):
            raise RuntimeError(f"{len(states.hands)} states of {cards} cards, not {len(rows)}")
        if cards >= 5:
            rows[:, END] = rank_sums.evaluate(states.hands)
        if cards < 6:
            states = _next_states(states, rows, first_rows[cards + 1])
        else:
            _fill_values(states, rows)
    return table.reshape(-1)


def _next_states(states: States, rows: NDArray[np.uint32], first_row: int) -> States:
    """Fill the rows, and return the states of one card more, in the order in which they are met."""
    known, cards = np.nonzero(_possible(states.ranks, states.suits))
    ranks = states.ranks[known] + RANK_DIGIT[cards]
    suits = _remembered(states.suits[known] | SUIT_BIT[cards], states.hands.shape[1] + 1)

    # If two states had the same number, there would be one too few: `build` counts them.
    _, first, number = np.unique(suits * SCATTER + ranks, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), np.uint32)
    place[order] = np.arange(first_row, first_row + len(order), dtype=np.uint32) * ROW
    rows[known, cards] = place[number]

    first = first[order]
    hands = np.column_stack([states.hands[known[first]], CARDS[cards[first]]])
    return States(hands, ranks[first], suits[first])


def _fill_values(states: States, rows: NDArray[np.uint32]) -> None:
    """Fill in the class numbers of all hands of seven.

    The hand of a state may have a card that others of that state lack, and then has it twice. Rank
    sums count ranks and suits alone, so its class number is that of the others.
    """
    for start in range(0, len(rows), BLOCK):
        stop = min(start + BLOCK, len(rows))
        hands = np.empty((stop - start, 52, 7), np.uint8)
        hands[:, :, :6] = states.hands[start:stop, np.newaxis]
        hands[:, :, 6] = CARDS
        values = rank_sums.evaluate(hands.reshape(-1, 7)).reshape(-1, 52)
        possible = _possible(states.ranks[start:stop], states.suits[start:stop])
        rows[start:stop, :52] = values * possible


def _possible(ranks: Numbers, suits: Numbers) -> NDArray[np.bool_]:
    """True for each card that may come next: neither the card nor four of its rank are there."""
    absent: NDArray[np.bool_] = suits[:, np.newaxis] & SUIT_BIT == 0
    absent &= ranks[:, np.newaxis] // RANK_DIGIT % np.uint64(5) < 4
    return absent


def _remembered(suits: Numbers, cards: int) -> Numbers:
    """The suits without those that cannot make a flush of seven cards any more."""
    for place in np.arange(0, 64, 16, dtype=np.uint64):
        bits = np.uint64(0xFFFF) << place
        suits &= ~np.where(np.bitwise_count(suits & bits) < cards - 2, bits, np.uint64(0))
    return suits
