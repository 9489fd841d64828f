"""The chapters of the course, and the one that treats a kind of fault."""

from collections.abc import Mapping
from typing import NamedTuple

from harness.faults.hints import Kind


class Chapter(NamedTuple):
    """A chapter of the course.

    Attributes:
        number: 0 is the first.
        title: its heading.
        page: its file, in the folder of the project.
    """

    number: int
    title: str
    page: str

    def __str__(self) -> str:
        return f"chapter {self.number} of the course: {self.page}"


CHAPTERS = (
    Chapter(0, "Start", "docs/course/00-start.md"),
    Chapter(1, "A hand is a tuple", "docs/course/01-tuples.md"),
    Chapter(2, "Count the hands", "docs/course/02-count-the-hands.md"),
    Chapter(3, "Buckets", "docs/course/03-buckets.md"),
    Chapter(4, "Sort by count", "docs/course/04-sort-by-count.md"),
    Chapter(5, "One number", "docs/course/05-one-number.md"),
    Chapter(6, "Bits, primes, tables", "docs/course/06-bits-primes-tables.md"),
    Chapter(7, "Why tests miss bugs", "docs/course/07-why-tests-miss-bugs.md"),
    Chapter(8, "Distrust a benchmark", "docs/course/08-distrust-a-benchmark.md"),
)

CHAPTER_OF: Mapping[str, int] = {
    Kind.ONE_KEY: 0,
    Kind.DIRECTION: 1,
    Kind.TWOS_FIRST: 1,
    Kind.PREFLIGHT: 1,
    Kind.NUMBERING: 1,
    Kind.RANKS_READ: 1,
    Kind.ONLY_CATEGORIES: 1,
    Kind.TEXT_KEYS: 1,
    Kind.ORDER_OF_RANKS: 1,
    Kind.COMPARISON: 1,
    Kind.LEFT_OUT: 1,
    Kind.RANKS_MOVED: 1,
    Kind.CATEGORY_NUMBERS: 2,
    Kind.WHEEL: 3,
    Kind.CATEGORY_TEST: 3,
    Kind.CATEGORY_TESTS: 3,
    Kind.AS_ONE_CATEGORY: 3,
    Kind.ODD_KEY: 3,
    Kind.BESIDE_BEST_FIVE: 3,
    Kind.SPARE_CARDS: 3,
    Kind.FIRST_RANK_FIRST: 4,
    Kind.BY_HEIGHT: 4,
    Kind.SUM: 5,
    Kind.WRAPS: 5,
    Kind.BELOW_ZERO: 5,
    Kind.FILLS: 5,
    Kind.DIGITS: 5,
    Kind.TIES: 5,
    Kind.CATEGORIES_OVERLAP: 5,
    Kind.SUITS: 7,
    Kind.BESIDE_RANKS: 7,
    Kind.ORDER_OF_CARDS: 7,
    Kind.STATE: 7,
}
"""The number of the chapter for each kind of hint."""


def chapter_of(kind: str) -> Chapter:
    """The chapter that treats a kind of fault.

    >>> print(chapter_of(Kind.SUM))
    chapter 5 of the course: docs/course/05-one-number.md
    """
    return CHAPTERS[CHAPTER_OF[kind]]
