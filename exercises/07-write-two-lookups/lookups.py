"""07. Write two lookups: the task is in README.md."""

from itertools import combinations_with_replacement
from math import prod

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)  # of the ranks from deuce to ace
FIVES = combinations_with_replacement(PRIMES, 5)
PRODUCTS = sorted(prod(five) for five in FIVES if 1 < len(set(five)) < 5)  # a rank occurs twice

# --- Yours. ---

COLLISION = (0, 0)


def by_search(products, product):
    """The place of a product in the sorted list, by binary search."""
    return 0


def make_table(products):
    """A hash table of the products and their places."""
    return []


def by_hash(table, product):
    """The place of a product in the list, by a hash."""
    return 0


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
