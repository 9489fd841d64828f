"""The table of classes and keys, compared with a look at each hand."""

import hashlib
import marshal
from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.checking.showdowns import Cell
from harness.checking.table import Table, sweep_of
from harness.checking.tasks import Hand, Shard
from harness.hands.scopes import Sample, Scope
from tests.harness import styles

SAMPLE = Sample(5, 60)
HALF = len(SAMPLE) // 2
KEYS = [(1,), (1.0,), (2,), (2, 5), (3,)]
"""The keys of the evaluators here: two of them are equal, and one is between two others."""

codes = st.lists(st.integers(0, len(KEYS) - 1), min_size=HALF, max_size=HALF)
orders = st.permutations(KEYS)


def table_of(
    parts: Sequence[tuple[Sequence[Any], Sequence[int]]], scope: Scope = SAMPLE, **changes: Any
) -> Table:
    """The table of shards of one length, each with its own list of keys and the codes of hands."""
    sweeps, classes = [], {}
    for n, (keys, of_hands) in enumerate(parts):
        as_bytes = marshal.dumps(list(keys), 2)
        size = len(of_hands)
        task = styles.task(n * size, (n + 1) * size, scope)
        sweeps.append(sweep_of(task, Shard(as_bytes, codes=array("I", of_hands).tobytes()), scope))
        classes[as_bytes] = [[0]]
    fields: dict[str, Any] = {"numbers": (1,), "lower_wins": True}
    return Table(scope, sweeps, classes, **(fields | changes))


@given(orders, orders, codes, codes, st.booleans())
@settings(max_examples=8)
def test_everything_is_that_of_looking_at_each_hand(
    order: list[Any], other_order: list[Any], first: list[int], second: list[int], lower: bool
) -> None:
    """Failure means that shards of processes that number their keys in other ways are mixed up."""
    table = table_of([(order, first), (other_order, second)], lower_wins=lower)
    in_order = sorted(map(list, {(1,), (2,), (2, 5), (3,)}), reverse=not lower)
    keys = [order[code] for code in first] + [other_order[code] for code in second]
    places = [in_order.index(list(key)) for key in keys]
    hands: list[Hand] = [SAMPLE.hand(place) for place in range(len(SAMPLE))]
    cells = list(zip(SAMPLE.numbers().tolist(), places))

    assert [list(key) for key in table.keys if isinstance(key, tuple)] == in_order
    assert np.concatenate([*map(table.places, table.sweeps)]).tolist() == places
    assert table.cells == Counter(cells)
    assert {sweep.codes.itemsize for sweep in table.sweeps} == {2}  # the table keeps them all
    assert list(table.cells) == sorted(table.cells)
    used = sorted(set(places))
    ranks = array("H", [used.index(place) + 1 for place in places])
    assert table.digest() == hashlib.sha256(ranks.tobytes()).hexdigest()
    some = {cell for cell in cells if sum(cell) % 2}
    for chosen in (*({cell} for cell in table.cells), some, set(cells) - some, set[Cell]()):
        expected = [hand for hand, cell in zip(hands, cells) if cell in chosen]
        for most in (100, 3, 1):
            assert table.hands(chosen, most) == expected[:most]


def test_codes_beyond_16_bits_are_read_as_they_were_written() -> None:
    many = list(range(70_000))
    task = styles.task(0, 3, SAMPLE)
    shard = Shard(marshal.dumps(many, 2), codes=array("I", [69_999, 0, 65_536]).tobytes())
    table = Table(SAMPLE, [sweep_of(task, shard, SAMPLE)], {shard.keys: [[0]]}, (1,), True)
    assert table.places(table.sweeps[0]).tolist() == [69_999, 0, 65_536]
