"""Exercise 07 takes right lookups of every kind, and says what is wrong about others."""

from bisect import bisect_left
from math import prod
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from evaluators.cactus_kev.lesson import SORTED_PRODUCTS
from evaluators.cactus_kev.perfect_hash import PerfectHash
from evaluators.cactus_kev.scalar import PRODUCTS
from harness.processes.limits import Limits
from harness.teaching.exercises import lookups
from harness.teaching.exercises.grader import grade
from harness.teaching.exercises.lookups import WRITE_TWO_LOOKUPS as EXERCISE
from harness.teaching.exercises.lookups import Watch, others, place_of, products
from tests.harness.teaching.exercises.submissions import asked, asked_about, solution, stub

SOLUTION = solution(EXERCISE).read_text(encoding="utf-8")
LINEAR = """
def by_search(products, product):
    for place, other in enumerate(products):
        if other == product:
            return place
    raise KeyError(product)
"""
IN_TWO_LISTS = """
def make_table(products):
    size = 2 * len(products)
    keys, places = [None] * size, [0] * size
    for place, product in enumerate(products):
        slot = product % size
        while keys[slot] is not None:
            slot = (slot + 1) % size
        keys[slot], places[slot] = product, place
    return keys, places

def by_hash(table, product):
    keys, places = table
    slot = product % len(keys)
    while keys[slot] is not None:
        if keys[slot] == product:
            return places[slot]
        slot = (slot + 1) % len(keys)
    raise KeyError(product)
"""
WITH_BISECT = """
from bisect import bisect_left
def by_search(products, product):
    place = bisect_left(products, product)
    if place < len(products) and products[place] == product:
        return place
    raise KeyError(product)
"""
WITHOUT_COMPARISON = """
from bisect import bisect_left
def by_search(products, product):
    return bisect_left(products, product)
"""
KEPT = """
def make_table(products):
    global kept
    kept = {product: place for place, product in enumerate(products)}
    return [0]

def by_hash(table, product):
    return kept[product]
"""
LARGE = "\ndef make_table(products): return [None] * 100_001\n"


def changed(old: str, new: str) -> str:
    """The solution with another line."""
    assert SOLUTION.count(old) == 1, old
    return SOLUTION.replace(old, new)


SAID: dict[str, tuple[str, str]] = {
    "not_refused": ("07", SOLUTION + WITHOUT_COMPARISON),
    "refused": ("07", changed("low = middle + 1", "low = middle + 2")),
    "many_looks": ("07", SOLUTION + LINEAR),
    "table_of": ("07", SOLUTION + "\ndef make_table(products): return {p: 0 for p in products}"),
    "table_large": ("07", SOLUTION + LARGE),
    "found_elsewhere": ("07", SOLUTION + KEPT),
    "slow_table": ("07", changed("2 * len(products) + 1", "100")),
    "not_a_pair": ("07", SOLUTION + "\nCOLLISION = 2310"),
    "not_five_different": ("07", SOLUTION + "\nCOLLISION = 32, 48"),
    "not_a_product": ("07", SOLUTION + "\nCOLLISION = 2310, 2310"),
    "no_collision": ("07", SOLUTION + "\nCOLLISION = 2310, 48"),
}
"""For each sentence of the exercise, a file about which it is said."""


def test_the_solution_passes() -> None:
    assert asked(EXERCISE, solution(EXERCISE)) == (len(EXERCISE.steps), None)


def test_the_solution_passes_in_a_worker() -> None:
    """In another process, too, with its limits."""
    assert grade(EXERCISE, solution(EXERCISE), jobs=1).points == EXERCISE.points


def test_the_stub_passes_nothing() -> None:
    passed, said = asked(EXERCISE, stub(EXERCISE))
    assert passed == 0
    assert said


@pytest.mark.parametrize("name", SAID)
def test_each_sentence_is_said(name: str, tmp_path: Path) -> None:
    _, said = asked_about(EXERCISE, SAID[name][1], tmp_path)
    assert said
    assert said.name == name


@pytest.mark.parametrize("source", [IN_TWO_LISTS, WITH_BISECT])
def test_other_right_ways_pass(source: str, tmp_path: Path) -> None:
    """Else a step asks for our solution and not for a right one."""
    assert asked_about(EXERCISE, SOLUTION + source, tmp_path) == (len(EXERCISE.steps), None)


def test_the_products_are_those_of_the_lesson() -> None:
    """An evaluator that is proven on all hands uses these."""
    assert products() == [*SORTED_PRODUCTS]
    assert not set(others()) & set(SORTED_PRODUCTS)
    assert {32, 41**5} < set(others())
    assert len(others()) > 2_000


@pytest.mark.parametrize("file", [stub(EXERCISE), solution(EXERCISE)], ids=["stub", "ours"])
def test_the_hash_of_the_stub_is_the_perfect_hash(file: Path) -> None:
    """Else a student finds a collision of a hash that the grader does not know."""
    given, slot = run_path(str(file))["place_of"], PerfectHash(PRODUCTS).slot
    for number in [*products(), *others()]:
        assert given(number) == place_of(number) == slot(number)


