"""Sort by count in machine code: 256 hands side by side, sorted by a network.

The steps are those of `arrays`: sort the ranks, group the equal ones, sort the groups by count and
rank, cut them to five cards, and look for a straight. A sorting network suits machine code as it
suits arrays: it compares the same places whatever the cards are, so that the processor never has to
guess which way a jump goes, and the compiler lets it compare 32 hands in one step. Only flushes, of
seven cards a hand in thirty, are sorted one by one. The key is the same 39 bits; there are no
tables.

The ranks and groups of 256 hands are two small arrays, which serve all hands of a call.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.networks import NETWORKS
from evaluators.compiled.hands import Kernel, OverHands, no_tables
from evaluators.compiled.machine_code import inlined, machine_code
from evaluators.compiled.suits import counter, flush_suit
from evaluators.sort_by_count import arrays
from evaluators.sort_by_count.arrays import FLUSH, STRAIGHT, STRAIGHT_FLUSH, TWO_RANKS
from evaluators.sort_by_count.scalar import ACE

name = arrays.name
sizes = arrays.sizes
lower_wins = arrays.lower_wins
unpack = arrays.unpack

WIDE = 256
"""Hands side by side."""

Rows = NDArray[np.uint8]
"""A row for each place in a hand, a column for each hand."""

SINGLES = 0b001_001_001_001_001
"""The packed counts of five different ranks."""


@inlined
def pack(flags: int, counts: int, ranks: int) -> int:
    """Flags, packed counts and packed ranks in one number."""
    return (flags << 15 | counts) << 20 | ranks


@inlined
def sort_down(rows: Rows, network: NDArray[Any]) -> None:
    """Sort each column, the highest first."""
    for pair in range(len(network)):
        i, j = network[pair]
        for n in range(rows.shape[1]):
            one, other = rows[i, n], rows[j, n]
            rows[i, n], rows[j, n] = max(one, other), min(one, other)


@inlined
def group(ranks: Rows, groups: Rows) -> None:
    """Turn sorted ranks into groups of count and rank, 0 for the places of repeated ranks."""
    for n in range(WIDE):
        groups[0, n] = ranks[0, n] | 1 << 4
    for i in range(1, len(ranks)):
        for n in range(WIDE):
            is_new = ranks[i, n] != ranks[i - 1, n]
            groups[i, n] = (ranks[i, n] if is_new else groups[i - 1, n]) + (1 << 4)
            groups[i - 1, n] *= is_new


@inlined
def cut_to_five(groups: Rows, network: NDArray[Any]) -> None:
    """Cut sorted groups: none is larger than the room that those before it leave."""
    room = np.zeros(WIDE, np.uint8)
    for n in range(WIDE):
        room[n] = 5
    for place in range(4):
        for n in range(WIDE):
            room[n] -= groups[place, n] >> 4
        for later in range(place + 1, len(groups)):
            for n in range(WIDE):
                count = min(groups[later, n] >> 4, room[n])
                groups[later, n] = (count << 4 | groups[later, n] & 15) * (count != 0)
        sort_down(groups, network)


@inlined
def straight_in(ranks: Rows, n: int, size: int) -> int:
    """The top rank of the highest straight in column `n` of different, sorted ranks, or 0."""
    top = 0
    for i in range(1, size - 3):
        is_wheel = (ranks[0, n] == ACE) & (ranks[i, n] == 4) & (ranks[i + 3, n] == 1)
        top = max(top, 4 * is_wheel)
    for i in range(size - 4):
        is_straight = (ranks[i, n] - ranks[i + 4, n] == 4) & (ranks[i + 4, n] != 0)
        top = max(top, ranks[i, n] * is_straight)
    return top


@inlined
def straight_key(flags: int, top: int) -> int:
    """The key of a straight; the ace of a wheel is its last rank."""
    ranks = 0x43210 + ACE if top == 4 else top * 0x11111 - 0x01234
    return pack(flags, SINGLES, ranks)


@inlined
def flush_key(ranks: Rows, size: int) -> int:
    """The key of a flush or a straight flush, from the sorted ranks of its suit."""
    straight = straight_in(ranks, 0, size)
    if straight:
        return straight_key(STRAIGHT_FLUSH, straight)
    packed = 0
    for i in range(5):
        packed = packed << 4 | ranks[i, 0]
    return pack(FLUSH, SINGLES, packed)


def kernel(size: int) -> Kernel:
    """The packed key of the best five of five, six or seven cards.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (False, False, False, False, (2, 2, 1), (13, 12, 11))
    """
    network = np.array(NETWORKS[size])

    @machine_code("i8")
    def evaluate_block(hands: NDArray[Any], keys: NDArray[Any]) -> None:
        ranks, groups = np.zeros((size, WIDE), np.uint8), np.zeros((size, WIDE), np.uint8)
        suited = np.zeros((size, 1), np.uint8)
        for start in range(0, len(hands), WIDE):
            block, block_keys = hands[start : start + WIDE], keys[start : start + WIDE]
            for n in range(len(block)):
                for i in range(size):
                    ranks[i, n] = (block[n, i] >> 2) + 1
            sort_down(ranks, network)
            group(ranks, groups)
            for i in range(size):
                for n in range(WIDE):
                    ranks[i, n] = groups[i, n] & 15
            sort_down(ranks, network)
            sort_down(groups, network)
            if size > 5:
                cut_to_five(groups, network)
            for n in range(len(block)):
                counts = packed = 0
                for i in range(5):
                    counts = counts << 3 | groups[i, n] >> 4
                    packed = packed << 4 | groups[i, n] & 15
                block_keys[n] = pack(TWO_RANKS * (groups[2, n] == 0), counts, packed)
            for n in range(len(block)):
                top = straight_in(ranks, n, size)
                straight = straight_key(STRAIGHT, top) * (top != 0)
                block_keys[n] = max(block_keys[n], straight)
            for n in range(len(block)):
                suits = 0
                for i in range(size):
                    suits += counter(block[n, i])
                suit = flush_suit(suits)
                if suit >= 0:
                    for i in range(size):
                        card = block[n, i]
                        suited[i, 0] = ((card >> 2) + 1) * (card & 3 == suit)
                    sort_down(suited, network)
                    block_keys[n] = flush_key(suited, size)

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.int64)
