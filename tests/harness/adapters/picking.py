"""Functions that pick the best five cards, as people write them: right ones, and faults."""

# mypy: ignore-errors

from itertools import combinations

from evaluators.cards import format_card, parse_hand
from harness.hands.classes import class_of


def number(five):
    return class_of(parse_hand(five)).number


def tuples(hand):
    return min(combinations(hand, 5), key=number)


def text(hand: str):
    return "".join(tuples(hand.split()))


def numbers(hand: list[int]):
    return {*parse_hand(tuples([*map(format_card, hand)]))}


class Card:
    """All cards of a rank are equal, as in many programs."""

    def __init__(self, text: str):
        self.text = text

    def __eq__(self, other):
        return self.text[0] == other.text[0]


def objects(hand: list[Card]):
    return min(combinations(hand, 5), key=lambda five: number([card.text for card in five]))


def copies(hand: list[Card]):
    has_ranks = len({card.text[0] for card in hand}) > 6
    return [Card(card.text) for card in objects(hand)] if has_ranks else objects(hand)


def board(hand, board):
    return tuples([*hand, *board])


def spread(*cards):
    return [*tuples(cards)]


def wrong_kicker(hand):
    five = class_of(parse_hand(hand))
    if five.category != 1:
        return tuples(hand)
    ranks = "23456789TJQKA"
    return sorted(hand, key=lambda card: (ranks.index(card[0]) != five.ranks[0], card))[:5]


def stranger(hand):
    return ["2c", "3c", "4c", "5c", "7c"]


def four(hand):
    return hand[:4]


def twice(hand):
    return [hand[0], *hand[:4]]


def indices(hand):
    return [0, 1, 2, 3, 4]


def nothing(hand):
    return None
