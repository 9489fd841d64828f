"""The answers of the worksheet are right, and the sheet gives none of them away."""

import re
from collections import Counter
from math import comb
from pathlib import Path

from evaluators import rulebook
from evaluators.cards import Category, format_hand, parse_hand
from evaluators.matrix_score import lesson
from harness.hands.classes import class_of, classes
from harness.teaching.mistakes import right
from tests.hands import key

COURSE = Path(__file__).parents[4] / "docs" / "course"
SHEET, ANSWERS = ((COURSE / f"worksheet{end}.md").read_text("utf-8") for end in ("", "-answers"))
BLANK = "________"


def tables(page: str) -> list[list[list[str]]]:
    """The tables of a page, without their heads: the cells of each row."""
    bodies = re.findall(r"(?m)^\|[-:|]+\|\n((?:\|.*\n)+)", page)
    return [[re.split(r" *\| *", row)[1:-1] for row in body.splitlines()] for body in bodies]


TO_RANK, TO_COMPARE, TO_COUNT, TO_WRITE, TO_READ = tables(SHEET)
RANKED, COMPARED, COUNTED, SOURCES, WRITTEN, READ = tables(ANSWERS)


def items(hand: str) -> list[int]:
    """The key of chapter 1, by the rules: the category, then the ranks that count, from 2 to 14."""
    category, ranks = key(rulebook, hand)
    return [category, *(rank + 2 for rank in ranks)]


def test_the_ten_hands() -> None:
    """Else a hand has another name or place, or a category or the second straight is missing."""
    keys = [items(hand) for _, hand, *_ in RANKED]
    assert Counter(category for category, *_ in keys) == Counter([*Category, Category.STRAIGHT])
    for its_key, (_, hand, name, place) in zip(keys, RANKED):
        assert name == str(class_of(parse_hand(hand)))
        assert its_key == [*right(format_hand(parse_hand(hand)).split())]
        assert int(place) == 1 + sum(other > its_key for other in keys)
    assert [[letter, hand, "", ""] for letter, hand, *_ in RANKED] == TO_RANK


def test_the_pairs_of_keys() -> None:
    """Else a key is not that of the rules, or another item or hand decides."""
    for upper, lower in zip(COMPARED[::2], COMPARED[1::2]):
        one, other = items(upper[1]), items(lower[1])
        winner = "upper" if one > other else "lower" if one < other else "none"
        assert (upper[-1], lower[-1]) == (winner, "")
        for (_, hand, name, *boxes, _), its_key in ((upper, one), (lower, other)):
            right = [*map(str, its_key), "", ""][:6]
            if one != other:
                decides = [mine != yours for mine, yours in zip(one, other)].index(True)
                right[decides] = f"**{right[decides]}**"
            assert (name, boxes) == (str(class_of(parse_hand(hand))), right)
    assert [[number, hand, *[""] * 7] for number, hand, *_ in COMPARED] == TO_COMPARE


def test_the_counts() -> None:
    """Else a category has another number of hands, or the sheet fills a blank in."""
    signs = {ord("×"): "*", ord("−"): "-", ord(","): "", ord("="): "=="}
    for category, (name, _, calculation) in zip(reversed(Category), COUNTED, strict=True):
        hands = sum(each.size for each in classes() if each.category == category)
        assert name == str(category)
        assert calculation.endswith(f" = {hands:,}")
        assert eval(calculation.translate(signs))
    for (*task, blanked), (*answer, calculation) in zip(TO_COUNT, COUNTED, strict=True):
        assert task == answer
        assert blanked.count(BLANK) == 1
        assert re.fullmatch(re.escape(blanked).replace(BLANK, r"[\d,]+"), calculation)
    for number, formula, _ in SOURCES:
        assert number == f"{eval(formula.strip('`')):,}"
    assert f"**All hands: {comb(52, 5):,}.**" in ANSWERS


def test_the_scores() -> None:
    """Else the slots show another score than the lesson computes, or the sheet shows the answer."""
    ((hand, name, category),) = READ
    assert (name, category) == (str(class_of(parse_hand(hand))), str(items(hand)[0]))
    assert hand not in SHEET
    (title,) = re.findall("The score of .*♡", SHEET)
    assert title in ANSWERS
    for (slots,), scored in ((WRITTEN, title.removeprefix("The score of ")), (TO_READ, hand)):
        assert float("".join(slots)) == key(lesson, scored)
    assert [[".", *[""] * 7]] == TO_WRITE


def test_the_tasks_and_the_answers_have_the_same_headings() -> None:
    """Else an answer stands below another task than its own."""
    assert re.findall("(?m)^## .*$", SHEET) == re.findall("(?m)^## .*$", ANSWERS)
