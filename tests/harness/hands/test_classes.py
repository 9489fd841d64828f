"""The classes; ``tests/evaluators/test_rules.py`` compares them with closed forms."""

from evaluators import rulebook
from harness.hands.classes import classes, hands_of
from tests.hands import key


def test_the_hands_of_a_class_are_all_that_tie() -> None:
    for number in [1, 10, 11, 167, 323, 1600, 1609, 1610, 2468, 3326, 6186, 7462]:
        hand_class = classes()[number - 1]
        hands = hands_of(hand_class)
        assert len(set(hands)) == hand_class.size
        assert {key(rulebook, hand) for hand in hands} == {(hand_class.category, hand_class.ranks)}
