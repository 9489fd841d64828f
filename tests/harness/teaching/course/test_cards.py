"""The pictures of the appendix and of the worksheet show what they say, within their frame."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from evaluators import rulebook
from evaluators.cards import format_hand, parse_hand
from harness.teaching.course.canvas import BLUE, ORANGE, Drawing
from harness.teaching.course.cards import (
    Sheet,
    counts_to_fill,
    fives,
    hands_to_rank,
    keys_to_fill,
    slots,
    turned,
)
from harness.teaching.course.worksheet import (
    COUNTS,
    HANDS,
    PAIRS,
    SCORED,
    SLOTS,
    ranked,
    score_digits,
)

SVG = "{http://www.w3.org/2000/svg}"
SEVEN = "Kd Ks 7c 7h 5s Qc 9d"
ROWS = [(str(count.category), count.why, count.parts()) for count in COUNTS]
DRAWINGS = {
    "fives of seven": fives(parse_hand(SEVEN)),
    "fives of six": fives(parse_hand("Kd Ks 7c 7h 5s Qc")),
    "turned": turned(HANDS[:3]),
    "hands": hands_to_rank(HANDS),
    "ranked hands": hands_to_rank(HANDS, ranked()),
    "keys": keys_to_fill(PAIRS),
    "an odd number of keys": keys_to_fill(PAIRS[:3]),
    "counts": counts_to_fill(ROWS),
    "empty slots": slots(" " * 15, SLOTS, SCORED),
    "slots": slots(score_digits(SCORED), SLOTS),
}
every = pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)


def texts(drawing: Drawing) -> list[str]:
    return [
        element.text or "" for element in ElementTree.fromstring(drawing.svg).iter(f"{SVG}text")
    ]


def boxes(drawing: Drawing) -> list[dict[str, str]]:
    return [element.attrib for element in ElementTree.fromstring(drawing.svg).iter(f"{SVG}rect")]


@every
def test_a_drawing_says_in_words_what_it_shows(drawing: Drawing) -> None:
    """Else a value breaks the page, or people who do not see the picture learn nothing."""
    root = ElementTree.fromstring(drawing.svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == drawing.alt
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]


@every
def test_a_drawing_fits_and_has_the_colour_of_the_page(drawing: Drawing) -> None:
    """Else a box or a text is cut off, or text is dark on a dark page."""
    root = ElementTree.fromstring(drawing.svg)
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width <= 440
    for box in boxes(drawing):
        assert 0 <= float(box["x"]) <= float(box["x"]) + float(box["width"]) <= width
        assert 0 <= float(box["y"]) <= float(box["y"]) + float(box["height"]) <= height
    for text in root.iter(f"{SVG}text"):
        assert 0 <= float(text.attrib["x"]) <= width
        assert 0 <= float(text.attrib["y"]) <= height
        assert not {"fill", "style"} & set(text.attrib)


@pytest.mark.parametrize("text", [SEVEN, "Kc Qc Jc Tc 8c 9d 2h", "Ad 5c 4c 3c 2c 6h 7h"])
def test_the_marked_five_are_the_best_by_the_rules(text: str) -> None:
    """Else the picture marks a choice that loses to another."""
    hand = parse_hand(text)
    best = max(
        combinations(hand, 5),
        key=lambda five: rulebook.evaluate([rulebook.encode(card) for card in five]),
    )
    drawing = fives(hand)
    assert f"The best: {format_hand(best)}, class" in drawing.alt
    filled = [box["fill"] for box in boxes(drawing)]
    assert filled.count(BLUE) == 21 * 5
    assert filled.count(ORANGE) == 5 + 1  # the cards that play, and the frame of the choice


def test_turning_keeps_every_card() -> None:
    """Else a card stands in a wrong row beside the arrow."""
    shown = texts(turned([parse_hand("Kd Ks Kc"), parse_hand("7c 7h 2d")]))
    assert sorted(shown[2:-1]) == sorted(2 * ["Kd", "Ks", "Kc", "7c", "7h", "2d"])
    assert turned([parse_hand("Kd Ks Kc"), parse_hand("7c 7h 2d")]).alt.endswith(
        "Turned, three rows: Kd 7c; Ks 7h; Kc 2d."
    )


def test_a_sheet_gives_no_answer_away() -> None:
    """Else the worksheet shows a name, a place, a count or a digit that is to be written."""
    names = [name for name, _ in ranked()]
    assert not set(names) & set(texts(DRAWINGS["hands"]))
    assert set(names) < set(texts(DRAWINGS["ranked hands"]))
    assert DRAWINGS["counts"].alt.count("blank") == len(boxes(DRAWINGS["counts"])) == len(COUNTS)
    assert not any(text.isdigit() for text in texts(DRAWINGS["empty slots"]))


def test_only_sheets_are_as_wide_as_the_paper() -> None:
    """Else the worksheet is printed small, or a chapter's picture fills a page."""
    wide = [
        name
        for name, drawing in DRAWINGS.items()
        if 'class="drawing sheet"' in drawing._repr_html_()
    ]
    assert wide == [name for name, drawing in DRAWINGS.items() if isinstance(drawing, Sheet)]
    assert len(wide) == 7
