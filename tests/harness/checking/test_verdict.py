"""Verdicts in one line, and as JSON."""

import json
from dataclasses import replace
from functools import cache
from math import comb, inf

from evaluators.cards import format_hand
from harness.checking.statuses import ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.kinds import RENAMED
from harness.faults.witness import Side
from harness.hands.scopes import All, Sample, UpToSuits
from tests.harness import styles
from tests.harness.styles import number

SAMPLE = Sample(5, 3_000)


@cache
def wheel_as_high_card() -> Verdict:
    def key(hand: tuple[int, ...]) -> float:
        return number(hand) if number(hand) != 1609 else 7_000.5

    return styles.judged(key, SAMPLE, lower_wins=True)


def test_a_right_verdict_is_true_and_short() -> None:
    verdict = styles.judged(number, SAMPLE)
    assert verdict
    assert (verdict.wrong, verdict.showdowns) == (0, comb(3_000, 2))
    assert repr(verdict) == f"<mine: equivalent on {SAMPLE}>"
    assert verdict.hint == ""


def test_a_wrong_verdict_is_one_line_with_share_fault_and_hands() -> None:
    verdict = wheel_as_high_card()
    assert not verdict
    assert verdict.witness
    line = repr(verdict)
    assert "\n" not in line
    assert line.startswith(f"<mine: not equivalent on {SAMPLE}; 1 in ")
    share = round(verdict.showdowns / verdict.wrong)
    assert f"; 1 in {share:,} of this sample's showdowns decided wrongly; straight " in line
    assert ", but the keys say that it loses>" in line


def test_an_error_is_in_the_line() -> None:
    verdict = styles.judged(lambda hand: 1 // 0, SAMPLE)
    assert (verdict.status, verdict.hands, verdict.showdowns) == (ERROR, 0, 0)
    assert "ZeroDivisionError" in repr(verdict)
    assert repr(verdict).endswith(">")


def test_json_has_all_numbers_and_is_plain() -> None:
    verdict = replace(wheel_as_high_card(), seconds=1.23456, counting=2.34567)
    document = json.loads(json.dumps(verdict.as_json()))
    assert document["status"] == NOT_EQUIVALENT
    assert (document["hands"], document["classes"]) == (3_000, verdict.distinct_keys)
    assert document["reversed"] == verdict.reversed
    assert sum(failure["showdowns"] for failure in document["failures"]) == verdict.wrong
    assert verdict.witness
    first = verdict.witness.first
    assert document["witness"]["kind"] == "reversed"
    assert document["witness"]["first"] == {
        "hand": format_hand(first.hand),
        "class": 1609,
        "category": "straight",
        "name": "five-high straight",
        "key": 7000.5,
    }
    assert document["families"][0]["classes"] == [1609]
    assert document["key_that_wins_was_found_out"] is None
    assert (document["seconds"], document["counting_seconds"]) == (1.235, 2.346)


def test_json_has_the_text_of_keys_that_it_cannot_hold() -> None:
    keys = [Side((), key) for key in (inf, (1, -inf), 10**5_000)]
    shown = [replace(side, hand=tuple(range(5))).as_json()["key"] for side in keys]
    assert shown == ["inf", "(1, -inf)", "<int: its repr raises ValueError>"]


def test_every_kind_of_wrong_counts() -> None:
    for field in ("reversed", "false_ties", "false_wins"):
        verdict = replace(wheel_as_high_card(), reversed=0, false_ties=0, false_wins=0)
        setattr(verdict, field, 5)
        assert verdict.wrong == 5


def test_what_is_undecided_is_in_the_share_and_in_json() -> None:
    verdict = replace(wheel_as_high_card(), reversed=1_000_000, undecided=500_000)
    assert verdict.share == "22.2–33.3%"
    assert verdict.as_json()["undecided"] == 500_000


def test_numbers_are_estimates_if_suits_matter_to_hands_that_stand_for_others() -> None:
    witness = wheel_as_high_card().witness
    assert witness
    for kind, scope, about in (
        (RENAMED, UpToSuits(7), "about "),
        (RENAMED, All(7), ""),
        (witness.kind, UpToSuits(7), ""),
    ):
        verdict = Verdict("x", NOT_EQUIVALENT, scope, 100, witness=replace(witness, kind=kind))
        assert verdict.wrong_in_words == f"{about}none of all showdowns decided wrongly"
