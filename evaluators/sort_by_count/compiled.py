"""Sort by count in machine code: one hand after the other, sorted by a network.

The steps are those of `arrays`: sort the ranks, group the equal ones, sort the groups by count and
rank, cut them to five cards, and look for a straight and a flush. A sorting network suits machine
code as it suits arrays: it compares the same places whatever the cards are, so that the processor
never has to guess which way a jump goes. The key is the same 39 bits, and there are no tables.

A hand's ranks and groups are two small arrays, which serve all hands of a call.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.arrays.networks import NETWORKS, Network
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

Places = NDArray[Any]
"""A number for each place in a hand."""

SINGLES = 0b001_001_001_001_001
"""The packed counts of five different ranks."""


@inlined
def pack(flags: int, counts: int, ranks: int) -> int:
    """Flags, packed counts and packed ranks in one number."""
    return (flags << 15 | counts) << 20 | ranks


@inlined
def sort_down(places: Places, network: Network) -> None:
    """Sort the numbers, the highest first."""
    for i, j in network:
        places[i], places[j] = max(places[i], places[j]), min(places[i], places[j])


@inlined
def group(ranks: Places, groups: Places) -> int:
    """Turn sorted ranks into groups of count and rank, and drop repeated ranks; count them."""
    different = 0
    for i in range(len(ranks)):
        groups[i] = 0
        if i and ranks[i] == ranks[different - 1]:
            groups[different - 1] += 1 << 4
        else:
            ranks[different] = ranks[i]
            groups[different] = 1 << 4 | ranks[i]
            different += 1
    return different


@inlined
def groups_key(groups: Places, network: Network) -> int:
    """The key of the best five cards in sorted groups."""
    counts = ranks = places = 0
    room = 5
    while room:
        while groups[places] >> 4 > room:  # as much of it as there is room for
            groups[places] = room << 4 | groups[places] & 15
            sort_down(groups, network)
        room -= groups[places] >> 4
        counts = counts << 3 | groups[places] >> 4
        ranks = ranks << 4 | groups[places] & 15
        places += 1
    flags = TWO_RANKS if places == 2 else 0
    return pack(flags, counts << 3 * (5 - places), ranks << 4 * (5 - places))


@inlined
def straight_in(ranks: Places, different: int) -> int:
    """The top rank of the highest straight in different, sorted ranks, or 0."""
    for i in range(different - 4):
        if ranks[i] - ranks[i + 4] == 4:
            top: int = ranks[i]
            return top
    has_wheel = different >= 5 and ranks[0] == ACE and ranks[different - 4] == 4
    return 4 if has_wheel else 0


@inlined
def straight_key(flags: int, top: int) -> int:
    """The key of a straight; the ace of a wheel is its last rank."""
    ranks = 0x43210 + ACE if top == 4 else top * 0x11111 - 0x01234
    return pack(flags, SINGLES, ranks)


@inlined
def flush_key(ranks: Places, suited: int) -> int:
    """The key of a flush or a straight flush, from the sorted ranks of its suit."""
    straight = straight_in(ranks, suited)
    if straight:
        return straight_key(STRAIGHT_FLUSH, straight)
    packed = 0
    for i in range(5):
        packed = packed << 4 | ranks[i]
    return pack(FLUSH, SINGLES, packed)


def kernel(size: int) -> Kernel:
    """The packed key of the best five of five, six or seven cards.

    >>> unpack(evaluate(np.array([[51, 50, 47, 46, 31, 30, 42]]))[0])
    (False, False, False, False, (2, 2, 1), (13, 12, 11))
    """
    network = NETWORKS[size]

    @machine_code("i8")
    def evaluate_block(hands: NDArray[Any], keys: NDArray[Any]) -> None:
        ranks, groups = np.zeros(size, np.int64), np.zeros(size, np.int64)
        for n in range(len(hands)):
            suits = 0
            for i in range(size):
                ranks[i] = (hands[n, i] >> 2) + 1
                suits += counter(hands[n, i])
            suit = flush_suit(suits)
            if suit >= 0:
                suited = 0
                for i in range(size):
                    is_suited = hands[n, i] & 3 == suit
                    ranks[i] *= is_suited
                    suited += is_suited
                sort_down(ranks, network)
                keys[n] = flush_key(ranks, suited)
                continue
            sort_down(ranks, network)
            different = group(ranks, groups)
            straight = straight_in(ranks, different)
            if straight:
                keys[n] = straight_key(STRAIGHT, straight)
            else:
                sort_down(groups, network)
                keys[n] = groups_key(groups, network)

    return evaluate_block


evaluate = OverHands(kernel, no_tables, np.int64)
