"""Pictures show what the steps made, and no more than that."""

import re
from functools import reduce
from operator import and_, or_

import pytest

from evaluators.cards import rank_of, suit_of
from harness.teaching.explanation import STRATEGIES, Explanation, explain, lesson_of
from harness.teaching.pictures import BITS, MARKED, NEW, ROLES, WIDEST, Picture, text_of
from tests.harness.teaching.lessons import EXAMPLES


def rows_of(picture: Picture) -> dict[str, str]:
    """The lines with a label, by label."""
    return {
        line[0].text.strip(): text_of(line[1:]) for line in picture if line and line[0].text.strip()
    }


def bits(text: str) -> int:
    return int(re.sub(r"[^01]", "", text.replace("·", "0")), 2)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_there_is_a_picture_after_each_step(strategy: str, name: str) -> None:
    """Else the page fails in the middle, or a line does not fit the terminal or a telephone."""
    explanation = explain(strategy, EXAMPLES[name])
    for steps in range(len(explanation.run.steps) + 1):
        for line in explanation.picture(steps):
            assert len(text_of(line)) <= WIDEST
            assert all(cell.role in ROLES for cell in line)
    assert explanation.picture() == explanation.picture(len(explanation.run.steps))


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_most_steps_show_something_new(strategy: str) -> None:
    """Else nobody sees in the picture what the statement did."""
    explanation = explain(strategy, EXAMPLES["two pair"])
    new = [
        any(cell.role == NEW for line in explanation.picture(at) for cell in line)
        for at in range(1, len(explanation.run.steps) + 1)
    ]
    assert sum(new) >= len(new) / 4
    assert explanation.picture(0) != explanation.picture()


def final(strategy: str, name: str) -> tuple[Explanation, dict[str, str]]:
    explanation = explain(strategy, EXAMPLES[name])
    return explanation, rows_of(explanation.picture())


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_bits_are_those_of_the_cards(name: str) -> None:
    """Else the OR, the shift or the AND in the picture are wrong."""
    explanation, rows = final("cactus-kev", name)
    cards = [lesson_of("cactus-kev").encode(card) for card in explanation.hand]
    shown = [bits(text_of(line[1:])) for line in explanation.picture()[1:6]]
    assert text_of(explanation.picture()[0]).strip() == BITS
    assert shown == cards
    assert bits(rows["OR"]) == reduce(or_, cards) & 0xFFFF0000
    assert bits(rows[">> 16"]) == reduce(or_, cards) >> 16
    assert bits(rows["AND"]) == reduce(and_, cards) & 0xF000
    assert rows["lookup"].endswith(f" = {explanation.run.key}")


def test_bits_that_are_set_are_marked() -> None:
    for line in explain("cactus-kev", EXAMPLES["flush"]).picture(0)[1:]:
        for cell in line[1:]:
            assert (cell.role == MARKED) == ("1" in cell.text)


@pytest.mark.parametrize("name", ["four of a kind", "full house", "two pair", "one pair"])
def test_the_probes_are_those_of_the_search(name: str) -> None:
    """Else the picture shows another search than the one that ran."""
    explanation, rows = final("cactus-kev", name)
    steps = explanation.run.steps
    answers = [step.holds for step in steps if "SORTED_PRODUCTS" in step.statement.condition]
    shown = [text for label, text in rows.items() if label.startswith("probe")]
    assert ["not" not in text for text in shown] == answers
    middles = [value for step in steps for place, value in step.made if place == "middle"]
    assert [int(text.split()[1]) for text in shown] == middles
    assert rows["product"] == str(steps[-1].values["product"])
    for text in shown:
        low, middle, high = map(int, text.split()[:3])
        assert low <= middle < high


def test_a_probe_is_answered_by_its_comparison() -> None:
    """Else the picture gives away what the next statement finds out."""
    explanation = explain("cactus-kev", EXAMPLES["one pair"])
    at = next(at for at, step in enumerate(explanation.run.steps, 1) if "middle" in dict(step.made))
    assert "smaller" not in rows_of(explanation.picture(at))["probe 1"]
    assert "smaller" in rows_of(explanation.picture(at + 1))["probe 1"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_grid_has_the_cards_and_their_sums(name: str) -> None:
    """Else a card stands in another place, or a margin is wrong."""
    explanation, rows = final("matrix-score", name)
    for suit, label in enumerate(("clubs", "diamonds", "hearts", "spades")):
        *cells, _, total = rows[label].split()
        ranks = {rank_of(card) + 2 for card in explanation.hand if suit_of(card) == suit}
        assert {column for column, cell in enumerate(cells) if cell == "1"} == ranks
        assert int(total) == len(ranks)
    sums = [0 if cell == "·" else int(cell) for cell in rows["sum"].split()]
    assert sum(sums[2:]) == 5
    assert sums[1] == sums[14]
    digits = rows["score"].replace(" ", "")
    assert float(digits) == explanation.run.key


def test_the_score_fills_slot_by_slot() -> None:
    """Else the picture shows digits before they are written."""
    explanation = explain("matrix-score", EXAMPLES["two pair"])
    written = []
    for at, step in enumerate(explanation.run.steps, start=1):
        rows = rows_of(explanation.picture(at))
        if "score" in dict(step.made) and "score" in rows:
            written.append(re.sub(r"[^0-9]", "", rows["score"]))
            assert int(written[-1]) == step.values["score"]
    assert [len(text) for text in written] == [1, 3, 5, 7, 9, 11, 13, 15]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_rows_and_their_transpose(name: str) -> None:
    """Else counts stand beside other ranks."""
    explanation, rows = final("sort-by-count", name)
    _, _, _, _, counts, ranks = explanation.run.key
    assert tuple(map(int, rows["counts"].split())) == counts
    assert tuple(map(int, rows["ranks by count"].split())) == ranks
    lines = [text_of(line) for line in explanation.picture()]
    pairs = [tuple(map(int, re.findall(r"\d+", line))) for line in lines if "×" in line]
    assert pairs == list(zip(counts, ranks))
    flags = [rows[flag].strip() for flag in ("straight flush", "two ranks", "flush", "straight")]
    assert flags == ["yes" if flag else "no" for flag in explanation.run.key[:4]]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_buckets_are_those_of_the_key(name: str) -> None:
    explanation, rows = final("count-buckets", name)
    category, *buckets = explanation.run.key
    labels = ("four times", "three times", "twice", "once")
    shown = [tuple(map(int, re.findall(r"\d+", rows[label]))) for label in labels]
    assert shown == buckets
    assert rows["category"].strip().startswith(f"{category}, ")


def test_buckets_fill_one_after_another() -> None:
    explanation = explain("count-buckets", EXAMPLES["full house"])
    texts = []
    for at in range(len(explanation.run.steps) + 1):
        rows = rows_of(explanation.picture(at))
        if "twice" in rows:
            texts.append(tuple(re.findall(r"\d+", rows["three times"] + rows["twice"])))
    assert list(dict.fromkeys(texts)) == [(), ("10",), ("10", "4")]
