"""The opponents of a hand: what they are, and that the answers about them link a class."""

from collections.abc import Iterable

import pytest

from evaluators.cards import Card
from evaluators.rules import ACE_TO_FIVE, STANDARD, Rules
from harness.adapters.apart import Opponents, _pattern
from harness.hands.arrays import examples, numbers_of
from harness.hands.classes import classes, hands_of
from harness.hands.scopes import Sample


def parts(size: int, links: Iterable[tuple[int, int]]) -> list[int]:
    """A number for each node of a graph, the same for those that a chain links."""
    part = [*range(size)]
    for one, other in links:
        old, new = part[one], part[other]
        if old != new:
            part = [new if number == old else number for number in part]
    return part


@pytest.mark.parametrize("rules", [STANDARD, ACE_TO_FIVE], ids=lambda rules: rules.name)
def test_ties_of_opponents_link_all_hands_of_a_class_that_ties_can_link(rules: Rules) -> None:
    """Else two hands of a class whose tie is wrong may both tie with all that are asked about.

    There is one class for each pattern of suits: others differ only in ranks.
    """
    opponents = Opponents(examples(5, rules), rules)
    for hand_class in {_pattern(each.example)[0]: each for each in classes(rules)}.values():
        hands = hands_of(hand_class, rules)
        at = {frozenset(hand): n for n, hand in enumerate(hands)}
        bits = [sum(1 << card for card in hand) for hand in hands]
        apart = [(n, m) for n in range(len(bits)) for m in range(n) if not bits[n] & bits[m]]
        asked = [
            (n, at[frozenset(made)])
            for n, hand in enumerate(hands)
            for number, made in opponents.of(hand, hand_class.number)
            if number == hand_class.number
        ]
        assert {*asked} <= {*apart} | {(m, n) for n, m in apart}
        assert {n for n, _ in asked} == {n for pair in apart for n in pair}
        assert len({*parts(len(hands), asked)}) == len({*parts(len(hands), apart)})


@pytest.mark.parametrize("size", [5, 6, 7])
def test_opponents_have_their_class_and_no_common_card(size: int) -> None:
    """Else a right comparison is asked about shared cards, or held against another class."""
    opponents = Opponents(examples(size))
    scope = Sample(size, 300)
    hands = [scope.hand(n) for n in range(300)]
    for hand, number in zip(hands, numbers_of(hands).tolist()):
        of_hand: list[tuple[int, list[Card]]] = [*opponents.of(hand, number)]
        made = [cards for _, cards in of_hand]
        assert numbers_of(made).tolist() == [its_number for its_number, _ in of_hand]
        assert all({*cards}.isdisjoint(hand) and len({*cards}) == size for cards in made)
        assert {(n > number) - (n < number) for n, _ in of_hand} >= {1, -1}
