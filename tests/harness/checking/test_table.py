"""The table of classes and keys, compared with a look at each hand."""

import hashlib
import marshal
from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import comb
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.checking.table import Table
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
    parts: Sequence[tuple[Sequence[Any], Sequence[int]]], scope: Scope = SAMPLE, lower: bool = True
) -> Table:
    """The table of shards of one length, each with its own list of keys and the codes of hands.

    The first key of the first list is that of a class.
    """
    table = Table(scope, megabytes=100)
    for n, (keys, of_hands) in enumerate(parts):
        of_class, own = marshal.dumps([keys[0]], 2), marshal.dumps([*keys[1:]], 2)
        size = len(of_hands)
        task = styles.task(n * size, (n + 1) * size, scope)
        codes = array("I", of_hands).tobytes()
        table.add(task, Shard(of_class, own, example_codes=[0], codes=codes))
    table.settle((1,), lower, False)
    return table


@given(orders, orders, codes, codes, st.booleans())
@settings(max_examples=8)
def test_everything_is_that_of_looking_at_each_hand(
    order: list[Any], other_order: list[Any], first: list[int], second: list[int], lower: bool
) -> None:
    """Failure means that shards of processes that number their keys in other ways are mixed up."""
    table = table_of([(order, first), (other_order, second)], lower=lower)
    in_order = sorted(map(list, {(1,), (2,), (2, 5), (3,)}), reverse=not lower)
    keys = [order[code] for code in first] + [other_order[code] for code in second]
    places = [in_order.index(list(key)) for key in keys]
    hands: list[Hand] = [SAMPLE.hand(place) for place in range(len(SAMPLE))]
    cells = list(zip(SAMPLE.numbers().tolist(), places))

    assert [list(table.key(place)) for place in range(4)] == in_order
    assert np.concatenate([sweep.places() for sweep in table.sweeps]).tolist() == places
    assert dict(zip(table.cells.each(), table.cells.hands.tolist())) == Counter(cells)
    assert [*table.cells.each()] == sorted({*cells})
    assert table.distinct_keys == len({*places})
    assert {sweep.codes.itemsize for sweep in table.sweeps} == {2}  # the table keeps them all
    used = sorted(set(places))
    ranks = array("H", [used.index(place) + 1 for place in places])
    assert table.digest == hashlib.sha256(ranks.tobytes()).hexdigest()
    for most in (100, 3, 1):
        some = [n for n, cell in enumerate(sorted({*cells})) if sum(cell) % 2]
        groups = [some, *(table.cells.indices(cell) for cell in {*cells} if not sum(cell) % 2)]
        for found, group in zip(table.hands(groups, most), groups):
            chosen = [sorted({*cells})[n] for n in group]
            assert found == [hand for hand, cell in zip(hands, cells) if cell in chosen][:most]
    assert table.cells.indices((1, 99)) == []


def test_codes_beyond_16_bits_are_read_as_they_were_written() -> None:
    table = table_of([(list(range(70_000)), [69_999, 0, 65_536])])
    keys = [table.key(place) for place in table.sweeps[0].places().tolist()]
    assert keys == [69_999, 0, 65_536]


KEYS_OF_CLASSES = st.lists(st.integers(0, 30), min_size=2, max_size=9, unique=True)


@given(KEYS_OF_CLASSES, st.booleans(), st.sampled_from([int, float, str]), st.data())
def test_a_coarse_table_has_each_key_at_its_place_among_those_of_classes(
    of_classes: list[int], lower: bool, kind: Any, data: st.DataObject
) -> None:
    """Whether the main process or a worker finds the place, and in whatever order shards come."""
    as_key = (lambda n: f"{n:02}") if kind is str else kind
    size = len(of_classes)
    asked = [data.draw(st.lists(st.integers(0, 30), min_size=20, max_size=20)) for _ in range(3)]
    table, steps = Table(SAMPLE, megabytes=0.001), sorted(of_classes)
    keys = marshal.dumps([*map(as_key, of_classes)], 2)
    for n in data.draw(st.permutations(range(3))):
        own = sorted({*asked[n]} - {*of_classes})
        has_gaps = bool(table.coarse) and data.draw(st.booleans())
        code_of = {key: size + at for at, key in enumerate(own)}
        if has_gaps:
            code_of = {key: size + sum(step < key for step in steps) for key in own}
        code_of |= {key: at for at, key in enumerate(of_classes)}
        codes = array("I", [code_of[key] for key in asked[n]]).tobytes()
        values = b"" if has_gaps else marshal.dumps([*map(as_key, own)], 2)
        shard = Shard(keys, values, has_gaps, [*range(size)], codes)
        table.add(styles.task(20 * n, 20 * n + 20, SAMPLE), shard)
    table.settle(tuple(range(1, size + 1)), lower, False)
    assert bool(table.coarse) == bool({*chain(*asked)} - {*of_classes})
    if not table.coarse:
        return
    expected = [
        2 * sum(step < key for step in steps) + (key in of_classes) for key in chain(*asked)
    ]
    places = np.concatenate([sweep.places() for sweep in table.sweeps])
    assert (places if lower else 2 * size - places).tolist() == expected
    undecided = sum(comb(many, 2) for place, many in Counter(expected).items() if not place % 2)
    assert table.undecided == undecided
    assert table.digest is None


def test_hands_that_features_cannot_tell_apart_are_named_once() -> None:
    """Else hundreds of thousands of hands are looked at, or a kind of hand is passed over."""
    scope = Sample(7, 4_000)
    table = table_of([([(1,)], [0] * 2_000), ([(1,)], [0] * 2_000)], scope)
    named = table.unlike_hands(np.arange(len(table.cells.hands)))

    def kind(hand: Hand) -> tuple[Any, ...]:
        return tuple(sorted(card // 4 for card in hand)), max(
            Counter(card % 4 for card in hand).values()
        )

    dealt = [tuple(hand) for hand in scope.hands().tolist()]
    kinds = [*map(kind, named)]
    assert len(kinds) == len({*kinds})
    assert {*kinds} == {*map(kind, dealt)}
    assert {*named} <= {*dealt}
