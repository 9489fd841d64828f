"""All hands in one walk: the counts are those of the other walk, which combinatorics checks."""

import numpy as np
import pytest

pytest.importorskip("numba")
from evaluators.rank_sums import walk as rank_sums
from evaluators.two_plus_two.walk import walk


def test_each_class_has_as_many_hands_as_in_the_other_walk() -> None:
    for size in (5, 6, 7):
        counts = walk(size)
        assert counts.dtype == np.int64
        assert counts.tolist() == rank_sums.walk(size).tolist()
