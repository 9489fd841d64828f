"""Pictures show what the steps made, and no more than that."""

import re
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_

from evaluators.cards import rank_of, suit_of
from harness.teaching.explanation import STRATEGIES, Explanation, explain, lesson_of
from harness.teaching.pictures import BITS, MARKED, NEW, Line, text_of
from tests.harness.teaching.lessons import EXAMPLES

WIDEST = 60
"""The most characters in a line: on a terminal, and on a telephone."""


def rows_of(picture: Sequence[Line]) -> dict[str, str]:
    """The lines with a label, by label."""
    return {
        line[0].text.strip(): text_of(line[1:]) for line in picture if line and line[0].text.strip()
    }


def final(strategy: str, name: str) -> tuple[Explanation, dict[str, str]]:
    explanation = explain(strategy, EXAMPLES[name])
    return explanation, rows_of(explanation.picture())


def bits(text: str) -> int:
    return int(re.sub(r"[^01]", "", text.replace("·", "0")), 2)


def test_each_step_has_a_picture_with_what_it_made_marked() -> None:
    """Else the page fails in the middle, a line is too long, or nobody sees what is new."""
    for strategy in STRATEGIES:
        for name in EXAMPLES:
            explanation = explain(strategy, EXAMPLES[name])
            before: list[str] = []
            changes = 0
            for number in range(len(explanation.steps)):
                picture = explanation.picture(number)
                texts = [*map(text_of, picture)]
                new = [text_of(line) for line in picture if any(cell.role == NEW for cell in line)]
                assert max(map(len, texts)) <= WIDEST
                assert not {*new} & {*before}
                assert number == 0 or bool({*texts} - {*before}) == bool(new)
                changes += texts != before
                before = texts
            assert changes > 2


def test_the_bits_are_those_of_the_cards() -> None:
    """Else the OR, the shift or the AND in the picture are wrong."""
    for name in EXAMPLES:
        explanation, rows = final("cactus-kev", name)
        cards = [lesson_of("cactus-kev").encode(card) for card in explanation.hand]
        assert text_of(explanation.picture()[0]).strip() == BITS
        assert [bits(text_of(line[1:])) for line in explanation.picture()[1:6]] == cards
        assert bits(rows["OR"]) == reduce(or_, cards) & 0xFFFF0000
        assert bits(rows[">> 16"]) == reduce(or_, cards) >> 16
        assert bits(rows["AND"]) == reduce(and_, cards) & 0xF000
        assert rows["lookup"].endswith(f" = {explanation.key}")
        for line in explanation.picture(0)[1:]:
            assert all((cell.role == MARKED) == ("1" in cell.text) for cell in line[1:])
        new = [
            cell.text for line in explanation.picture(2)[7:9] for cell in line if cell.role == NEW
        ]
        assert {*"".join(new)} == {"1"}


def test_the_probes_are_those_of_the_search() -> None:
    """Else the picture shows another search than the one that ran, or an answer too early."""
    for name in ["four of a kind", "full house", "two pair", "one pair"]:
        explanation, rows = final("cactus-kev", name)
        steps = explanation.steps
        answers = [step.holds for step in steps if "SORTED_PRODUCTS" in step.condition]
        shown = [text for label, text in rows.items() if label.startswith("probe")]
        assert ["not" not in text for text in shown] == answers
        middles = [step.values["middle"] for step in steps if "middle" in dict(step.made)]
        assert [int(text.split()[1]) for text in shown] == middles
        assert rows["product"] == str(steps[-1].values["product"])
        at = next(at for at, step in enumerate(steps) if "middle" in dict(step.made))
        probes = [rows_of(explanation.picture(at + later))["probe 1"] for later in (0, 1)]
        assert ["smaller" in probe for probe in probes] == [False, True]


def test_the_grid_has_the_cards_and_their_sums() -> None:
    """Else a card stands in another place, a sum is wrong, or a digit is written too early."""
    for name in EXAMPLES:
        explanation, rows = final("matrix-score", name)
        for suit, label in enumerate(("clubs", "diamonds", "hearts", "spades")):
            *cells, _, total = rows[label].split()
            ranks = {rank_of(card) + 2 for card in explanation.hand if suit_of(card) == suit}
            assert {column for column, cell in enumerate(cells) if cell == "1"} == ranks
            assert int(total) == len(ranks)
        sums = [0 if cell == "·" else int(cell) for cell in rows["sum"].split()]
        assert sum(sums[2:]) == 5
        assert sums[1] == sums[14]
        assert float(rows["score"].replace(" ", "")) == explanation.key
        for number, step in enumerate(explanation.steps):
            written = re.sub(r"\D", "", rows_of(explanation.picture(number)).get("score", ""))
            assert "score" not in step.values or int(written) == step.values["score"]


def test_the_rows_and_their_transpose() -> None:
    """Else counts stand beside other ranks."""
    for name in EXAMPLES:
        explanation, rows = final("sort-by-count", name)
        *flags, counts, ranks = explanation.key
        assert tuple(map(int, rows["counts"].split())) == counts
        assert tuple(map(int, rows["ranks by count"].split())) == ranks
        lines = [text_of(line) for line in explanation.picture()]
        pairs = [tuple(map(int, re.findall(r"\d+", line))) for line in lines if "×" in line]
        assert pairs == list(zip(counts, ranks))
        labels = "straight flush", "two ranks", "flush", "straight"
        assert [rows[label].strip() == "yes" for label in labels] == flags


def test_the_buckets_are_those_of_the_key() -> None:
    """Else a rank is shown in another bucket, or before it is there."""
    for name in EXAMPLES:
        explanation, rows = final("count-buckets", name)
        category, *buckets = explanation.key
        labels = ("four times", "three times", "twice", "once")
        assert [tuple(map(int, re.findall(r"\d+", rows[label]))) for label in labels] == buckets
        assert rows["category"].strip().startswith(f"{category}, ")
        at = next(at for at, step in enumerate(explanation.steps) if "buckets" in dict(step.made))
        assert not re.search(r"\d", rows_of(explanation.picture(at))["once"])
