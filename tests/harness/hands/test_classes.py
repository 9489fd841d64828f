"""The classes, compared with combinatorics."""

from collections import Counter
from math import comb

from evaluators import rulebook
from harness.hands.arrays import examples
from harness.hands.classes import CATEGORIES, class_of, classes, hands_of
from harness.hands.scopes import All
from tests.hands import key

# Hands and classes of each category, from the ways to choose ranks and suits.
STRAIGHTS = 10
NO_PAIR = comb(13, 5) - STRAIGHTS
HANDS = {
    "straight flush": STRAIGHTS * 4,
    "four of a kind": 13 * 48,
    "full house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": NO_PAIR * 4,
    "straight": STRAIGHTS * (4**5 - 4),
    "three of a kind": 13 * comb(4, 3) * comb(12, 2) * 4**2,
    "two pair": comb(13, 2) * comb(4, 2) ** 2 * 11 * 4,
    "one pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
    "high card": NO_PAIR * (4**5 - 4),
}
CLASSES = {
    "straight flush": STRAIGHTS,
    "four of a kind": 13 * 12,
    "full house": 13 * 12,
    "flush": NO_PAIR,
    "straight": STRAIGHTS,
    "three of a kind": 13 * comb(12, 2),
    "two pair": comb(13, 2) * 11,
    "one pair": 13 * comb(12, 3),
    "high card": NO_PAIR,
}


def test_the_closed_forms_are_the_published_figures() -> None:
    assert sum(HANDS.values()) == comb(52, 5) == 2_598_960
    assert sum(CLASSES.values()) == 7_462
    published = [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
    assert list(HANDS.values()) == published


def test_every_category_has_as_many_hands_and_classes_as_the_closed_form_says() -> None:
    numbers = Counter(All().numbers().tolist())
    hands: Counter[str] = Counter()
    for hand_class in classes():
        assert numbers[hand_class.number] == hand_class.size
        hands[CATEGORIES[hand_class.category]] += hand_class.size
    assert hands == HANDS
    assert Counter(CATEGORIES[hand_class.category] for hand_class in classes()) == CLASSES


def test_classes_are_numbered_from_the_best() -> None:
    assert [hand_class.number for hand_class in classes()] == list(range(1, 7_463))
    keys = [key(rulebook, hand_class.example) for hand_class in classes()]
    assert keys == sorted(set(keys), reverse=True)


def test_each_class_of_a_size_has_an_example() -> None:
    for size, number_of_classes in [(5, 7_462), (6, 6_075), (7, 4_824)]:
        by_number = examples(size)
        assert list(by_number) == sorted(by_number)
        assert len(by_number) == number_of_classes
        for number, hand in by_number.items():
            assert (len({*hand}), class_of(hand).number) == (size, number)


def test_the_hands_of_a_class_are_all_that_tie() -> None:
    for number in [1, 10, 11, 167, 323, 1600, 1609, 1610, 2468, 3326, 6186, 7462]:
        hand_class = classes()[number - 1]
        hands = hands_of(hand_class)
        assert len(set(hands)) == hand_class.size
        assert {key(rulebook, hand) for hand in hands} == {(hand_class.category, hand_class.ranks)}


def test_the_players_names_of_classes() -> None:
    for number, name in [
        (1, "royal flush"),
        (10, "five-high straight flush"),
        (166, "four deuces, 3"),
        (322, "deuces full of treys"),
        (323, "flush, A-K-Q-J-9"),
        (1609, "five-high straight"),
        (2467, "three deuces, 4-3"),
        (2468, "aces and kings, Q"),
        (6185, "pair of deuces, 5-4-3"),
        (7462, "high card, 7-5-4-3-2"),
    ]:
        assert str(classes()[number - 1]) == name
