"""03. Produce the nine counts: the steps, in order."""

from random import Random

import pytest

from evaluators.cards import rank_of
from harness.hands.classes import CATEGORIES, classes

RANDOM = Random(3)
DECKS = [RANDOM.sample(range(2, 15), size) for size in (5, 6, 6, 7, 7, 7, 7, 8, 8)]
"""Decks with gaps, whose ranks come in any order."""
GAPS = [3, 4, 5, 6, 7, 10, 12], [14, 2, 3, 5, 4, 6, 9], [13, 14, 2, 3, 4, 6, 7]


def counts_of(ranks):
    """How many hands of each category a deck of these ranks deals, from the sizes of classes."""
    counts = dict.fromkeys(CATEGORIES, 0)
    for each in classes():
        if {rank_of(card) + 2 for card in each.example} <= {*ranks}:
            counts[CATEGORIES[each.category]] += each.size
    return counts


def shown(ranks):
    """A deck in words."""
    return f"a deck of {4 * len(ranks)} cards, of the ranks {', '.join(map(str, ranks))}"


def ask(theirs, ranks):
    """The counts of a deck: a dictionary with the nine names and whole numbers."""
    __tracebackhide__ = True
    deck = shown(ranks)
    counts = theirs.call("counts", case=deck, ranks=ranks)
    assert type(counts) is dict, (
        f"counts returns {theirs.show(counts)}, and should return a dictionary with the nine names "
        f"and their counts.\n{deck}"
    )
    for name in counts:
        assert name in CATEGORIES, (
            f"The dictionary has {theirs.show(name)}, which is not one of the nine names.\n{deck}"
        )
    for count in counts.values():
        assert type(count) is int, (
            f"counts returns {theirs.show(count)}, and should return a whole number for each name."
            f"\n{deck}"
        )
    for name in CATEGORIES:
        assert name in counts, (
            f"The dictionary has no {name!r}: write it with its count, which may be 0.\n{deck}"
        )
    return counts


def expect_counts(theirs, ranks):
    """The nine counts of a deck are right."""
    __tracebackhide__ = True
    counts = ask(theirs, ranks)
    for name, right in reversed(counts_of(ranks).items()):
        assert counts[name] == right, (
            f"The count of {name} is {counts[name]:,}; right is {right:,}.\n{shown(ranks)}"
        )


@pytest.mark.step(chapter=2, seconds=15)
@pytest.mark.parametrize("ranks", [[2, 3, 4, 5, 6], [2, 3, 4, 5, 14]])
def test_the_sum(theirs, ranks):
    """Its nine counts add up to all hands of a small deck."""
    total, right = sum(ask(theirs, ranks).values()), sum(counts_of(ranks).values())
    assert total == right, (
        f"The nine counts add up to {total:,}, and the deck has {right:,} hands of five cards.\n"
        f"{shown(ranks)}"
    )


@pytest.mark.step(chapter=2, seconds=15)
def test_two_to_six(theirs):
    """It counts a deck of the ranks 2 to 6."""
    expect_counts(theirs, [2, 3, 4, 5, 6])


@pytest.mark.step(chapter=2, seconds=15)
def test_the_wheel(theirs):
    """It counts the straight A-2-3-4-5."""
    expect_counts(theirs, [2, 3, 4, 5, 14])


@pytest.mark.step(chapter=2, seconds=15)
@pytest.mark.parametrize("ranks", [[2, 3, 4, 5, 7, 8], *GAPS, *DECKS], ids=str)
def test_a_rank_is_missing(theirs, ranks):
    """It sees where a rank is missing, in decks whose ranks come in any order."""
    expect_counts(theirs, ranks)


@pytest.mark.step(chapter=2, seconds=15)
def test_nine_to_ace(theirs):
    """It counts a deck of 24 cards, nine to ace."""
    expect_counts(theirs, [9, 10, 11, 12, 13, 14])


@pytest.mark.step(points=3, chapter=2, seconds=90)
def test_all_hands(theirs):
    """It counts all 2,598,960 hands."""
    expect_counts(theirs, [*range(2, 15)])
