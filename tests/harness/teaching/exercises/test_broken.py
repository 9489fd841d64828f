"""Broken evaluators: a fault is the same in every style, and has a name and an order of its own."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import ndiff
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.golden import golden
from evaluators.cards import Category, format_hand
from harness.checking.equivalence import check_here
from harness.checking.hints import Kind
from harness.hands.classes import classes
from harness.hands.scopes import Sample
from harness.teaching import mistakes
from harness.teaching.chapters import chapter_of
from harness.teaching.exercises.broken import (
    FAULTS,
    STYLES,
    Broken,
    broken,
    every_broken,
    right_code,
)
from harness.teaching.exercises.written import buckets, counter, sorting

Evaluate = Callable[[list[str]], Any]

RIGHT: dict[str, Evaluate] = {
    "counter": counter.evaluate,
    "buckets": buckets.evaluate,
    "sorting": sorting.evaluate,
}
BROKEN = {(one.fault.name, one.style): one for one in every_broken()}
NUMBERS = range(1, len(BROKEN) + 1)


def all_kinds_of_hands() -> list[tuple[list[str], int, int]]:
    """A hand of each class, its class number, and how many hands are like it.

    Hands with four cards of a suit are a kind of their own.
    """
    kinds = []
    for hand_class in classes():
        hand, size = format_hand(hand_class.example).split(), hand_class.size
        four = 0
        if hand_class.category in (Category.HIGH_CARD, Category.STRAIGHT):
            four = 5 * 4 * 3  # the odd card, the suit of the four, the suit of the odd card
        elif hand_class.category == Category.ONE_PAIR:
            four = 4 * 3  # the suit of the four, the suit of the pair's other card
        if four:
            suited = [f"{hand[0][0]}h", *(f"{card[0]}s" for card in hand[1:])]
            kinds.append((suited, hand_class.number, four))
        kinds.append((hand, hand_class.number, size - four))
    return kinds


KINDS = all_kinds_of_hands()
RULES = [number for _, number, _ in KINDS]


def places(evaluate: Evaluate, hands: Sequence[list[str]]) -> list[int]:
    """The place of the key of each hand among the keys: 1 is the highest."""
    keys = [flat(evaluate(hand)) for hand in hands]
    place_of = {key: place for place, key in enumerate(sorted(set(keys), reverse=True), start=1)}
    return [place_of[key] for key in keys]


def flat(key: Any) -> tuple[int, ...]:
    """A key of any style as one tuple, which has the same order."""
    category, *ranks = key
    return (category, *(ranks[0] if ranks and isinstance(ranks[0], list) else ranks))


def function_of(source: str) -> Evaluate:
    names: dict[str, Any] = {}
    exec(source, names)
    evaluate: Evaluate = names["evaluate"]
    return evaluate


@cache
def order_of(name: str, style: str) -> tuple[int, ...]:
    """The place of every kind of hand in the order of a broken evaluator."""
    evaluate = function_of(BROKEN[name, style].source)
    return tuple(places(evaluate, [hand for hand, _, _ in KINDS]))


# --- Without a fault. ---


def test_the_kinds_are_all_hands() -> None:
    """Else the check's words below are about some hands only."""
    assert sum(how_many for _, _, how_many in KINDS) == 2_598_960


@pytest.mark.parametrize("style", STYLES)
def test_a_right_evaluator_is_right(style: str) -> None:
    """Else the exercise has a second fault, in any order of the cards."""
    random = Random(1)
    for _ in range(5):
        hands = [random.sample(hand, 5) for hand, _, _ in KINDS]
        assert places(RIGHT[style], hands) == RULES


@pytest.mark.parametrize("style", STYLES)
def test_a_right_evaluator_is_right_on_hands_in_all_suits(style: str) -> None:
    """Else suits of the hands above hide a fault."""
    hands = [format_hand(hand).split() for hand in Sample(5, 20_000).hands().tolist()]
    assert places(RIGHT[style], hands) == places(mistakes.right, hands)


