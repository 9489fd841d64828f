"""Sums of cards: each suit has room, and so have the ranks."""

from evaluators.cards import DECK
from evaluators.rank_sums import scalar as rank_sums


def test_the_largest_sums_have_room() -> None:
    """A failure means that a sum carries into the suits, or a suit into the next one.

    Four aces and three kings have the largest sum of ranks; a suit occurs at most seven times.
    """
    largest = sum(map(rank_sums.encode, [*DECK[48:], *DECK[44:47]]))
    assert largest & rank_sums.RANK_MASK == 4 * 5**12 + 3 * 5**11
    for suit in range(4):
        seven = sum(rank_sums.encode(card) for card in DECK[suit::4][:7])
        assert seven >> rank_sums.RANK_BITS == 49 << 6 * suit
        assert rank_sums.SUIT_OF_FLUSH[seven & rank_sums.FLUSHES] == 63 << 31 + 6 * suit
