"""07. Write two lookups: the steps, in order.

The lists that a submission gets note which of their numbers it looks at.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import prod
from random import Random
from statistics import mean
from typing import Any

import pytest

from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRIMES
from evaluators.cactus_kev.scalar import PRODUCTS as PLACES
from harness.teaching.grader.submission import Fault, NoneFault, Raised, Submission

PRODUCTS = sorted(PLACES)
"""The products of all hands that have a rank more than once."""
OF_TWO_CARDS = [4, 6, 9, 10, 14, 15, 21, 25, 35, 49]
"""The small game of chapter 6."""
MOST_LOOKS = 13
"""Numbers that a search of all products looks at: 2**13 is more than 4,888."""
MEAN_LOOKS = 10
"""Numbers of the table that a lookup in it looks at, on average: fewer than a search."""
MOST_ENTRIES = 100_000
MOST_DEPTH = 100


def others() -> list[int]:
    """Numbers that are not products: near them, of other hands, and random ones."""
    random = Random(7)
    hands = [prod(five) for five in combinations(PRIMES, 5)]
    near = [product + step for product in PRODUCTS[::7] for step in (-1, 1)]
    anywhere = [random.randrange(2 * PRODUCTS[-1]) for _ in range(1_000)]
    numbers = [0, 1, *(prime**5 for prime in PRIMES), *hands, *near, *anywhere]
    return [number for number in numbers if number not in PLACES]


OTHERS = others()


# --- Lists that note what is looked at. ---


class Watch:
    """Copies lists, and notes which numbers of the copies are looked at.

    >>> watch = Watch()
    >>> table = watch.over([[4, 0], (6, 1)])
    >>> [product for product, place in table], len(watch.seen)
    ([4, 6], 4)
    """

    def __init__(self) -> None:
        self.seen: set[tuple[int, int]] = set()
        self.entries = 0

    def over(self, value: Any, depth: int = 0) -> Any:
        """A copy of a list, and of the lists in it.

        Raises:
            AssertionError: there is something else in it, or too much.
        """
        kind = type(value)
        if value is None or kind in (int, bool):
            return value
        assert kind in (list, tuple), "it is not of lists, tuples, whole numbers and None"
        self.entries += len(value)
        if self.entries > MOST_ENTRIES or depth > MOST_DEPTH:
            raise OverflowError
        copies = [self.over(each, depth + 1) for each in value]
        copy = WatchedList(copies) if kind is list else WatchedTuple(copies)
        copy.watch = self
        return copy


class _Watched(Sequence[Any]):
    """A sequence that notes which of its numbers are looked at.

    All methods of `Sequence` look at items by `__getitem__`, iteration and ``in`` included.
    """

    watch: Watch

    def __getitem__(self, place: Any) -> Any:
        item = self.at(place)
        places = range(len(self))[place]
        for each in places if isinstance(places, range) else [places]:
            if not isinstance(self.at(each), _Watched):
                self.watch.seen.add((id(self), each))
        return item

    def at(self, place: Any) -> Any:
        """An item or a slice, without a note."""
        raise NotImplementedError

    def copy(self) -> Any:
        """A copy, which looks at everything."""
        return self[:]

    def __deepcopy__(self, _: Any) -> Any:
        return self


class WatchedList(_Watched, list[Any]):
    """A list that notes which of its numbers are looked at."""

    def __len__(self) -> int:
        return list.__len__(self)

    def at(self, place: Any) -> Any:
        """An item or a slice, without a note."""
        return list.__getitem__(self, place)


class WatchedTuple(_Watched, tuple[Any, ...]):
    """A tuple that notes which of its numbers are looked at."""

    def __len__(self) -> int:
        return tuple.__len__(self)

    def at(self, place: Any) -> Any:
        """An item or a slice, without a note."""
        return tuple.__getitem__(self, place)


# --- Ask for places. ---


def answer_of(theirs: Submission, name: str, call: str, **arguments: Any) -> Any:
    """The answer of a lookup: a place, `Raised` for KeyError, or None, which is a fault."""
    __tracebackhide__ = True
    try:
        return theirs.call(name, raises=KeyError, **arguments)
    except NoneFault:
        return None
    except Fault as fault:
        if fault.chapter is not None:
            fault.lines = [call]  # the list may be long
        raise


def expect(answer: Any, right: int | None, name: str, call: str, theirs: Submission) -> None:
    """An answer is the right place; None stands for a number that is not in the list."""
    __tracebackhide__ = True
    shown = theirs.show(answer)
    if right is None:
        assert isinstance(answer, Raised), (
            f"{name} returns {shown} for a number that is not in the list: compare, then raise "
            f"KeyError.\n{call}"
        )
        return
    assert not isinstance(answer, Raised), (
        f"{name} raises KeyError for a product that is in the list.\n{call}"
    )
    assert type(answer) is int, (
        f"{name} returns {shown}, and should return a place such as 3.\n{call}"
    )
    assert answer == right, f"{name} returns {shown}; right is {right}.\n{call}"


def expect_search(
    theirs: Submission,
    entries: Sequence[int],
    numbers: Iterable[int],
    most: int | None = None,
) -> None:
    """The search finds the places of numbers, and refuses those that are not in the list.

    Args:
        theirs: the submission.
        entries: the sorted list.
        numbers: the numbers.
        most: the numbers of the list that it may look at.
    """
    __tracebackhide__ = True
    places = {entry: place for place, entry in enumerate(entries)}
    watch = Watch()
    watched = watch.over([*entries])
    for number in numbers:
        call = f"by_search({shown_list(entries)}, {number})"
        watch.seen.clear()
        answer = answer_of(theirs, "by_search", call, products=watched, product=number)
        expect(answer, places.get(number), "by_search", call, theirs)
        looks = len(watch.seen)
        assert most is None or looks <= most, (
            f"by_search looks at {looks:,} of {len(entries):,} numbers, and {most} are enough: "
            f"does each look halve what is left?\n{call}"
        )
    if watched != [*entries]:
        raise Fault("by_search changes the list that it is given: sort or change a copy of it.")


def expect_hash(
    theirs: Submission,
    entries: Sequence[int],
    numbers: Iterable[int],
    most: float | None = None,
) -> None:
    """The hash table finds the places of numbers, and refuses those that are not in the list.

    Args:
        theirs: the submission.
        entries: the sorted list that the table is made of.
        numbers: the numbers.
        most: the numbers of the table that a lookup may look at, on average.
    """
    __tracebackhide__ = True
    places = {entry: place for place, entry in enumerate(entries)}
    made = f"make_table({shown_list(entries)})"
    table = theirs.call("make_table", products=[*entries])
    theirs.function("by_hash", ["table", "product"])
    watch = Watch()
    watched = watched_table(watch, table, made, theirs)
    unchanged = Watch().over(table)
    looks = []
    for number in numbers:
        call = f"by_hash({made}, {number})"
        watch.seen.clear()
        answer = answer_of(theirs, "by_hash", call, table=watched, product=number)
        expect(answer, places.get(number), "by_hash", call, theirs)
        assert watch.seen or number not in places, (
            "by_hash finds a product without a look at its table: take it from the table, and from "
            f"nowhere else.\n{call}"
        )
        looks.append(len(watch.seen))
    if watched != unchanged:
        raise Fault("by_hash changes the list that it is given: sort or change a copy of it.", made)
    assert most is None or mean(looks) <= most, (
        f"by_hash looks at {mean(looks):.1f} numbers of its table on average, and {most} are asked "
        "for: would more places have fewer collisions?"
    )


def watched_table(watch: Watch, table: Any, made: str, theirs: Submission) -> Any:
    """A table that notes what is looked at."""
    try:
        return watch.over(table)
    except OverflowError:
        raise AssertionError(
            f"The table of make_table has more than {MOST_ENTRIES:,} entries: a hash makes one "
            f"place serve for many numbers.\n{made}"
        ) from None
    except AssertionError:
        raise Fault(
            f"make_table returns {theirs.show(table)}: write the hash table yourself, of lists, "
            "tuples, whole numbers and None.",
            made,
        ) from None


def shown_list(entries: Sequence[int]) -> str:
    """A list, or the name of one that is long."""
    return "PRODUCTS" if len(entries) > 100 else str([*entries])


# --- The steps. ---


@pytest.mark.step(chapter=6)
@pytest.mark.parametrize("entries", [OF_TWO_CARDS, PRODUCTS[:5], [48], PRODUCTS[-8:]])
def test_search_finds(theirs: Submission, entries: list[int]) -> None:
    """Its search finds each product of a short list."""
    expect_search(theirs, entries, entries)


@pytest.mark.step(chapter=6)
@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        (OF_TWO_CARDS, [11, 5, 34, 2, 50]),
        ([48], [32, 64]),
        (PRODUCTS, [2**5, 41**5, 2 * 3 * 5 * 7 * 11]),
    ],
    ids=["two cards", "one product", "all products"],
)
def test_search_refuses(theirs: Submission, entries: list[int], numbers: list[int]) -> None:
    """Its search refuses numbers that are not in the list."""
    expect_search(theirs, entries, numbers)


@pytest.mark.step(chapter=6)
def test_search_is_short(theirs: Submission) -> None:
    """Its search looks at 13 of 4,888 products at most."""
    expect_search(theirs, PRODUCTS, [*PRODUCTS[::17], *OTHERS[::31]], MOST_LOOKS)


@pytest.mark.step(chapter=6)
@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        (OF_TWO_CARDS, OF_TWO_CARDS),
        (PRODUCTS[:5], PRODUCTS[:5]),
        (PRODUCTS[20:28], PRODUCTS[20:28]),
        (OF_TWO_CARDS, [*range(60), *PRODUCTS[:100]]),
    ],
    ids=["two cards", "five products", "eight products", "others"],
)
def test_hash(theirs: Submission, entries: list[int], numbers: list[int]) -> None:
    """Its hash table finds what is in a short list, and refuses the rest."""
    expect_hash(theirs, entries, numbers)


@pytest.mark.step(chapter=6)
def test_hash_is_short(theirs: Submission) -> None:
    """A lookup in its hash table looks at 10 numbers at most, on average."""
    expect_hash(theirs, PRODUCTS, PRODUCTS, MEAN_LOOKS)


@pytest.mark.step(chapter=6)
def test_collision(theirs: Submission) -> None:
    """It knows a number that collides with a product."""
    form = "(number, product)"
    pair = theirs.value("COLLISION", form)
    is_pair = type(pair) in (tuple, list) and len(pair) == 2
    if not is_pair or any(type(each) is not int for each in pair):
        raise Fault(f"COLLISION is {theirs.show(pair)}: write two whole numbers, {form}.")
    number, product = pair
    assert number in {prod(five) for five in combinations(PRIMES, 5)}, (
        f"The number of COLLISION, {theirs.show(number)}, is not the product of five different "
        "PRIMES."
    )
    assert product in PLACES, (
        f"The product of COLLISION, {theirs.show(product)}, is not one of the 4,888 products."
    )
    slot = PerfectHash(PLACES).slot
    assert slot(number) == slot(product), (
        f"The hash gives {number} the place {slot(number)}, and {product} the place "
        f"{slot(product)}: these do not collide."
    )


@pytest.mark.step(points=3, chapter=6, hidden=True)
@pytest.mark.parametrize(
    "entries",
    [PRODUCTS, sorted(Random(7).sample(PRODUCTS, len(PRODUCTS) // 2))],
    ids=["all products", "half of them"],
)
def test_every_product(theirs: Submission, entries: list[int]) -> None:
    """Both lookups find every product and refuse every other number."""
    expect_search(theirs, entries, [*PRODUCTS, *OTHERS])
    expect_hash(theirs, entries, [*PRODUCTS, *OTHERS])
