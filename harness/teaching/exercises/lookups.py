"""Exercise 07: two lookups of a product of primes, and a number that collides.

The lists that a submission gets note which of their numbers it looks at.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations
from math import prod
from random import Random
from statistics import mean
from typing import Any

from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRIMES, PRODUCTS
from harness.teaching.exercises.steps import Asked, Exercise
from harness.teaching.exercises.submission import Stop, Submission, short

OF_TWO_CARDS = [4, 6, 9, 10, 14, 15, 21, 25, 35, 49]
"""The small game of chapter 6."""
MOST_LOOKS = 13
"""Numbers that a search of all products looks at: 2**13 is more than 4,888."""
MEAN_LOOKS = 10
"""Numbers of the table that a lookup in it looks at, on average: fewer than a search."""
MOST_ENTRIES = 100_000
MOST_DEPTH = 100
OTHERS = 1_000
"""Random numbers that are not products."""


# --- What is right. ---


@cache
def products() -> list[int]:
    """The products of all hands that have a rank more than once, in order.

    >>> len(products()), products()[0], products()[-1]
    (4888, 48, 104553157)
    """
    return sorted(PRODUCTS)


@cache
def given_hash() -> PerfectHash:
    """The hash of the stub."""
    return PerfectHash(PRODUCTS)


def place_of(number: int) -> int:
    """The place that the given hash gives to a number.

    >>> place_of(32) == place_of(23 * 23 * 7 * 7 * 11), place_of(32) == place_of(48)
    (False, False)
    """
    return given_hash().slot(number)


@cache
def others() -> list[int]:
    """Numbers that are not products: near them, of other hands, and random ones."""
    random, there = Random(7), set(products())
    hands = [prod(five) for five in combinations(PRIMES, 5)]
    near = [product + step for product in products()[::7] for step in (-1, 1)]
    anywhere = [random.randrange(2 * products()[-1]) for _ in range(OTHERS)]
    numbers = [0, 1, *(prime**5 for prime in PRIMES), *hands, *near, *anywhere]
    return [number for number in numbers if number not in there]


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
            Stop: there is something else in it, or too much.
        """
        kind = type(value)
        if value is None or kind in (int, bool):
            return value
        if kind not in (list, tuple):
            what = "The table of make_table has" if depth else "make_table returns"
            raise Stop("table_of", what=what, value=short(value))
        self.entries += len(value)
        if self.entries > MOST_ENTRIES or depth > MOST_DEPTH:
            raise Stop("table_large", most=f"{MOST_ENTRIES:,}")
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

NOT_THERE = object()
"""The answer of a lookup that raises `KeyError`."""


