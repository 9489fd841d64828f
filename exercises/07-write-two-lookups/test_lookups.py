"""07. Write two lookups: the steps, in order.

The lists that a submission gets note which of their numbers it looks at.
"""

from collections.abc import Sequence
from itertools import combinations
from math import prod
from random import Random
from statistics import mean

import pytest

from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRIMES
from evaluators.cactus_kev.scalar import PRODUCTS as PLACES
from harness.teaching.grader.submission import Fault, NoneFault, Raised

PRODUCTS = sorted(PLACES)
"""The products of all hands that have a rank more than once."""
OF_TWO_CARDS = [4, 6, 9, 10, 14, 15, 21, 25, 35, 49]
"""The small game of chapter 6."""
MOST_LOOKS = 13
"""Numbers that a search of all products looks at: 2**13 is more than 4,888."""
MEAN_LOOKS = 10
"""Numbers of the table that a lookup in it looks at, on average: fewer than a search."""
MOST_ENTRIES = 100_000


def others():
    """Numbers that are not products: near them, of other hands, cut to bits, and random ones."""
    random = Random(7)
    hands = [prod(five) for five in combinations(PRIMES, 5)]
    near = [product + step for product in PRODUCTS[::7] for step in (-1, 1)]
    near += [product + (1 << bits) for product in PRODUCTS[::97] for bits in (8, 16, 24, 32, 64)]
    near += [-product for product in PRODUCTS[::97]]
    anywhere = [random.randrange(2 * PRODUCTS[-1]) for _ in range(1_000)]
    numbers = [0, 1, *(prime**5 for prime in PRIMES), *hands, *near, *anywhere]
    return [number for number in numbers if number not in PLACES]


OTHERS = others()


# --- Lists that note which numbers are looked at. ---


class Watched(Sequence):
    """A list or tuple that has only ways whose looks can be counted, and notes them in `seen`.

    It is no list, so what reads lists in C finds nothing in it but by these ways.
    """

    def __init__(self, entries, seen):
        self._entries, self._seen = entries, seen

    __class__ = property(lambda self: type(self._entries))
    __hash__ = None

    def __len__(self):
        return len(self._entries)

    def __getitem__(self, place):
        items = self._entries[place]
        for each in range(len(self))[place] if isinstance(place, slice) else [place % len(self)]:
            if type(self._entries[each]) is not Watched:
                self._seen.add((id(self), each))
        return items

    def __eq__(self, other):
        return self[:] == (other[:] if type(other) is Watched else other)

    def __lt__(self, other):
        return self[:] < (other[:] if type(other) is Watched else other)

    def __add__(self, other):
        return self[:] + other[:]

    def __radd__(self, other):
        return other + self[:]

    def __mul__(self, times):
        return self[:] * times

    def __repr__(self):
        return repr(self[:])

    def __deepcopy__(self, _):
        return self

    def copy(self):
        """A copy, which looks at everything."""
        return self[:]

    __copy__, __rmul__ = copy, __mul__


def watched(value, seen):
    """Lists within lists, whose numbers note in a set that they are looked at."""
    if type(value) not in (list, tuple):
        return value
    return Watched(type(value)(watched(each, seen) for each in value), seen)


# --- Ask for places. ---


def expect_place(theirs, right, name, call, **arguments):
    """A lookup returns the right place, or raises KeyError if that is None."""
    __tracebackhide__ = True
    absent = "for a number that is not in the list: compare, then raise KeyError."
    try:
        answer = theirs.call(name, case=call, raises=KeyError, **arguments)
    except Fault as fault:
        if right is not None or fault.chapter is None or fault.status == "timeout":
            raise
        if isinstance(fault, NoneFault):
            raise Fault(f"{name} returns None {absent}", call) from None
        raise Fault(f"{name} ends with another error {absent}", call, fault.sentence) from None
    if right is None:
        assert isinstance(answer, Raised), f"{name} returns {theirs.show(answer)} {absent}\n{call}"
        return
    assert not isinstance(answer, Raised), (
        f"{name} raises KeyError for a product that is in the list.\n{call}"
    )
    assert type(answer) is int, (
        f"{name} returns {theirs.show(answer)}, and should return a place such as 3.\n{call}"
    )
    assert answer == right, f"{name} returns {theirs.show(answer)}; right is {right}.\n{call}"


def expect_search(theirs, entries, numbers, most=MOST_ENTRIES):
    """The search finds the numbers of a sorted list, and looks at no more than `most` of them."""
    __tracebackhide__ = True
    seen, listed = set(), shown(entries)
    products = watched(entries, seen)
    places = {product: place for place, product in enumerate(entries)}
    for number in numbers:
        call = f"by_search({listed}, {number})"
        seen.clear()
        right = places.get(number)
        expect_place(theirs, right, "by_search", call, products=products, product=number)
        assert seen or number not in places, (
            f"by_search finds a product without a look at the list that it gets.\n{call}"
        )
        assert len(seen) <= most, (
            f"by_search looks at {len(seen):,} of {len(entries):,} numbers, and {most} are enough: "
            f"does each look halve what is left?\n{call}"
        )


