"""The examples of others are as they published them, right by the rules, and can fail."""

from harness.hands.classes import class_of
from harness.teaching.course.example_tests import EXERCISM, NORVIG, failed_cases, failures_of_norvig
from tests.harness.teaching.lessons import by_the_rules


def test_the_rulebook_passes() -> None:
    """Else a hand was copied wrongly, or the rules disagree with what others test."""
    assert failed_cases(by_the_rules) == []
    assert failures_of_norvig(by_the_rules) == []
    numbers = [class_of(hand).number for hand in NORVIG]
    assert numbers == sorted(set(numbers))  # no two of them tie


def test_a_case_fails_if_other_hands_are_best() -> None:
    """Else a case passes though a winner is missing, or a loser is among the winners."""
    tie = next(case for case in EXERCISM if len(case.best) == 2)
    assert tie in failed_cases(lambda hand: hand not in tie.best)
    assert tie in failed_cases(lambda hand: hand == min(tie.best))
    assert tie in failed_cases(lambda hand: 0)


def test_each_part_of_norvigs_test_can_fail_alone() -> None:
    """Else a part of it is never asked."""
    assert failures_of_norvig(lambda hand: -class_of(hand).category) == ["order of hands"]
    suits_decide = failures_of_norvig(lambda hand: (by_the_rules(hand), max(hand) % 4))
    assert suits_decide == ["names of suits"]
    first_card_decides = failures_of_norvig(lambda hand: (by_the_rules(hand), hand[0] // 4))
    assert first_card_decides == ["order of cards"]
