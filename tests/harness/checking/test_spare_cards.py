"""What all wrong hands of six and seven cards have in common, and the hint that says so."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from evaluators.cards import Card, Category, parse_hand, rank_of, suit_of
from harness.checking import spare_cards
from harness.checking.equivalence import check_here
from harness.checking.spare_cards import FEATURES
from harness.hands.classes import class_of
from harness.hands.scopes import Sample

SAMPLE = Sample(7, 20_000)


@pytest.mark.parametrize(
    ("hand", "feature"),
    [
        ("Ks Kh Kd Qh Qd Qc 7h", "two triples"),
        ("As Ac Ks Kc Qh Qd Jh", "three pairs"),
        ("8c 8d 8h 8s 3c 3d Ah", "a pair, or more, beside four of a kind"),
        ("8c 8d 8h 8s 3c 3d 3h", "a pair, or more, beside four of a kind"),
        ("8c 8d 8h 3c 3d 2h 2s", "two pairs beside three of a kind"),
        ("Ah Kh 9h 8h 4h 2h 2s", "six cards or more of one suit"),
        ("Tc 9c 8h 7h 6s 5d 2d", "six ranks or more in a row"),
        ("As 2c 3h 4h 5s 6d Kd", "six ranks or more in a row"),
        ("As 2c 3h 4h 5s 7d Kd", None),
        ("8c 8d 8h 3c 3d Ah 2s", None),
        ("Ah Kh 9h 8h 4h 2s 2c", None),
        ("8c 8d 8h 8s 3c Ad Kd", None),
        ("As Ac Ks Kc Qh Jd 2h", None),
    ],
)
def test_the_features_of_hands(hand: str, feature: str | None) -> None:
    cards = parse_hand(hand)
    assert [words for words, has in FEATURES if has(cards)] == ([feature] if feature else [])


def wrong_where(has: Callable[[Sequence[Card]], bool], category: Category, key: Any) -> Any:
    """An evaluator whose hands of a category get another key where they have a feature."""

    def evaluate(cards: list[Card]) -> Any:
        hand_class = class_of(cards)
        if hand_class.category == category and has(cards):
            return key(cards, hand_class)
        return hand_class.category, hand_class.ranks

    return evaluate


def third_pair_passed_over(cards: Sequence[Card], hand_class: Any) -> Any:
    pairs = hand_class.ranks[:2]
    singles = [rank for rank in map(rank_of, cards) if list(map(rank_of, cards)).count(rank) == 1]
    return Category.TWO_PAIR, (*pairs, max(singles))


def as_three_of_a_kind(cards: Sequence[Card], hand_class: Any) -> Any:
    return Category.THREE_OF_A_KIND, (hand_class.ranks[0], 0, 0)


def lowest_of_the_suit(cards: Sequence[Card], hand_class: Any) -> Any:
    suits = list(map(suit_of, cards))
    suit = max(set(suits), key=suits.count)
    return Category.FLUSH, tuple(sorted(rank_of(c) for c in cards if suit_of(c) == suit))[4::-1]


@pytest.mark.parametrize(
    ("has", "category", "key", "expected"),
    [
        (spare_cards.three_pairs, Category.TWO_PAIR, third_pair_passed_over,
         "every wrong two pair has three pairs: check which of its cards count"),
        (spare_cards.two_triples, Category.FULL_HOUSE, as_three_of_a_kind,
         "every wrong full house has two triples: check which of its cards count"),
        (spare_cards.six_of_a_suit, Category.FLUSH, lowest_of_the_suit,
         "every wrong flush has six cards or more of one suit: check which of its cards count"),
    ],
)  # fmt: skip
def test_the_hint_names_what_all_wrong_hands_have(
    has: Callable[[Sequence[Card]], bool], category: Category, key: Any, expected: str
) -> None:
    verdict = check_here(wrong_where(has, category, key), SAMPLE)
    assert verdict.families[0].category == category
    assert verdict.hint == expected


def test_without_such_a_feature_the_hint_is_the_usual_one() -> None:
    """Of all straights, or of all hands with a flush, it would say nothing."""

    def evaluate(cards: list[Card]) -> Any:
        hand_class = class_of(cards)
        is_lost = hand_class.category == Category.STRAIGHT and suit_of(min(cards)) == 0
        return (0, (0,)) if is_lost else (hand_class.category, hand_class.ranks)

    verdict = check_here(evaluate, SAMPLE)
    assert verdict.families[0].category == Category.STRAIGHT
    assert "every wrong" not in verdict.hint


def test_a_feature_that_most_right_hands_have_is_not_named() -> None:
    hand = parse_hand("Ks Kh Kd Qh Qd Qc 7h")
    assert spare_cards.hint(Category.FULL_HOUSE, [hand], [hand, hand]) is None
    assert spare_cards.hint(Category.FULL_HOUSE, [hand], [])