def expect_hash(theirs, entries, numbers, most=MOST_ENTRIES):
    """The hash table finds the numbers of a list, and looks at `most` of them on average."""
    __tracebackhide__ = True
    made = f"make_table({shown(entries)})"
    table = theirs.call("make_table", case=made, products=entries)
    theirs.function("by_hash", ["table", "product"])
    expect_table(theirs, table, made)
    theirs.call("make_table", products=[48])  # by_hash knows no more than the table that it gets
    seen, looks = set(), []
    watching = watched(table, seen)
    places = {product: place for place, product in enumerate(entries)}
    for number in numbers:
        call = f"by_hash({made}, {number})"
        seen.clear()
        expect_place(theirs, places.get(number), "by_hash", call, table=watching, product=number)
        assert seen or number not in places, (
            "by_hash finds a product without a look at its table: take it from the table, and from "
            f"nowhere else.\n{call}"
        )
        looks.append(len(seen))
    assert mean(looks) <= most, (
        f"by_hash looks at {mean(looks):.1f} numbers of its table on average, and {most} are asked "
        "for: would more places have fewer collisions?"
    )


def expect_table(theirs, table, made):
    """A table is of lists, tuples, whole numbers and None, and of not too many."""
    __tracebackhide__ = True
    entries, parts = 0, [table]
    while parts:
        part = parts.pop()
        assert type(part) in (list, tuple, int, bool, type(None)), (
            f"make_table returns {theirs.show(table)}: write the hash table yourself, of lists, "
            f"tuples, whole numbers and None.\n{made}"
        )
        if type(part) in (list, tuple):
            entries += len(part)
            assert entries <= MOST_ENTRIES, (
                f"The table of make_table has more than {MOST_ENTRIES:,} entries: a hash makes one "
                f"place serve for many numbers.\n{made}"
            )
            parts += part


def shown(entries):
    """A list, or the name of one that is long."""
    return "PRODUCTS" if len(entries) > 100 else str(entries)


# --- The steps. ---


@pytest.mark.step(chapter=6)
@pytest.mark.parametrize("entries", [OF_TWO_CARDS, PRODUCTS[:5], [48], PRODUCTS[-8:]])
def test_search_finds(theirs, entries):
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
def test_search_refuses(theirs, entries, numbers):
    """Its search refuses numbers that are not in the list."""
    expect_search(theirs, entries, numbers)


@pytest.mark.step(chapter=6)
def test_search_is_short(theirs):
    """Its search looks at 13 of 4,888 products at most."""
    expect_search(theirs, PRODUCTS, [*PRODUCTS[::17], *OTHERS[::31]], MOST_LOOKS)


@pytest.mark.step(chapter=6)
@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        (OF_TWO_CARDS, OF_TWO_CARDS),
        (PRODUCTS[:5], PRODUCTS[:5]),
        (PRODUCTS[20:28], PRODUCTS[20:28]),
        (PRODUCTS[3000:3008], PRODUCTS[3000:3008]),
        (OF_TWO_CARDS, [*range(60), *PRODUCTS[:100]]),
    ],
    ids=["two cards", "five products", "eight products", "large products", "others"],
)
def test_hash(theirs, entries, numbers):
    """Its hash table finds what is in a short list, and refuses the rest."""
    expect_hash(theirs, entries, numbers)


@pytest.mark.step(chapter=6)
def test_hash_is_short(theirs):
    """A lookup in its hash table looks at 10 numbers at most, on average."""
    expect_hash(theirs, PRODUCTS, PRODUCTS, MEAN_LOOKS)


@pytest.mark.step(chapter=6)
def test_collision(theirs):
    """It knows a number that collides with a product."""
    form = "(number, product)"
    pair = theirs.value("COLLISION", form)
    is_pair = type(pair) in (tuple, list) and [*map(type, pair)] == [int, int]
    assert is_pair, f"COLLISION is {theirs.show(pair)}: write two whole numbers, {form}."
    number, product = pair
    assert number in [prod(five) for five in combinations(PRIMES, 5)], (
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


@pytest.mark.step(points=3, chapter=6)
@pytest.mark.parametrize(
    "entries",
    [PRODUCTS, sorted(Random(7).sample(PRODUCTS, len(PRODUCTS) // 2))],
    ids=["all products", "half of them"],
)
def test_every_product(theirs, entries):
    """Both lookups find every product and refuse every other number."""
    expect_search(theirs, entries, [*PRODUCTS, *OTHERS], MOST_LOOKS)
    expect_hash(theirs, entries, [*PRODUCTS, *OTHERS])
