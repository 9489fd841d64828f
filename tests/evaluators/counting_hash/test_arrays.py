"""What is not a hand does no harm."""

from contextlib import suppress

import numpy as np
import pytest

from evaluators.counting_hash.arrays import evaluate
from evaluators.counting_hash.scalar import LOWER_MASK, UPPER_MASK


def test_bytes_that_are_not_hands_do_no_harm() -> None:
    """The hot path does not validate: a key means nothing, or NumPy finds no such index."""
    for size in (5, 6, 7):
        for highest in (51, 63, 255):
            rows = np.random.default_rng(size).integers(0, highest + 1, (100, size), np.uint8)
            rows[0], rows[1], rows[2] = 0, 51, highest
            for row in rows:
                with suppress(IndexError):
                    assert evaluate(row[np.newaxis]).shape == (1,)


def test_every_masked_value_is_an_index_of_machine_code() -> None:
    """A failure means that an invalid hand can read outside of a table: the process may end."""
    pytest.importorskip("numba")
    from evaluators.counting_hash.compiled import tables

    for size in (5, 6, 7):
        cards, starts, places, numbers, flushes = tables(size)
        assert len(cards) == 256
        assert (len(starts), len(places)) == (UPPER_MASK + 1, LOWER_MASK + 1)
        assert (len(numbers), len(flushes)) == (0xFFFF + 1, 0x1FFF + 1)
