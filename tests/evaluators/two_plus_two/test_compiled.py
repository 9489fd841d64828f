"""The walk in machine code, whatever the number of hands and their bytes.

``tests/evaluators/arrays`` compares its keys with those of the python style.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators.two_plus_two import arrays
from tests.hands import dealt

pytest.importorskip("numba")
from evaluators.two_plus_two import compiled


def test_groups_of_hands_may_be_incomplete() -> None:
    """64 hands take each step together; the last group has fewer."""
    for size in (5, 6, 7):
        for count in (0, 1, 63, 64, 65, 128, 130):
            hands = dealt(size)[0][:count]
            assert (compiled.evaluate(hands) == arrays.evaluate(hands)).all()


@given(st.lists(st.binary(min_size=7, max_size=7), min_size=1, max_size=70))
@settings(max_examples=30)
def test_no_bytes_lead_out_of_the_table(hands: list[bytes]) -> None:
    """A byte that is not a card counts as the end of the hand; these arrays are read-only, too."""
    array = np.frombuffer(b"".join(hands), np.uint8).reshape(-1, 7)
    assert (compiled.evaluate(array) == compiled.evaluate(array.clip(max=52))).all()
