"""The sums of cards are indexes without holes, and the flushes have theirs."""

from evaluators.cards import DECK
from evaluators.counting_hash import scalar as counting_hash


def test_the_largest_sums_have_room() -> None:
    """A failure means that a sum carries into the upper ranks, the suits or the next suit.

    Sevens and sixes have the largest lower sum, aces and kings the largest upper sum.
    """
    encode, ranks = counting_hash.encode, (1 << counting_hash.RANK_BITS) - 1
    lower = sum(map(encode, [*DECK[20:24], *DECK[16:19]])) & ranks
    assert lower == 4 * 5**5 + 3 * 5**4 <= counting_hash.LOWER_MASK
    upper = sum(map(encode, [*DECK[48:], *DECK[44:47]])) & ranks
    assert upper == 4 * 5**6 + 3 * 5**5 << counting_hash.LOWER_BITS
    assert upper >> counting_hash.LOWER_BITS <= counting_hash.UPPER_MASK
    for suit in range(4):
        seven = sum(map(encode, DECK[suit::4][:7]))
        assert seven >> counting_hash.RANK_BITS == 7 << 9 - 3 * suit
