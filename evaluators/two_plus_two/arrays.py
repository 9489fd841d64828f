"""The walk of Two-plus-two for whole arrays of hands: one lookup per card of all hands of a block.

The walk of `scalar`, step by step for all hands at once: a row of places, to which a row of cards
is added, is an index into the table, and the entries are the next places. Nothing else is left to
do: flushes need no step of their own.

The key is the class number: two bytes. Indexes wrap around at the end of the table, which NumPy
does faster than to check them. So cards of any byte lead to some entry, and never out of the table.

The table has 32,487,834 entries, 130 MB, and limits the speed: nearly every lookup of the later
cards of random hands is a cache miss. `evaluators.rank_sums.arrays` has more to do for a hand, with
tables that stay in a level 2 cache, and takes less time for random hands. Hands in order share
their first cards, and so their rows.
"""

import numpy as np

from evaluators.arrays.columns import Cards, Row, by_blocks
from evaluators.two_plus_two.layout import END, START
from evaluators.two_plus_two.table import as_array

name = "two-plus-two"
sizes = range(5, 8)
lower_wins = True


@by_blocks(np.uint16)
def evaluate(cards: Cards) -> Row:
    """The class numbers of hands of five cards, or of the best five of six or seven.

    For an invalid hand, it is 0 or has no meaning.

    >>> evaluate(np.array([[51, 47, 43, 39, 35], [0, 1, 4, 5, 8]]))
    array([   1, 3325], dtype=uint16)
    """
    table = as_array()
    places: Row = np.full(cards.shape[1], START, np.uint32)
    for card in cards:
        places = table.take(places + card, mode="wrap")
    return places if len(cards) == 7 else table.take(places + END, mode="wrap")


def unpack(key: int) -> int:
    """The class number as it is."""
    return int(key)
