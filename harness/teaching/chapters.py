"""The chapters of the course, and which of them treats a fault."""

from typing import NamedTuple

from harness.checking import causes


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


CHAPTERS = tuple(
    Chapter(number, title, f"docs/course/{number:02}-{page}.md")
    for number, (title, page) in enumerate(
        [
            ("Start", "start"),
            ("A hand is a tuple", "tuples"),
            ("Count the hands", "count-the-hands"),
            ("Buckets", "buckets"),
            ("Sort by count", "sort-by-count"),
            ("One number", "one-number"),
            ("Bits, primes, tables", "bits-primes-tables"),
            ("Why tests miss bugs", "why-tests-miss-bugs"),
            ("Distrust a benchmark", "distrust-a-benchmark"),
        ]
    )
)

CHAPTER_OF = {
    causes.ONE_KEY: 0,
    causes.DIRECTION: 1,
    causes.TEXT_KEYS: 1,
    causes.ORDER_OF_RANKS: 1,
    causes.COMPARISON: 1,
    causes.LEFT_OUT: 1,
    causes.RANKS_MOVED: 1,
    causes.CATEGORY_NUMBERS: 2,
    causes.WHEEL: 3,
    causes.CATEGORY_TEST: 3,
    causes.AS_ONE_CATEGORY: 3,
    causes.ODD_KEY: 3,
    causes.BESIDE_BEST_FIVE: 3,
    causes.FIRST_RANK_FIRST: 4,
    causes.BY_HEIGHT: 4,
    causes.SUM: 5,
    causes.DIGITS: 5,
    causes.TIES: 5,
    causes.CATEGORIES_OVERLAP: 5,
    causes.SUITS: 7,
    causes.BESIDE_RANKS: 7,
    causes.ORDER_OF_CARDS: 7,
    causes.STATE: 7,
}
"""The number of the chapter for each kind of hint."""


def chapter_of(kind: str) -> Chapter:
    """The chapter that treats a kind of fault.

    >>> print(chapter_of(causes.SUM))
    chapter 5 of the course: docs/course/05-one-number.md
    """
    return CHAPTERS[CHAPTER_OF[kind]]
