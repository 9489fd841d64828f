"""The sorting networks: they sort, with the smallest possible number of comparisons."""

from itertools import product

import numpy as np

from evaluators.arrays.networks import NETWORKS, sort_down

FEWEST = {0: 0, 1: 0, 2: 1, 3: 3, 4: 5, 5: 9, 6: 12, 7: 16}
"""Knuth, The Art of Computer Programming, volume 3, 5.3.4."""


def test_a_network_sorts_everything() -> None:
    """A network that sorts all rows of zeros and ones sorts all rows: the zero-one principle."""
    for size in [size for size in NETWORKS if size]:
        rows = np.array([*product((0, 1), repeat=size)], np.uint8)
        expected = np.sort(rows, axis=1)[:, ::-1]
        assert np.array_equal(sort_down(rows.T), expected.T)


def test_networks_are_the_smallest() -> None:
    assert {size: len(network) for size, network in NETWORKS.items()} == FEWEST
