"""The sorting networks: they sort, in as many comparisons as a doctest says."""

from itertools import product

import numpy as np

from evaluators.arrays.networks import NETWORKS, sort_down


def test_a_network_sorts_everything() -> None:
    """A network that sorts all rows of zeros and ones sorts all rows: the zero-one principle."""
    for size in [size for size in NETWORKS if size]:
        rows = np.array([*product((0, 1), repeat=size)], np.uint8)
        expected = np.sort(rows, axis=1)[:, ::-1]
        assert np.array_equal(sort_down(rows.T), expected.T)
