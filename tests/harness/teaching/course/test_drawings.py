"""The pictures of the course say in words what they show, and show it on any background."""

import re
from xml.etree import ElementTree

import pytest

from harness import check
from harness.hands.classes import CATEGORIES, class_of
from harness.teaching.course.canvas import Drawing
from harness.teaching.course.drawings import (
    annotated,
    bars,
    compared,
    filling,
    first_difference,
    grouped,
)

DRAWINGS = [
    compared((7, 2, 14), (6, 3, 13), ("sevens", "sixes")),
    compared((1, ("<&>",)), (1, ("'\"",))),
    bars([("flush", 30, 1), ("other", 10, 3)]),
    filling([13, 13, 13, 11, 9]),
    grouped([7, 13, 2, 13, 6]),
]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: str(drawing.title))
def test_a_drawing_is_svg_with_a_title_and_a_description(drawing: Drawing) -> None:
    """Else a value breaks the page, or people who do not see the picture learn nothing."""
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == drawing.alt
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]
    assert drawing.svg in drawing._repr_html_()


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: str(drawing.title))
def test_text_has_the_colour_of_the_page(drawing: Drawing) -> None:
    """Else text is dark on a dark page."""
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["fill"] == "currentColor"
    texts = [element for element in root.iter() if element.tag.endswith("}text")]
    assert texts
    assert not any({"fill", "style"} & set(element.attrib) for element in texts)


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: str(drawing.title))
def test_a_drawing_fits_a_phone(drawing: Drawing) -> None:
    """Else its text is too small to read on a phone, or boxes stand outside of the picture."""
    root = ElementTree.fromstring(drawing.svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width <= 440
    for box in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(box.attrib["x"]) + float(box.attrib["width"]) <= width
        assert float(box.attrib["y"]) + float(box.attrib["height"]) <= height


@pytest.mark.parametrize(
    ("first", "second", "place", "outcome"),
    [
        ((7, 2), (7, 3), 1, "Item 2 decides: 2 < 3: the second is greater."),
        ((7,), (7, 3), 1, "Item 2 decides: one ends here: the longer tuple is greater."),
        ((7, 3), (7, 3), None, "no item differs: a tie."),
    ],
)
def test_the_item_that_python_decides_by_is_marked(
    first: tuple[int, ...], second: tuple[int, ...], place: int | None, outcome: str
) -> None:
    """Else the picture marks another item than the one that decides."""
    assert first_difference(first, second) == place
    drawing = compared(first, second)
    assert drawing.alt.endswith(outcome)
    assert (drawing.svg.count("#d98f00") > 0) == (place is not None)


def test_a_verdict_is_annotated_with_its_own_numbers() -> None:
    """Else the picture says another share or other hands than the verdict."""

    def constant(hand: list[str]) -> int:
        return 0

    verdict = check(constant, sample=100)
    assert verdict.wrong
    drawing = annotated(verdict)
    assert "not equivalent" in drawing.alt
    assert f"{verdict.share} of all showdowns" in drawing.alt
    assert "here it ties with it" in drawing.alt
    assert re.search(r"[2-9TJQKA][cdhs] .* \| ", drawing.alt)


def test_the_fault_of_an_annotated_verdict_is_that_of_its_witness() -> None:
    """Else the sentence speaks of straights, and the hands below it are flushes."""
    families = {"straight": range(1600, 1610), "flush": range(323, 1600)}

    def high_card(hand: list[int]) -> float:
        number = class_of(hand).number
        return next((6186 + number / 9999 for of in families.values() if number in of), number)

    verdict = check(high_card, sample=5_000)
    assert len(verdict.families) == 2
    assert verdict.witness
    shown = annotated(verdict).alt
    category = CATEGORIES[verdict.witness.first.hand_class.category]
    other = next(name for name in families if name != category)
    assert f" {category} " in shown
    assert f"{other} " not in shown


def test_an_unknown_share_is_not_called_none() -> None:
    """Failure means that a reader takes a wrong evaluator's hands for right ones."""
    verdict = check(lambda hand: 0, sample=20)
    verdict.false_ties = None
    assert (verdict.wrong, bool(verdict.families)) == (None, True)
    assert "none of these hands" not in annotated(verdict).alt


def test_a_verdict_whose_sample_shows_nothing_says_so() -> None:
    """Else a reader looks for the fault among the hands of the sample."""

    def wheel(hand: list[int]) -> float:
        return 6_185.5 if class_of(hand).number == 1609 else class_of(hand).number

    verdict = check(wheel, sample=20)
    assert (verdict.wrong, len(verdict.families)) == (0, 1)
    assert "none of these hands shows a fault: one hand of each class" in annotated(verdict).alt
