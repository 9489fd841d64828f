"""Claims of the lesson about the smallest numbers for ranks; other tests check its evaluator."""

from collections.abc import Sequence

from evaluators.multisets import multisets
from evaluators.rank_sums import lesson

SMALLEST = [0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415]


def sums(numbers: Sequence[int]) -> list[int]:
    """The sums of all hands of five cards, whose ranks have these numbers."""
    hands = (ranks for ranks in multisets(5) if ranks[4] < len(numbers))
    return [sum(numbers[rank] for rank in ranks) for ranks in hands]


def all_differ(totals: Sequence[int]) -> bool:
    return len(set(totals)) == len(totals)


def test_all_sums_differ() -> None:
    assert all_differ(sums(SMALLEST))
    assert ", ".join(map(str, SMALLEST)) in " ".join(str(lesson.__doc__).split())


def test_no_smaller_number_would_do() -> None:
    for count in range(1, 5):
        *chosen, number = SMALLEST[: count + 1]
        for smaller in range(chosen[-1] + 1, number):
            assert not all_differ(sums([*chosen, smaller]))