@pytest.mark.thorough
@pytest.mark.parametrize("style", STYLES)
def test_a_right_evaluator_is_right_on_all_hands(style: str) -> None:
    assert check_here(RIGHT[style])


@pytest.mark.parametrize("style", STYLES)
def test_students_get_the_code_without_examples(style: str) -> None:
    """Else the examples show what is wrong, or a file is too long to read."""
    code = right_code(style)
    assert ast.get_docstring(ast.parse(code)) is None
    assert ">>>" not in code
    assert code.count('"""') == 2 * code.count("def ")
    assert 24 <= sum(bool(line) and '"""' not in line for line in code.splitlines()) <= 40
    evaluate = function_of(code)
    for hand, _, _ in KINDS[::50]:
        assert evaluate(hand) == RIGHT[style](hand)


# --- The faults. ---


def test_there_are_enough() -> None:
    assert len(FAULTS) >= 24
    assert len(BROKEN) == len(FAULTS) * len(STYLES)
    assert list(FAULTS) == [fault.name for fault in FAULTS.values()]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_described_in_a_sentence(name: str) -> None:
    words = FAULTS[name].words
    assert name == name.lower()
    assert len(name) <= 40
    assert words.startswith("The code ")
    assert words.endswith(".")
    assert len(words) <= 100
    assert [fault.words for fault in FAULTS.values()].count(words) == 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", FAULTS)
def test_an_edit_is_small_and_has_one_place(name: str, style: str) -> None:
    """Else a fault is in two places, or mending it is rewriting."""
    old, new = FAULTS[name].edits[style]
    code = right_code(style)
    assert code.count(old) == 1
    assert "#" not in new.replace("# full house", "").replace("# three", "")
    difference = list(ndiff(code.splitlines(), code.replace(old, new).splitlines()))
    assert sum(line.startswith("- ") for line in difference) <= 3
    assert sum(line.startswith("+ ") for line in difference) <= 3


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_the_same_in_every_style(name: str, style: str) -> None:
    """Else its name is right in one style, and wrong in another."""
    order = order_of(name, style)
    assert order != tuple(RULES)
    assert order == order_of(name, STYLES[0])


def test_no_two_faults_make_one_order() -> None:
    """Else a student can name the other one, and is right, too."""
    orders = {order_of(name, STYLES[0]) for name in FAULTS}
    assert len(orders) == len(FAULTS)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_evaluator_is_steady(name: str, style: str) -> None:
    """Else the fault shows in one order of the cards, or with one name of a suit, and not again."""
    random = Random(1)
    evaluate = function_of(BROKEN[name, style].source)
    for hand, _, _ in KINDS[::23]:
        suits = dict(zip("cdhs", random.sample("cdhs", 4)))
        renamed = [card[0] + suits[card[1]] for card in random.sample(hand, 5)]
        assert evaluate(renamed) == evaluate(hand), (hand, renamed)


@pytest.mark.parametrize("name", FAULTS)
def test_the_check_finds_the_fault_and_its_chapter(name: str) -> None:
    """Else a student who checks the file reads about something else."""
    verdict = golden()[f"exercise/{name}/python/5"]
    assert chapter_of(Kind[verdict["hint_kind"]]).number == FAULTS[name].chapter


@pytest.mark.thorough
def test_the_check_says_the_same_in_every_style() -> None:
    """Else what the check says depends on more than the order of the hands."""
    name = "full house as three of a kind"
    for style in STYLES:
        evaluate = function_of(BROKEN[name, style].source)
        (family,) = check_here(evaluate, Sample(5, 500)).families
        assert family.summary == "every full house counts as three of a kind"


# --- The file of a student. ---


