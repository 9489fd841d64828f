"""The pictures of one number, of bits and of lookups show what the evaluators compute."""

from itertools import combinations_with_replacement
from xml.etree import ElementTree

import pytest

from evaluators.cactus_kev import lesson as cactus_kev
from evaluators.cactus_kev.perfect_hash import displace
from evaluators.cactus_kev.scalar import UNIQUE5
from evaluators.cards import parse_hand
from evaluators.matrix_score import lesson as matrix_score
from evaluators.matrix_score.scalar import decode
from harness.hands.classes import HandClass, classes
from harness.teaching.course.canvas import Drawing
from harness.teaching.course.numbers import (
    bits,
    displaced,
    hashed,
    in_bases,
    matrix,
    number,
    probes,
    slots,
)
from harness.teaching.steps import trace

TENS = parse_hand("Ts Tc Th 4d 4c")
FLUSH = parse_hand("Ks Js 9s 6s 2s")
SMALL = sorted(a * b for a, b in combinations_with_replacement((2, 3, 5, 7), 2))
DRAWINGS = [
    matrix(TENS),
    slots(TENS),
    in_bases((14, 2), (13, 12), (10, 12), ("A-2", "K-Q")),
    bits(TENS),
    probes(cactus_kev.SORTED_PRODUCTS, 304_175),
    hashed(SMALL, 10),
    displaced(SMALL, 6, 5),
]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: str(drawing.title))
def test_a_drawing_is_legible(drawing: Drawing) -> None:
    """Else it has no alternative text, is dark on dark, or does not fit a phone."""
    root = ElementTree.fromstring(drawing.svg)
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]
    assert root.attrib["aria-label"] == drawing.alt
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width <= 440
    for element in root.iter():
        _, _, kind = element.tag.rpartition("}")
        place = element.attrib
        if kind == "rect":
            assert 0 <= float(place["x"]) <= float(place["x"]) + float(place["width"]) <= width
            assert 0 <= float(place["y"]) <= float(place["y"]) + float(place["height"]) <= height
        elif kind == "text":
            assert not {"fill", "style"} & set(place)
            assert 0 <= float(place["x"]) <= width
            assert 0 <= float(place["y"]) <= height


def test_the_matrix_marks_a_flush_by_its_row() -> None:
    """Else the picture shows other sums, or marks others, than those that decide."""
    drawing = matrix(FLUSH)
    assert "Row spades: 2 6 9 11 13, sum 5." in drawing.alt
    assert "Row clubs: empty, sum 0." in drawing.alt
    assert drawing.svg.count("stroke='#d98f00'") == 1
    assert matrix(TENS).svg.count("stroke='#d98f00'") == 2


@pytest.mark.parametrize("hand_class", classes()[::373])
def test_the_slots_are_the_digits_of_the_score(hand_class: HandClass) -> None:
    """Else the picture of a hand shows another score than the evaluator gives it."""
    hand = hand_class.example
    alt = slots(hand).alt
    score = matrix_score.evaluate([matrix_score.encode(card) for card in hand])
    assert alt.endswith(f" The score is {score}.")
    shown = [int(part.rpartition(" ")[2]) for part in alt.split(". ") if part.startswith("Slot ")]
    category = int(alt.removeprefix("Category ").partition(",")[0])
    assert category == decode(score)[0]
    if category not in (4, 5, 8):  # the fast version doubles these ranks
        assert tuple(rank for rank in shown if rank) == decode(score)[1]


def test_a_number_is_greater_an_equal_or_smaller() -> None:
    """Else the picture names the wrong winner."""
    alt = in_bases((14, 2), (13, 12), (9, 10, 11), ("A-2", "K-Q")).alt
    outcomes = [sentence.rpartition(": ")[2] for sentence in alt.rstrip(".").split(". ")]
    assert outcomes == ["K-Q is greater", "a tie", "A-2 is greater"]
    assert "13 x 9 + 12 x 1 = 129" in alt
    assert number((13, 12), 9) == 129
    marked = in_bases((14, 2), (13, 12), (14,), ("A-2", "K-Q")).svg
    assert marked.count("stroke='#d98f00'") == 1  # 14 is no digit in base 14; 13 is


def test_the_bits_lead_to_the_class() -> None:
    """Else the picture shows an index with which no table has this hand."""
    straight = bits(parse_hand("Kd Qs Jc Th 9s")).alt
    index = int(straight.partition("right by 16: ")[2].partition(",")[0], 2)
    assert UNIQUE5[index] == 1601
    assert "1, 3968" not in straight
    assert straight.endswith("AND of the suit bits: 0000: more than one suit.")
    assert bits(FLUSH).alt.endswith("AND of the suit bits: 0001: all cards are of one suit.")


def test_the_probes_are_those_of_the_lesson() -> None:
    """Else the picture shows another search than the evaluator makes."""
    steps = trace(cactus_kev.evaluate, [cactus_kev.encode(card) for card in TENS]).steps
    probed = [step.made[0][1] for step in steps if step.made and step.made[0][0] == "middle"]
    alt = probes(cactus_kev.SORTED_PRODUCTS, 304_175).alt
    sentences = alt.split("Probe ")[1:]
    shown = [sentence.partition(" place ")[2].partition(", ")[0] for sentence in sentences]
    assert [int(place.replace(",", "")) for place in shown] == probed
    found = cactus_kev.SORTED_PRODUCTS.index(304_175)
    assert alt.endswith(f"After {len(probed)} probes place {found:,} is left.")


def test_collisions_are_marked() -> None:
    """Else products that share a place look as if they did not."""
    drawing = hashed(SMALL, 10)
    assert "place 5: 15, 25, 35" in drawing.alt
    assert drawing.alt.endswith("Collisions in 3 places.")
    assert drawing.svg.count("stroke='#d98f00'") == 2 + 2 + 3
    assert hashed(SMALL, 18).alt.endswith("Collisions in 0 places.")


def test_shifted_rows_become_the_array_of_the_perfect_hash() -> None:
    """Else the picture shows a number where the hash does not look for it."""
    alt = displaced(SMALL, 4, 9).alt
    array = alt.partition("Array: ")[2].rstrip(".").split(", ")
    shifts = displace(SMALL, 4, 9)
    assert {item: array[shifts[item % 4] + item % 9] for item in SMALL} == {
        item: str(item) for item in SMALL
    }
    assert array.count("free") == len(array) - len(SMALL) == 1
    with pytest.raises(ValueError, match="collide"):
        displaced(SMALL, 2, 2)