def expect_place(
    submission: Submission, lookup: str, entries: Any, number: int, right: int | None, call: str
) -> None:
    """Ask a lookup for the place of a number.

    Args:
        submission: the submission.
        lookup: the name of its function.
        entries: its list or table.
        number: the number.
        right: its place; None if it is not there.
        call: how the call is shown.
    """
    function: Callable[..., Any] = getattr(submission.module, lookup)

    def place(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except KeyError:
            return NOT_THERE

    answer = submission.call(lookup, place, entries, number, case=[call])
    if right is None:
        if answer is not NOT_THERE:
            raise Stop("not_refused", call, function=lookup, value=short(answer))
        return
    if answer is NOT_THERE:
        raise Stop("refused", call, function=lookup)
    if type(answer) is not int:
        wanted = "a place such as 3"
        raise Stop("wrong_type", call, function=lookup, value=short(answer), wanted=wanted)
    if answer != right:
        raise Stop("wrong_value", call, function=lookup, value=short(answer), right=right)


def expect_search(
    submission: Submission,
    entries: Sequence[int],
    numbers: Iterable[int],
    name: str = "",
    most: int | None = None,
) -> None:
    """Ask the search for the places of numbers.

    Args:
        submission: the submission.
        entries: the sorted list.
        numbers: the numbers, whether they are in the list or not.
        name: how the list is shown, if not as it is.
        most: the numbers of the list that it may look at.
    """
    submission.function("by_search", "products, product")
    places = {entry: place for place, entry in enumerate(entries)}
    watch = Watch()
    watched = watch.over([*entries])
    for number in numbers:
        call = f"by_search({name or [*entries]}, {number})"
        watch.seen.clear()
        expect_place(submission, "by_search", watched, number, places.get(number), call)
        looks = len(watch.seen)
        if most is not None and looks > most:
            count = f"{len(entries):,}"
            raise Stop("many_looks", call, looks=f"{looks:,}", entries=count, most=most)
    if watched != [*entries]:
        raise Stop("changed", function="by_search")


def expect_hash(
    submission: Submission,
    entries: Sequence[int],
    numbers: Iterable[int],
    name: str = "",
    most: float | None = None,
) -> None:
    """Ask the hash table for the places of numbers.

    Args:
        submission: the submission.
        entries: the sorted list that the table is made of.
        numbers: the numbers, whether they are in the list or not.
        name: how the list is shown, if not as it is.
        most: the numbers of the table that a lookup may look at, on average.
    """
    make_table = submission.function("make_table", "products")
    submission.function("by_hash", "table, product")
    places = {entry: place for place, entry in enumerate(entries)}
    made = f"make_table({name or [*entries]})"
    table = make_table([*entries], case=[made])
    watch = Watch()
    watched = watch.over(table)
    unchanged = Watch().over(table)
    looks = []
    for number in numbers:
        call = f"by_hash({made}, {number})"
        watch.seen.clear()
        expect_place(submission, "by_hash", watched, number, places.get(number), call)
        if number in places and not watch.seen:
            raise Stop("found_elsewhere", call)
        looks.append(len(watch.seen))
    if watched != unchanged:
        raise Stop("changed", made, function="by_hash")
    if most is not None and mean(looks) > most:
        raise Stop("slow_table", looks=f"{mean(looks):.1f}", most=most)


# --- The steps. ---


def search_finds(submission: Submission) -> None:
    """Ask the search for all of some short lists."""
    for entries in (OF_TWO_CARDS, products()[:5], [48], products()[-8:]):
        expect_search(submission, entries, entries)


def search_refuses(submission: Submission) -> None:
    """Ask the search for numbers that are not there: before, between and after the others."""
    expect_search(submission, OF_TWO_CARDS, [11, 5, 34, 2, 50])
    expect_search(submission, [48], [32, 64])
    expect_search(submission, products(), [2**5, 41**5, 2 * 3 * 5 * 7 * 11], "PRODUCTS")


def search_is_short(submission: Submission) -> None:
    """Count what the search looks at."""
    expect_search(
        submission, products(), [*products()[::17], *others()[::31]], "PRODUCTS", MOST_LOOKS
    )


def hash_finds(submission: Submission) -> None:
    """Ask tables of short lists for what is in them, and for what is not."""
    for entries in (OF_TWO_CARDS, products()[:5], products()[20:28]):
        expect_hash(submission, entries, entries)
    expect_hash(submission, OF_TWO_CARDS, [*range(60), *products()[:100]])


def hash_is_short(submission: Submission) -> None:
    """Count what a lookup in the table of all products looks at."""
    expect_hash(submission, products(), products(), "PRODUCTS", MEAN_LOOKS)


def collides(submission: Submission) -> None:
    """Ask for a number that collides with a product."""
    form = "(number, product)"
    pair = submission.value("COLLISION", form)
    is_pair = type(pair) in (tuple, list) and len(pair) == 2
    if not is_pair or any(type(each) is not int for each in pair):
        raise Stop("not_a_pair", value=short(pair), form=form)
    number, product = pair
    if number not in {prod(five) for five in combinations(PRIMES, 5)}:
        raise Stop("not_five_different", number=short(number))
    if product not in products():
        raise Stop("not_a_product", number=short(product))
    if place_of(number) != place_of(product):
        raise Stop(
            "no_collision",
            number=number,
            place=place_of(number),
            product=product,
            other=place_of(product),
        )


def every_product(submission: Submission) -> None:
    """Ask both for all products, of all and of half of them, and for thousands of others."""
    some = sorted(Random(7).sample(products(), len(products()) // 2))
    for entries in (products(), some):
        expect_search(submission, entries, [*products(), *others()], "PRODUCTS")
        expect_hash(submission, entries, [*products(), *others()], "PRODUCTS")


WRITE_TWO_LOOKUPS = Exercise(
    number="07",
    title="write two lookups",
    file="lookups.py",
    steps=(
        Asked(name="its search finds each product of a short list", chapter=6, ask=search_finds),
        Asked(
            name="its search refuses numbers that are not in the list",
            chapter=6,
            ask=search_refuses,
        ),
        Asked(
            name=f"its search looks at {MOST_LOOKS} of 4,888 products at most",
            chapter=6,
            ask=search_is_short,
        ),
        Asked(
            name="its hash table finds what is in a short list, and refuses the rest",
            chapter=6,
            ask=hash_finds,
        ),
        Asked(
            name=f"a lookup in its hash table looks at {MEAN_LOOKS} numbers at most, on average",
            chapter=6,
            ask=hash_is_short,
        ),
        Asked(name="it knows a number that collides with a product", chapter=6, ask=collides),
        Asked(
            name="both lookups find every product and refuse every other number",
            chapter=6,
            points=3,
            is_hidden=True,
            ask=every_product,
        ),
    ),
)
