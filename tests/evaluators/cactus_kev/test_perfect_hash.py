"""The size of the hash, as its docstring promises it."""

from evaluators.cactus_kev import perfect_hash
from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRODUCTS


def test_the_table_has_the_size_that_the_text_states() -> None:
    """That it has no collisions, the order of all hands shows."""
    table = PerfectHash(PRODUCTS)
    stated = f"{len(table.shifts):,} shifts and an array of {len(table.numbers):,}"
    assert stated in " ".join(str(perfect_hash.__doc__).split())
