"""Odds, held against counting one showdown after the other, and against what is known."""

from itertools import combinations
from math import comb

import pytest

from evaluators.cards import DECK, parse_hand
from harness.hands.classes import class_of
from harness.table.odds import how_many, odds


def counted(hand: str, board: str, dead: str = "") -> tuple[int, int, int]:
    """Wins, ties and losses against one opponent on a full board, one at a time."""
    mine, shared = parse_hand(hand), parse_hand(board)
    gone = parse_hand(dead) if dead else ()
    left = [card for card in DECK if card not in {*mine, *shared, *gone}]
    my_number = class_of((*mine, *shared)).number
    others = [class_of((*theirs, *shared)).number for theirs in combinations(left, 2)]
    return (
        sum(my_number < other for other in others),
        sum(my_number == other for other in others),
        sum(my_number > other for other in others),
    )


@pytest.mark.parametrize(
    ("hand", "board", "dead"),
    [
        ("As Kd", "Qs Jd 2c 7h 8h", ""),
        ("2s 3d", "As Ad Ac Ah Kc", ""),
        ("9h 8h", "7h 6h 2c 2d 3s", "Ah Kh 5c"),
    ],
)
def test_a_full_board_is_counted_as_by_hand(hand: str, board: str, dead: str) -> None:
    found = odds(parse_hand(hand), parse_hand(board), parse_hand(dead) if dead else ())
    assert found.exact
    assert (found.wins, found.ties, found.losses) == counted(hand, board, dead)


def test_a_turn_is_all_its_rivers() -> None:
    hand, board = "As Kd", "Qs Jd 2c 7h"
    left = [card for card in DECK if card not in parse_hand(f"{hand} {board}")]
    rivers = [odds(parse_hand(hand), (*parse_hand(board), river)) for river in left]
    found = odds(parse_hand(hand), parse_hand(board))
    assert found.wins == sum(river.wins for river in rivers)
    assert found.ties == sum(river.ties for river in rivers)
    assert found.showdowns == 46 * 990 == how_many(parse_hand(hand), parse_hand(board), (), 1)


def test_the_worst_hand_ties_with_its_like_and_beats_none() -> None:
    found = odds(parse_hand("7c 5d 4d 3d 2d"))
    like = 3**5 - 2  # three suits are left of each rank; two of these hands are flushes
    assert (found.wins, found.ties, found.showdowns) == (0, like, comb(47, 5))


def test_two_opponents_are_shared_out_in_every_way() -> None:
    """On a board that plays, all three tie, and each gets a third of the pot."""
    hand, board = parse_hand("2c 3d"), parse_hand("As Ks Qs Js Ts")
    found = odds(hand, board, opponents=2)
    pairs = comb(45, 2) * comb(43, 2) // 2
    assert (found.ties, found.showdowns) == (pairs, pairs)
    assert found.pots == pytest.approx(pairs / 3)


def test_a_sample_is_near_what_is_counted_and_the_same_for_one_seed() -> None:
    hand, board = parse_hand("As Kd"), parse_hand("Qs Jd 2c")
    whole = odds(hand, board)
    sample = odds(hand, board, sample=200_000, seed=7)
    again = odds(hand, board, sample=200_000, seed=7)
    assert sample == again != odds(hand, board, sample=200_000, seed=8)
    for name in ("wins", "ties", "losses"):
        share = getattr(whole, name) / whole.showdowns
        error = sample.standard_error(getattr(sample, name))
        assert abs(getattr(sample, name) / 200_000 - share) < 5 * error
    assert whole.standard_error(whole.wins) == 0


def test_all_that_is_unknown_is_sampled_alike() -> None:
    """Opponents and board come from the same shuffled cards: nobody is dealt better ones."""
    deuces = odds(parse_hand("2c 2d"), sample=200_000)
    assert 0.49 < deuces.pots / deuces.showdowns < 0.515  # 50.3 %, as is well known
