"""Odds, compared with counting one showdown after the other, and with published figures."""

from itertools import combinations
from math import comb

import pytest

from evaluators.cards import DECK, parse_hand
from harness.hands.classes import class_of
from harness.table.odds import odds


def counted(hand: str, board: str, dead: str = "") -> tuple[int, int, int]:
    """Wins, ties and losses against one opponent on a full board, counted one by one."""
    own, community = parse_hand(hand), parse_hand(board)
    out = parse_hand(dead) if dead else ()
    deck = [card for card in DECK if card not in {*own, *community, *out}]
    number = class_of((*own, *community)).number
    opposing = [class_of((*cards, *community)).number for cards in combinations(deck, 2)]
    return (
        sum(number < opponent for opponent in opposing),
        sum(number == opponent for opponent in opposing),
        sum(number > opponent for opponent in opposing),
    )


@pytest.mark.parametrize(
    ("hand", "board", "dead"),
    [
        ("As Kd", "Qs Jd 2c 7h 8h", ""),
        ("2s 3d", "As Ad Ac Ah Kc", ""),
        ("9h 8h", "7h 6h 2c 2d 3s", "Ah Kh 5c"),
    ],
)
def test_a_full_board_is_counted_as_one_by_one(hand: str, board: str, dead: str) -> None:
    result = odds(parse_hand(hand), parse_hand(board), parse_hand(dead) if dead else ())
    assert result.exact
    assert (result.wins, result.ties, result.losses) == counted(hand, board, dead)


def test_two_opponents_are_dealt_cards_in_every_way() -> None:
    """All three play the board and tie, so each gets a third of the pot."""
    hand, board = parse_hand("2c 3d"), parse_hand("As Ks Qs Js Ts")
    result = odds(hand, board, opponents=2)
    deals = comb(45, 2) * comb(43, 2) // 2
    assert (result.ties, result.showdowns) == (deals, deals)
    assert result.pots == pytest.approx(deals / 3)


def test_a_sample_is_near_the_exact_odds_and_depends_on_its_seed_alone() -> None:
    hand, board = parse_hand("As Kd"), parse_hand("Qs Jd 2c")
    exact = odds(hand, board)
    sample = odds(hand, board, sample=200_000, seed=7)
    again = odds(hand, board, sample=200_000, seed=7)
    assert sample == again != odds(hand, board, sample=200_000, seed=8)
    for name in ("wins", "ties", "losses"):
        share = getattr(exact, name) / exact.showdowns
        error = sample.standard_error(getattr(sample, name))
        assert abs(getattr(sample, name) / 200_000 - share) < 5 * error
    assert exact.standard_error(exact.wins) == 0


def test_board_and_opponents_are_sampled_alike() -> None:
    """A failure means that the shuffle deals better cards to the board or to an opponent."""
    deuces = odds(parse_hand("2c 2d"), sample=200_000)
    assert 0.49 < deuces.pots / deuces.showdowns < 0.515  # the published figure is 50.3 %


def test_known_hands() -> None:
    """Aces against kings on a full board, and before the flop as published: 81.9 % to 17.8 %."""
    aces, kings = parse_hand("As Ad"), parse_hand("Kh Kc")
    river = odds(aces, parse_hand("Ks 2c 3d 9h 8c"), opponents=0, known=[kings])
    assert (river.wins, river.losses, river.showdowns) == (0, 1, 1)
    flop = odds(aces, opponents=0, known=[kings], sample=60_000)
    assert flop.showdowns == 60_000
    assert flop.wins / flop.showdowns == pytest.approx(0.82, abs=0.01)
    three = odds(aces, parse_hand("Ks 2c 3d 9h 8c"), opponents=1, known=[kings])
    assert (three.wins, three.showdowns) == (0, comb(43, 2))
