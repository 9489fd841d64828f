"""The classes; ``tests/evaluators/test_rules.py`` compares them with closed forms."""

from evaluators import rulebook
from harness.hands.arrays import examples
from harness.hands.classes import class_of, classes, hands_of
from tests.hands import key


def test_each_class_of_a_size_has_an_example() -> None:
    for size in (5, 6, 7):
        assert [*examples(size)] == sorted(examples(size))
        for number, hand in examples(size).items():
            assert (len({*hand}), class_of(hand).number) == (size, number)


def test_the_hands_of_a_class_are_all_that_tie() -> None:
    for number in [1, 10, 11, 167, 323, 1600, 1609, 1610, 2468, 3326, 6186, 7462]:
        hand_class = classes()[number - 1]
        hands = hands_of(hand_class)
        assert len(set(hands)) == hand_class.size
        assert {key(rulebook, hand) for hand in hands} == {(hand_class.category, hand_class.ranks)}
