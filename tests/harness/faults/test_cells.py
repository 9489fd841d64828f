"""Cells in arrays and in plain Python: both say the same, of any table."""

from hypothesis import given, settings
from hypothesis import strategies as st

from harness.faults.cells import Cell, Cells, PlainCells
from harness.faults.families import Family, families
from harness.hands.classes import classes

NUMBERS = 1, 10, 11, 12, 166, 167, 300, 1609, 7462
cells = st.tuples(st.sampled_from(NUMBERS), st.integers(0, 12))
tables = st.dictionaries(cells, st.integers(1, 9), max_size=30)


def said(family: Family) -> tuple[object, ...]:
    return str(family), family.classes, family.hands, family.advice


@settings(max_examples=20)
@given(tables, st.booleans())
def test_both_forms_lead_to_the_same_families(table: dict[Cell, int], with_examples: bool) -> None:
    """Else the page in the browser says something else than a terminal."""
    examples = [(c.number, 2 * c.number) for c in classes()] if with_examples else []
    arrays, plain = Cells.of(table), PlainCells.of(table)
    assert arrays.usual() == plain.usual()
    assert arrays.split() == plain.split()
    assert [*arrays.each()] == [*plain.each()] == sorted(table)
    found = [list(map(said, families(each, 5, examples))) for each in (arrays, plain)]
    assert found[0] == found[1]
