"""What is not a hand does no harm."""

import pytest

from evaluators.counting_hash.scalar import LOWER_MASK, UPPER_MASK


def test_every_masked_value_is_an_index_of_machine_code() -> None:
    """A failure means that an invalid hand can read outside of a table: the process may end."""
    pytest.importorskip("numba")
    from evaluators.counting_hash.compiled import tables

    for size in (5, 6, 7):
        cards, starts, places, numbers, flushes = tables(size)
        assert len(cards) == 256
        assert (len(starts), len(places)) == (UPPER_MASK + 1, LOWER_MASK + 1)
        assert (len(numbers), len(flushes)) == (0xFFFF + 1, 0x1FFF + 1)
