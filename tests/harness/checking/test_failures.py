"""Counts of wrong showdowns, against a count that looks at every pair."""

from collections import Counter, defaultdict

from hypothesis import given
from hypothesis import strategies as st

from harness.checking.failures import FALSE_TIE, FALSE_WIN, REVERSED, Cell, failures_in, totals

CATEGORY_OF = [-1, 2, 2, 1, 1, 1, 0, 0]  # class 0 is none; 1 and 2 are the best category, ...
cells = st.tuples(st.integers(1, 7), st.integers(0, 5))
tables = st.dictionaries(cells, st.integers(1, 9), max_size=20)


def nearness(one: int, two: int) -> float:
    return -abs(one - two)


def kind_of(one: Cell, two: Cell) -> str | None:
    """What is wrong between hands of two cells, by the definition."""
    by_rules = (one[0] < two[0]) - (one[0] > two[0])
    by_keys = (one[1] < two[1]) - (one[1] > two[1])
    if by_rules == by_keys:
        return None
    return FALSE_WIN if not by_rules else FALSE_TIE if not by_keys else REVERSED


@given(tables)
def test_counts_are_those_of_looking_at_every_pair(table: dict[Cell, int]) -> None:
    showdowns: Counter[tuple[str, int, int]] = Counter()
    taking_part: dict[tuple[str, int, int], tuple[set[Cell], set[Cell]]] = defaultdict(
        lambda: (set(), set())
    )
    for one in table:
        for two in table:
            kind = kind_of(one, two)
            if one < two and kind:
                group = kind, CATEGORY_OF[one[0]], CATEGORY_OF[two[0]]
                showdowns[group] += table[one] * table[two]
                taking_part[group][0].add(one)
                taking_part[group][1].add(two)

    found = failures_in(table, CATEGORY_OF, nearness)
    assert {(f.kind, f.stronger, f.weaker): f.showdowns for f in found} == showdowns
    for failure in found:
        if failure.kind != FALSE_WIN:
            stronger, weaker = taking_part[failure.kind, failure.stronger, failure.weaker]
            assert failure.stronger_hands == sum(table[cell] for cell in stronger)
            assert failure.weaker_hands == sum(table[cell] for cell in weaker)


@given(tables)
def test_examples_show_what_they_are_examples_of(table: dict[Cell, int]) -> None:
    for failure in failures_in(table, CATEGORY_OF, nearness):
        one, two = failure.example
        assert {one, two} <= set(table)
        assert kind_of(one, two) == failure.kind
        assert (CATEGORY_OF[one[0]], CATEGORY_OF[two[0]]) == (failure.stronger, failure.weaker)


@given(tables)
def test_totals_add_up(table: dict[Cell, int]) -> None:
    found = failures_in(table, CATEGORY_OF, nearness)
    assert sum(totals(found).values()) == sum(failure.showdowns for failure in found)
    assert set(totals(found)) == {REVERSED, FALSE_TIE, FALSE_WIN}


def test_nothing_is_wrong_with_what_is_right() -> None:
    assert failures_in({(number, number): 3 for number in range(1, 8)}, CATEGORY_OF, nearness) == []


def test_hands_of_a_false_win() -> None:
    """Of 4 + 1 + 2 hands in a class, 3 have another key than most."""
    (failure,) = failures_in({(3, 0): 4, (3, 1): 1, (3, 2): 2}, CATEGORY_OF, nearness)
    assert (failure.kind, failure.showdowns) == (FALSE_WIN, 4 + 8 + 2)
    assert (failure.stronger_hands, failure.weaker_hands) == (3, 7)