def test_files_are_formatted(tmp_path: Path) -> None:
    """Else a fault is seen by its formatting."""
    for (name, style), one in BROKEN.items():
        (tmp_path / f"{style}_{name.replace(' ', '_')}.py").write_text(one.source, "utf-8")
    command = [sys.executable, "-m", "ruff", "format", "--check", "--isolated"]
    command += ["--line-length", "100", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


def test_a_file_says_what_to_do() -> None:
    source = broken(" 17 ").source
    names: dict[str, Any] = {}
    exec(source, names)
    assert (names["FAULT"], names["WITNESS"]) == ("", ("", ""))
    docstring = ast.get_docstring(ast.parse(source)) or ""
    assert docstring.endswith("allhands grade 09 FILE --seed 17")
    assert "FAULT" in docstring
    assert "WITNESS" in docstring


@pytest.mark.parametrize(
    ("seed", "shown"),
    [
        ("ada@example.org", "ada@example.org"),
        ("  Zoë O'Neill ", """'Zoë O'"'"'Neill'"""),
        ('say "hi"', "'say \"hi\"'"),
        ("a; rm b", "'a; rm b'"),
        ("{seed}", "'{seed}'"),
        ('"""', "SEED"),
        ("back\\slash", "SEED"),
        ("two\nlines", "SEED"),
        ("nul\0", "SEED"),
        ("left\u202eright", "SEED"),
        ("invalid \udcff", "SEED"),
        ("x" * 1_000_000, "SEED"),
        ("7" * 10_000, "SEED"),
    ],
)
def test_a_seed_cannot_break_the_file(seed: str, shown: str) -> None:
    """Else text from outside becomes code, or a command that does something else."""
    one = broken(seed)
    assert f"\nallhands grade 09 FILE --seed {shown}\n" in one.source
    assert max(map(len, one.source.splitlines())) <= 100
    assert one.source.encode("utf-8")
    compared = BROKEN[one.fault.name, one.style].source
    assert one.source.replace(f"--seed {shown}\n", "--seed SEED\n") == compared
    function_of(one.source)


# --- Seeds. ---


def pair(one: Broken) -> tuple[str, str]:
    return one.fault.name, one.style


@pytest.mark.parametrize(
    ("seed", "name", "style"),
    [
        ("1", "straight flush as a flush", "buckets"),
        ("30", "no wheel", "buckets"),
        ("90", "no wheel", "counter"),
        ("ada@example.org", "flush by its highest card", "sorting"),
        ("\udcff", "straight that skips equal ranks", "buckets"),
    ],
)
def test_a_seed_always_gives_the_same(seed: str, name: str, style: str) -> None:
    """Else a student's file does not fit to the grader of another version."""
    assert pair(broken(seed)) == (name, style)


def test_a_class_of_numbers_has_no_two_alike() -> None:
    """Else neighbours copy. First all faults come, then the same ones in other styles."""
    pairs = [pair(broken(str(number))) for number in NUMBERS]
    assert set(pairs) == set(BROKEN)
    assert len({name for name, _ in pairs[: len(FAULTS)]}) == len(FAULTS)


def test_neighbours_differ_in_fault_and_style() -> None:
    for number in range(len(BROKEN) + 1):
        (name, style), (other, its_style) = (pair(broken(str(n))) for n in (number, number + 1))
        assert name != other
        assert style != its_style
        places = [list(FAULTS).index(fault) for fault in (name, other)]
        assert abs(places[0] - places[1]) > 3


def test_the_same_number_gives_the_same() -> None:
    expected = broken("7")
    for seed in ("07", "7 ", "\t007\n", "٧", f"{7 + len(BROKEN)}"):
        assert pair(broken(seed)) == pair(expected)


def test_text_is_spread_over_all() -> None:
    """Else a class with names has a few faults only."""
    pairs = Counter(pair(broken(f"student{n}@example.org")) for n in range(900))
    assert set(pairs) == set(BROKEN)
    assert max(pairs.values()) <= 30


@pytest.mark.parametrize("seed", ["", " ", "\n\t"])
def test_an_empty_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="the seed is empty: give a number or a name"):
        broken(seed)
