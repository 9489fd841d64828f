"""Sums of cards: tables that are made when they are needed, and what is no hand."""

import subprocess
import sys

import pytest

from evaluators.cards import DECK
from evaluators.rank_sums import scalar as rank_sums
from tests.hands import key


def test_no_table_is_made_before_it_is_needed() -> None:
    """The import stays cheap, and five cards do not pay for seven."""
    script = (
        "from evaluators.rank_sums.scalar import RANKS, encode, evaluate\n"
        "print(len(RANKS))\n"
        "for size in (5, 6, 5, 7): evaluate(list(map(encode, range(size)))); print(len(RANKS))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    five, six, seven = 6_175, 18_395, 49_205
    assert done.stdout.split() == [
        str(n) for n in (0, five, five + six, five + six, five + six + seven)
    ], done.stderr


@pytest.mark.parametrize("hand", [[], [0], [0, 1, 2, 3], list(range(8)), [0, 0, 0, 0, 0]])
def test_what_is_no_hand_has_no_number(hand: list[int]) -> None:
    """The hot path checks nothing, and yet a sum that no hand has is in no table."""
    with pytest.raises(KeyError):
        key(rank_sums, hand)


def test_the_largest_sums_have_room() -> None:
    """Four aces and three kings are the most that ranks come to; seven of a suit the most of it."""
    largest = sum(map(rank_sums.encode, [*DECK[48:], *DECK[44:47]]))
    assert largest & rank_sums.RANK_MASK == 4 * 5**12 + 3 * 5**11
    for suit in range(4):
        seven = sum(rank_sums.encode(card) for card in DECK[suit::4][:7])
        assert seven >> rank_sums.RANK_BITS == 7 << 9 - 3 * suit
