"""The oracle, compared with examples that a reader can verify by eye."""

from itertools import pairwise

from evaluators import rulebook
from evaluators.cards import Category
from tests.hands import key

IN_ORDER = [
    "Ad Ah Ac Kd 2c",  # three of a kind, weaker than all that follow
    "5s 4d 3c 2h As",
    "6s 5d 4c 3h 2s",
    "As Kd Qc Jh Ts",
    "7c 5c 4c 3c 2c",
    "Ac Kc Qc Jc 9c",
    "2c 2d 2h 3c 3d",
    "Ac Ad Ah Kc Kd",
    "2c 2d 2h 2s 3c",
    "Ac Ad Ah As Kc",
    "5c 4c 3c 2c Ac",
    "Ac Kc Qc Jc Tc",
]


def test_straights_and_better() -> None:
    for weaker, stronger in list(pairwise(IN_ORDER)):
        assert key(rulebook, weaker) < key(rulebook, stronger)


def test_pairs_and_kickers_break_ties() -> None:
    for weaker, stronger in [
        ("7c 5d 4c 3c 2c", "8c 5d 4c 3c 2c"),  # the first kicker
        ("Ac Kd Qc Jc 8c", "Ac Kd Qc Jc 9c"),  # the last kicker
        ("Ac Kd Qc Jc 9c", "2c 2d 5c 4c 3c"),
        ("2c 2d Ac Kc Qc", "3c 3d 5c 4c 2c"),
        ("Kc Kd Ac Qc 2d", "Kc Kd Ac Qc 3d"),
        ("Ac Ad Kc Qc Jc", "3c 3d 2c 2d 4c"),
        ("Qc Qd Jc Jd Tc", "Kc Kd 2c 2d 3c"),
        ("Kc Kd 2c 2d 3c", "Kc Kd 3c 3d 2c"),
        ("Kc Kd 3c 3d 2c", "Kc Kd 3c 3d 4c"),
        ("Ac Ad Kc Kd Qc", "2c 2d 2h 3c 4c"),
        ("2c 2d 2h 4c 3c", "2c 2d 2h 5c 3c"),
        ("Ac Ad 2c 2d 2h", "Kc Kd 3c 3d 3h"),
        ("Kc Kd Kh Ks 2d", "Kc Kd Kh Ks 3d"),
    ]:
        assert key(rulebook, weaker) < key(rulebook, stronger)


def test_suits_do_not_break_ties() -> None:
    for first, second in [
        ("Ac Kd Qc Jc 9c", "Ad Kc Qd Jd 9d"),
        ("5c 4c 3c 2c Ac", "5s 4s 3s 2s As"),
        ("Kc Kd 3c 3d 2c", "Kh Ks 3h 3s 2d"),
    ]:
        assert key(rulebook, first) == key(rulebook, second)


def test_straights_do_not_wrap_around() -> None:
    """Neither Q-K-A-2-3 nor A-A-4-3-2 is a straight."""
    assert key(rulebook, "Qc Kd Ac 2c 3c")[0] == Category.HIGH_CARD
    assert key(rulebook, "Ac Ad 4c 3c 2c")[0] == Category.ONE_PAIR


def test_seven_cards_are_worth_their_best_five() -> None:
    assert key(rulebook, "Ac Ad Kc Kd Qc Qd 2h") == key(rulebook, "Ac Ad Kc Kd Qc")
    assert key(rulebook, "Kc Qc Jc Tc 8c 9d 2h")[0] == Category.FLUSH
    assert key(rulebook, "Ac 2c 3d 4h 5s 6c Kd") == key(rulebook, "2c 3d 4h 5s 6c")
