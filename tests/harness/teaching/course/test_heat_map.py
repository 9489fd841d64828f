"""The map of bugs and tests shows what the file says, in marks, in colours and in words."""

import re
from xml.etree import ElementTree

import pytest

from harness.teaching.course.canvas import BLUE, ORANGE, Drawing
from harness.teaching.course.heat_map import caught_by, heat_map, results

SMALL = {
    "found by all": {"strong": True, "weak <&>": True},
    "found by one, and its name is so long that it is broken": {"strong": True, "weak <&>": False},
    "found by none": {"strong": False, "weak <&>": False},
}
DRAWINGS = [heat_map(SMALL), heat_map(results()), heat_map(results(), ["Norvig", "Exercism"])]


def numbers_of(drawing: Drawing, colour: str) -> tuple[int, int]:
    """How many cells have a colour, and how many marks are drawn over them."""
    root = ElementTree.fromstring(drawing.svg)
    paths = [element for element in root if element.tag.endswith("}path")]
    (place,) = (n for n, path in enumerate(paths) if path.attrib["fill"] == colour)
    starts = [len(re.findall(r"M", path.attrib["d"])) for path in paths[place : place + 2]]
    return starts[0], starts[1]


@pytest.mark.parametrize("drawing", DRAWINGS, ids=["small", "all", "two tests"])
def test_it_is_svg_with_words_that_fits_a_phone(drawing: Drawing) -> None:
    """Else a name breaks the page, text is dark on a dark page, or too small on a phone."""
    root = ElementTree.fromstring(drawing.svg)
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]
    assert root.attrib["aria-label"] == drawing.alt
    assert root.attrib["fill"] == "currentColor"
    assert float(root.attrib["width"]) <= 440
    texts = [element for element in root.iter() if element.tag.endswith("}text")]
    assert not any({"fill", "style"} & set(text.attrib) for text in texts)
    assert all(int(text.attrib["font-size"]) >= 11 for text in texts)


def test_each_cell_has_a_colour_and_a_mark() -> None:
    """Else a cell is missing, or only its colour says what it means."""
    assert numbers_of(heat_map(SMALL), BLUE) == (3, 3)
    assert numbers_of(heat_map(SMALL), ORANGE) == (3, 3)


def test_the_hardest_bug_stands_first_and_the_weakest_test() -> None:
    """Else the reader cannot see which tests are weak and which bugs are hard."""
    assert list(caught_by(SMALL)) == ["weak <&>", "strong"]
    alt = heat_map(SMALL).alt
    assert "Caught: weak <&> 1, strong 2." in alt
    assert "Missed by 2 of 2 tests: found by none. Missed by 1 of 2 tests: found by one" in alt
    assert alt.endswith("Missed by none: found by all.")
    root = ElementTree.fromstring(heat_map(SMALL).svg)
    words = [element.text for element in root.iter() if element.tag.endswith("}text")]
    assert words.index("found by none") < words.index("found by all")


def test_tests_can_be_chosen() -> None:
    """Else the small picture shows the answer to the question of the chapter."""
    alt = heat_map(results(), ["Norvig", "Exercism"]).alt
    assert re.search(r"2 tests\. Caught: Norvig \d+, Exercism \d+\. ", alt)
    assert "1,000 pairs" not in alt


def test_a_long_name_is_broken_and_no_name_is_cut() -> None:
    """Else names of bugs run into the cells."""
    for drawing in DRAWINGS:
        root = ElementTree.fromstring(drawing.svg)
        texts = [element for element in root if element.tag.endswith("}text")]
        assert max(len(text.text or "") for text in texts) <= 37
    root = ElementTree.fromstring(heat_map(results()).svg)
    shown = " ".join(text.text or "" for text in root if text.tag.endswith("}text"))
    assert all(bug in shown for bug in results())
