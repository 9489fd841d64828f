"""Counts of wrong showdowns, compared with a count over every pair."""

from collections import Counter, defaultdict
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from harness.faults.cells import Cell, Cells
from harness.faults.kinds import FALSE_TIE, FALSE_WIN, REVERSED
from harness.faults.showdowns import failures_in, totals
from harness.hands.classes import clarity, classes

NUMBERS = 1, 10, 11, 12, 13, 167, 168
"""Classes of three categories, the first and the last of them among these."""
CATEGORY_OF = classes().category_of
cells = st.tuples(st.sampled_from(NUMBERS), st.integers(0, 5))
tables = st.dictionaries(cells, st.integers(1, 9), max_size=30)


def kind_of(first: Cell, second: Cell) -> str | None:
    """The kind of failure between hands of two cells, by its definition."""
    by_rules = (first[0] < second[0]) - (first[0] > second[0])
    by_keys = (first[1] < second[1]) - (first[1] > second[1])
    if by_rules == by_keys:
        return None
    return FALSE_WIN if not by_rules else FALSE_TIE if not by_keys else REVERSED


@given(tables, st.sampled_from([1, 1_000]))  # so many places make no matrix
def test_counts_and_examples_are_those_of_a_look_at_every_pair(
    table: dict[Cell, int], apart: int
) -> None:
    table = {(number, apart * place): hands for (number, place), hands in table.items()}
    showdowns: Counter[tuple[str, int, int]] = Counter()
    cells_of: dict[tuple[str, int, int], tuple[set[Cell], set[Cell]]] = defaultdict(
        lambda: (set(), set())
    )
    for first, second in combinations(sorted(table), 2):
        if kind := kind_of(first, second):
            group = kind, CATEGORY_OF[first[0]], CATEGORY_OF[second[0]]
            showdowns[group] += table[first] * table[second]
            cells_of[group][0].add(first)
            cells_of[group][1].add(second)

    failures = failures_in(Cells.of(table))
    assert {(f.kind, f.stronger, f.weaker): f.showdowns for f in failures} == showdowns
    assert set(totals(failures)) == {REVERSED, FALSE_TIE, FALSE_WIN}
    assert sum(totals(failures).values()) == showdowns.total()
    for failure in failures:
        first, second = failure.example
        assert {first, second} <= set(table)
        assert kind_of(first, second) == failure.kind
        assert (CATEGORY_OF[first[0]], CATEGORY_OF[second[0]]) == (failure.stronger, failure.weaker)
        assert failure.clarity == clarity(first[0], second[0])
        if failure.kind != FALSE_WIN:
            stronger, weaker = cells_of[failure.kind, failure.stronger, failure.weaker]
            assert failure.stronger_hands == sum(table[cell] for cell in stronger)
            assert failure.weaker_hands == sum(table[cell] for cell in weaker)


def test_hands_of_a_false_win() -> None:
    """A class has 4 + 1 + 2 hands, of which 3 have another key than most."""
    (failure,) = failures_in(Cells.of({(3, 0): 4, (3, 1): 1, (3, 2): 2}))
    assert (failure.kind, failure.showdowns) == (FALSE_WIN, 4 + 8 + 2)
    assert (failure.stronger_hands, failure.weaker_hands) == (3, 7)
