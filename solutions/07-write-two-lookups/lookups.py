"""07. Write two lookups: a solution."""

from itertools import combinations, combinations_with_replacement
from math import prod

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)  # of the ranks from deuce to ace
FIVES = combinations_with_replacement(PRIMES, 5)
PRODUCTS = sorted(prod(five) for five in FIVES if 1 < len(set(five)) < 5)  # a rank occurs twice


def by_search(products, product):
    """The place of a product in the sorted list, by binary search."""
    low, high = 0, len(products)
    while low < high:  # the product, if it is there, is at low or later, and before high
        middle = (low + high) // 2
        found = products[middle]
        if found == product:
            return middle
        if found < product:
            low = middle + 1
        else:
            high = middle
    raise KeyError(product)


def make_table(products):
    """A list of lists: each has the products of one remainder, with their places."""
    table = [[] for _ in range(2 * len(products) + 1)]
    for place, product in enumerate(products):
        table[product % len(table)].append((product, place))
    return table


def by_hash(table, product):
    """The place of a product in the list; all products of its remainder are compared with it."""
    for other, place in table[product % len(table)]:
        if other == product:
            return place
    raise KeyError(product)


# --- Given: the perfect hash of chapter 6. ---

ROWS, COLUMNS = 804, 965


def place_of(number):
    """The place that the perfect hash gives to a number."""
    return SHIFTS[number % ROWS] + number % COLUMNS


def shifts_of(products):
    """The shift of each row, after which no two products have the same place."""
    rows = [[] for _ in range(ROWS)]
    for product in products:
        rows[product % ROWS].append(product % COLUMNS)
    shifts, free = [0] * ROWS, -1  # free has a bit for each place, and all are set
    for row in sorted(range(ROWS), key=lambda row: -len(rows[row])):
        fits = -1  # it has a bit for each shift
        for column in rows[row]:
            fits &= free >> column
        shifts[row] = (fits & -fits).bit_length() - 1  # the lowest bit that is set
        for column in rows[row]:
            free ^= 1 << shifts[row] + column
    return shifts


SHIFTS = shifts_of(PRODUCTS)


OWNERS = {place_of(product): product for product in PRODUCTS}
DIFFERENT = (prod(five) for five in combinations(PRIMES, 5))
COLLISION = next(
    (number, OWNERS[place_of(number)]) for number in DIFFERENT if place_of(number) in OWNERS
)
