"""Sums of cards: tables that are built on first use, and room in each sum."""

from evaluators.cards import DECK
from evaluators.rank_sums import scalar as rank_sums
from tests.scripts import run_script


def test_tables_are_built_on_first_use() -> None:
    """A failure means that the import, or five cards, pay for the tables of seven."""
    script = (
        "from evaluators.rank_sums.scalar import NUMBERS, encode, evaluate\n"
        "print(len(NUMBERS))\n"
        "for size in (5, 6, 5, 7):\n"
        "    evaluate(list(map(encode, range(size)))); print(len(NUMBERS))\n"
    )
    five, six, seven = 6_175 + 4 * 1_287, 18_395, 49_205
    entries = [0, five, five + six, five + six, five + six + seven]
    assert run_script(script).stdout.split() == list(map(str, entries))


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
