"""The published versions give the keys that the sources print, faults included; or doctests do."""

from evaluators.matrix_score import published as matrix_score
from evaluators.sort_by_count.published import handrank
from tests.hands import key


def test_the_matrix_score_leaves_out_the_lowest_of_more_than_five_cards() -> None:
    for more in ["2h", "2h 3d"]:
        five = "Ks Qd 9h 8c 7s"
        assert key(matrix_score, f"{five} {more}") == key(matrix_score, five)


IN_THE_ARTICLE = [
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
]


def test_the_table_that_the_article_prints() -> None:
    for hand, flags, rows in IN_THE_ARTICLE:
        assert key(handrank, hand) == (*flags, rows)
