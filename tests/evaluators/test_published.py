"""The published versions give the keys that the sources print, faults included."""

from evaluators.count_buckets import published as poker_sort
from evaluators.matrix_score import published as matrix_score
from evaluators.sort_by_count.published import handrank, handrank_2019
from tests.hands import key


def test_the_matrix_score_s_two_worked_examples() -> None:
    assert key(matrix_score, "2H 9D 3S 2C QD") == 1.00020000001293
    assert key(matrix_score, "10S 10C 10H 4D 4C") == 6.1004


def test_the_matrix_score_leaves_out_the_lowest_of_more_than_five_cards() -> None:
    for more in ["2h", "2h 3d"]:
        five = "Ks Qd 9h 8c 7s"
        assert key(matrix_score, f"{five} {more}") == key(matrix_score, five)


def test_the_matrix_score_s_faults() -> None:
    """Wheels and runs of aces lose to all hands, and kickers carry into each other."""
    assert key(matrix_score, "5c 4d 3c 2c Ac") < key(matrix_score, "7c 5d 4c 3c 2c")
    assert key(matrix_score, "Ac Ad 4c 3c 2c") < key(matrix_score, "7c 5d 4c 3c 2c")
    assert key(matrix_score, "Jc Jd Jh Ac 2c") == key(matrix_score, "Jc Jd Jh Kc Qc")


def test_the_table_that_the_article_prints() -> None:
    for hand, flags, rows in [
        ("A♣4♡7♢K♣2♠", (0, 0, 0, 0), ((1, 13), (1, 12), (1, 6), (1, 3), (1, 1))),
        ("K♣K♡7♢2♣5♠", (0, 0, 0, 0), ((2, 12), (1, 6), (1, 4), (1, 1))),
        ("K♣K♡7♢7♣5♠", (0, 0, 0, 0), ((2, 12), (2, 6), (1, 4))),
        ("K♣K♡K♢7♣5♠", (0, 0, 0, 0), ((3, 12), (1, 6), (1, 4))),
        ("3♣4♡5♢6♣7♠", (0, 0, 0, 1), ((1, 5), (1, 4), (1, 3), (1, 2), (1, 6))),
        ("K♣Q♣9♣8♣2♣", (0, 0, 1, 0), ((1, 12), (1, 11), (1, 8), (1, 7), (1, 1))),
        ("K♣K♡K♢7♣7♠", (0, 1, 0, 0), ((3, 12), (2, 6))),
        ("K♣K♡K♢K♠5♠", (0, 1, 0, 0), ((4, 12), (1, 4))),
        ("3♣4♣5♣6♣7♣", (1, 0, 1, 1), ((1, 5), (1, 4), (1, 3), (1, 2), (1, 6))),
        ("T♡J♡Q♡K♡A♡", (1, 0, 1, 1), ((1, 12), (1, 11), (1, 10), (1, 9), (1, 13))),
    ]:
        assert key(handrank, hand) == (*flags, rows)


def test_a_straight_beats_a_flush_in_the_2019_version_only() -> None:
    assert key(handrank_2019, "3♣4♡5♢6♣7♠") > key(handrank_2019, "K♣Q♣9♣8♣2♣")
    assert key(handrank, "3♣4♡5♢6♣7♠") < key(handrank, "K♣Q♣9♣8♣2♣")


def test_faults_of_both_versions_of_handrank() -> None:
    for evaluator in (handrank, handrank_2019):
        assert key(evaluator, "5c 4d 3c 2c Ac") > key(evaluator, "6c 5d 4c 3c 2c")
        assert key(evaluator, "Kc Kd 4c 3c 2c") > key(evaluator, "Qc Qd Jc Jd Ac")


def test_poker_sort_s_fault_needs_seven_cards() -> None:
    """The queen is the kicker of both hands; the pair that does not play changes the key."""
    assert key(poker_sort, "Ad As Kd Ks Jc Jh Qh") != key(poker_sort, "Ad As Kd Ks Tc Th Qh")
    assert poker_sort.poker_sort([14, 14, 13, 13, 12, 12, 11])[1] == [11, 12]
