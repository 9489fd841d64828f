"""The buckets, and how six and seven cards are cut to five."""

from evaluators.count_buckets import scalar as count_buckets
from evaluators.count_buckets.scalar import fill_buckets
from tests.hands import key


def test_the_text_s_example() -> None:
    """K-K-K-J-9 is {1: [J, 9], 2: [], 3: [K], 4: []}."""
    buckets = fill_buckets([(13, 2), (13, 1), (13, 0), (11, 3), (9, 3)])
    assert buckets == {1: [11, 9], 2: [], 3: [13], 4: []}


def test_six_and_seven_cards_are_cut_to_five() -> None:
    for hand, fours, threes, twos, ones in [
        ("Kc Kd Jc Jd Ah 9c 2c", (), (), (13, 11), (14,)),
        ("Kc Kd Jc Jd 9c 9d Qh", (), (), (13, 11), (12,)),
        ("Kc Kd Jc Jd 9c 9d 2h", (), (), (13, 11), (9,)),
        ("Kc Kd Kh Jc Jd Jh 2c", (), (13,), (11,), ()),
        ("Kc Kd Kh Jc Jd 9c 9d", (), (13,), (11,), ()),
        ("Kc Kd Kh Ks Jc Jd Jh", (13,), (), (), (11,)),
        ("Kc Kd Kh Ks Jc Jd Ah", (13,), (), (), (14,)),
        ("Kc Kd Kh Ks 9c 8d", (13,), (), (), (9,)),
        ("Kc Kd Kh Jc Td 9c 7d", (), (13,), (), (11, 10)),
    ]:
        assert key(count_buckets, hand)[1:] == (fours, threes, twos, ones)
