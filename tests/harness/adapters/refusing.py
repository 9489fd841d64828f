"""Functions of two hands, or of a list of hands, that refuse hands which share a card."""

# mypy: ignore-errors

from evaluators.cards import format_card
from harness.hands.scopes import Sample
from tests.harness.broken import MISTAKES, number_of

ONE = {*map(format_card, Sample(5, 600).hand(333))}


def refuse(hands):
    cards = [card for hand in hands for card in hand]
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"duplicate card {card}")


def by(key, one, other):
    refuse([one, other])
    return (key(one) > key(other)) - (key(one) < key(other))


def right(one, other):
    return by(lambda hand: -number_of(hand), one, other)


def negative(one, other):
    return -right(one, other)


def words(one, other):
    return ["Tie", "Win", "Loss"][right(one, other)]


def loser(one, other):
    return ["Tie", "Loss", "Win"][right(one, other)]


def number(one, other):
    return [0, 1, 2][right(one, other)]


def kicker(one, other):
    """Aces with king, queen and ten tie with those with a jack."""
    return by(lambda hand: -number_of(hand) + (number_of(hand) == 3327), one, other)


def wheel(one, other):
    return by(MISTAKES["no_wheel"].function, one, other)


def odd(one, other):
    """One single hand beats all others."""
    return by(lambda hand: -9000 if {*hand} == ONE else -number_of(hand), one, other)


def one_order(one, other):
    return right(one, other) or int("As" in other)


def best_hands(hands):
    refuse(hands)
    best = min(map(number_of, hands))
    return [hand for hand in hands if number_of(hand) == best]


def only_two(hands):
    refuse(hands)
    _one, _two = hands
    return best_hands(hands)


def fails(one, other):
    refuse([one, other])
    if "As" in one and "Ah" in one:
        raise RuntimeError("two aces")
    return right(one, other)


def never(one, other):
    raise ValueError("not today")


def itself(one, other):
    if one == other:
        raise ValueError("the same hand")
    return number_of(other) - number_of(one)
