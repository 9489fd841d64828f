"""The chapters of the course, and which of them treats a fault."""

from harness.checking import causes

CHAPTERS = (
    "Start",
    "A hand is a tuple",
    "Count the hands",
    "Buckets",
    "Sort by count",
    "One number",
    "Bits, primes, tables",
    "Why tests miss bugs",
    "Distrust a benchmark",
)

CHAPTER_OF = {
    causes.ONE_KEY: 0,
    causes.DIRECTION: 1,
    causes.TEXT_KEYS: 1,
    causes.ORDER_OF_RANKS: 1,
    causes.COMPARISON: 1,
    causes.LEFT_OUT: 1,
    causes.RANKS_MOVED: 1,
    causes.WHEEL: 1,
    causes.CATEGORY_NUMBERS: 2,
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


def chapter_of(kind: str) -> str:
    """The chapter that treats a kind of fault, with its number.

    >>> chapter_of(causes.SUM)
    '5 One number'
    """
    number = CHAPTER_OF[kind]
    return f"{number} {CHAPTERS[number]}"