def test_a_collision_exists_that_is_not_one() -> None:
    """Else any pair would do."""
    assert place_of(2310) == place_of(533919)
    places = {place_of(product) for product in products()}
    assert any(place_of(number) not in places for number in others())


def test_bisect_looks_thirteen_times() -> None:
    """The limit of the step is that of a right search, and no more."""
    watch, most = Watch(), 0
    watched = watch.over(products())
    for number in [*products(), *others()]:
        watch.seen.clear()
        place = bisect_left(watched, number)
        if place < len(watched):
            watched[place]
        most = max(most, len(watch.seen))
    assert most == lookups.MOST_LOOKS


@pytest.mark.parametrize(
    ("look", "seen"),
    [
        (lambda table: table[0], 1),
        (lambda table: table[-3], 1),
        (lambda table: table[2], 0),
        (lambda table: table[2][1], 1),
        (lambda table: table[:2], 2),
        (lambda table: [*table], 2),
        (lambda table: table.copy(), 2),
        (lambda table: 5 in table, 2),
        (lambda table: table.index(5), 2),
        (lambda table: list(reversed(table)), 2),
        (lambda table: sorted(table[2]), 2),
        (lambda table: [table[0], table[0], table[-4]], 1),
        (lambda table: len(table), 0),
        (lambda table: dict([table[2]]), 2),
    ],
)
def test_every_way_to_look_is_counted(look: Any, seen: int) -> None:
    """Else a search through the whole list can hide in one of them."""
    watch = Watch()
    look(watch.over([4, 5, (6, 7), []]))
    assert len(watch.seen) == seen


HOSTILE = {
    "a list in itself": (
        "def make_table(products):\n t = []\n t.append(t)\n return t",
        "table_large",
    ),
    "a subclass": ("class L(list): pass\ndef make_table(products): return L()", "table_of"),
    "an object": ("class L: pass\ndef make_table(products): return L()", "table_of"),
    "a set within": ("def make_table(products): return [{1}]", "table_of"),
    "a generator": ("def make_table(products): yield 1", "table_of"),
    "a text": ("def make_table(products): return ['{4: 0}']", "table_of"),
    "no table": ("def make_table(products): pass", "none"),
    "a place that is True": ("def by_search(products, product): return True", "wrong_type"),
    "a place that equals all": (
        "class P(int): __eq__ = lambda *_: True\ndef by_search(products, product): return P(3)",
        "wrong_type",
    ),
    "a returned error": ("def by_search(products, product): return KeyError", "wrong_type"),
    "a list that grows": (
        "old = by_search\ndef by_search(numbers, x): numbers.append(10**9); return old(numbers, x)",
        "changed",
    ),
    "a table that grows": (
        "old = by_hash\ndef by_hash(table, x): table[-1].append((0, 0)); return old(table, x)",
        "changed",
    ),
    "a search in place of a hash": (
        "def make_table(products): return products\ndef by_hash(t, x): return by_search(t, x)",
        "slow_table",
    ),
    "a huge number": ("COLLISION = 10**5000, 48", "not_five_different"),
    "a huge product": ("COLLISION = 2310, -10**5000", "not_a_product"),
    "a pair of another type": ("class T(tuple): pass\nCOLLISION = T((2310, 533919))", "not_a_pair"),
    "no collision": ("del COLLISION", "missing_value"),
    "another error": ("def by_search(products, product): return products[99]", "raises"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(name: str, tmp_path: Path) -> None:
    source, sentence = HOSTILE[name]
    _, said = asked_about(EXERCISE, f"{SOLUTION}\n{source}\n", tmp_path)
    assert (said.name if said else None) == sentence


@pytest.mark.thorough
def test_an_endless_search_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / EXERCISE.file
    file.write_text(changed("low = middle + 1", "low = middle"), encoding="utf-8")
    marked = grade(EXERCISE, file, jobs=1)
    assert marked.said
    assert (marked.passed, marked.said.name) == (1, "late")


def test_each_call_has_a_deadline_of_its_own(tmp_path: Path) -> None:
    """Else many calls that answer in time are late together."""
    file = tmp_path / EXERCISE.file
    slow = (
        "import time\nold = by_search\ndef by_search(n, x): time.sleep(0.003); return old(n, x)\n"
    )
    file.write_text(f"{SOLUTION}\n{slow}\ndel by_hash\n", encoding="utf-8")
    marked = grade(EXERCISE, file, limits=Limits(seconds=0.6, megabytes=1_000), jobs=1)
    assert marked.said
    assert (marked.passed, marked.said.name) == (3, "missing")


def test_hidden_words_name_no_number(tmp_path: Path) -> None:
    """Else a student writes code for it."""
    number = others()[1500]
    wrong = f"\ndef by_hash(table, x): return 0 if x == {number} else found(table, x)"
    source = SOLUTION.replace("def by_hash", "def found") + wrong
    passed, said = asked_about(EXERCISE, source, tmp_path)
    assert said
    assert passed == 6
    assert str(number) not in said.words


def test_products_multiply_five_primes() -> None:
    assert products()[0] == prod([2, 2, 2, 2, 3])
