"""The pictures of the course say in words what they show, and show it on any background."""

import re
from dataclasses import replace
from xml.etree import ElementTree

from harness.hands.classes import CATEGORIES
from harness.hands.scopes import Sample
from harness.teaching.course.canvas import Marked
from harness.teaching.course.drawings import annotated, compared, placed
from harness.teaching.proof import Cell
from tests.harness import styles
from tests.harness.styles import number


def test_a_drawing_has_a_description_and_fits_a_phone() -> None:
    """Else people who do not see it learn nothing, or it is illegible on a dark page or a phone."""
    cells = [Cell(number, 7_463 - number, 5, 4, ()) for number in (1, 7_462)]
    drawing = replace(placed(cells), title="<&>")
    (root,) = ElementTree.fromstring(drawing._repr_html_())
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", drawing.alt)
    assert [child.text for child in root[:2]] == [drawing.title, drawing.alt]
    assert root.attrib["fill"] == "currentColor"
    width, height = map(float, root.attrib["viewBox"].split()[2:])
    assert width <= 440
    for element in root.iter():
        assert not element.tag.endswith("}text") or not {"fill", "style"} & {*element.attrib}
        if element.tag.endswith("}rect"):
            x, y, wide, high = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
            assert x + wide <= width
            assert y + high <= height


def test_the_item_that_python_decides_by_is_marked() -> None:
    """Else the picture marks another item than the one that decides."""
    for first, second, place, title in [
        ((7, 2), (7, 3), 1, "item 2 decides: 2 < 3: the second is greater"),
        ((7,), (7, 3), 1, "item 2 decides: one ends here: the longer tuple is greater"),
        ((7, 3), (7, 3), None, "no item differs: a tie"),
    ]:
        table = compared(first, second)
        assert table.title == title
        for row in table.rows:
            marked = [at for at, text in enumerate(row[1:]) if isinstance(text, Marked)]
            assert marked == ([] if place is None else [place])


def test_a_verdict_is_annotated_with_its_own_numbers() -> None:
    """Else the picture says another share or other hands than the verdict."""
    verdict = styles.judged(lambda hand: 0, Sample(5, 100))
    html = annotated(verdict)._repr_html_()
    assert "not equivalent" in html
    assert f"{verdict.share} of this sample&#x27;s showdowns" in html
    assert "but the keys say that they tie" in html
    assert re.search(r"[2-9TJQKA][cdhs] .* \| ", html)


def test_the_fault_of_an_annotated_verdict_is_that_of_its_witness() -> None:
    """Else the sentence speaks of straights, and the hands below it are flushes."""
    families = {"straight": range(1600, 1610), "flush": range(323, 1600)}

    def high_card(hand: tuple[int, ...]) -> float:
        of_class = number(hand)
        is_one = any(of_class in of for of in families.values())
        return 6186 + of_class / 9999 if is_one else of_class

    verdict = styles.judged(high_card, Sample(5, 2_000))
    assert len(verdict.families) == 2
    assert verdict.witness
    html = annotated(verdict)._repr_html_()
    category = CATEGORIES[verdict.witness.first.hand_class.category]
    (other,) = families.keys() - {category}
    assert f"every {category} " in html
    assert f"every {other} " not in html


def test_a_verdict_whose_sample_shows_nothing_says_so() -> None:
    """Else a reader looks for the fault among the hands of the sample."""

    def wheel(hand: tuple[int, ...]) -> float:
        return 6_185.5 if number(hand) == 1609 else number(hand)

    verdict = styles.judged(wheel, Sample(5, 20))
    assert (verdict.wrong, len(verdict.families)) == (0, 1)
    row = ("none of these hands shows a fault", "one hand of each class, before, did")
    assert row in annotated(verdict).rows
