"""Functions of two hands and of a list of hands, as people write them: right ones, and faults."""

# mypy: ignore-errors

import time

import numpy as np

from tests.harness.broken import number_of


def best_hands(hands):
    keys = [number_of(hand.split()) for hand in hands]
    return [hand for hand, key in zip(hands, keys) if key == min(keys)]


def indices(hands: list):
    numbers = np.array([*map(number_of, hands)])
    return np.flatnonzero(numbers == numbers.min())


def names(players):
    best = min(map(number_of, players.values()))
    return [name for name, hand in players.items() if number_of(hand) == best]


def first_of_the_best(hands):
    return [min(hands, key=number_of)]


def mask(hands):
    return [number_of(hand) == min(map(number_of, hands)) for hand in hands]


def index(hands):
    return int(number_of(hands[1]) < number_of(hands[0]))


def from_one(hands):
    return [n + 1 for n in indices(hands)]


class PokerHand:
    def __init__(self, text):
        self.cards = text.split()

    def compare_with(self, other):
        one, two = number_of(self.cards), number_of(other.cards)
        return "Tie" if one == two else "Win" if one < two else "Loss"

    def better(self, other):
        one, two = number_of(self.cards), number_of(other.cards)
        return None if one == two else self if one < two else other


class Card:
    def __init__(self, text: str):
        self.text = text


def key(hand):
    return number_of([card.text for card in hand])


def best_of_own_cards(hands: list[list[Card]]):
    return [hand for hand in hands if key(hand) == min(map(key, hands))]


def names_of_own_cards(hands: dict[str, list[Card]]):
    return [name for name in hands if key(hands[name]) == min(map(key, hands.values()))]


def all_tie(players: dict) -> list:
    """Wrong at tables where some tie."""
    keys = [*map(number_of, players.values())]
    some_tie = len(set(keys)) < len(keys)
    return [name for name, key in zip(players, keys) if some_tie or key == min(keys)]


def keeps_two(hands):
    best = [hand for hand in hands if number_of(hand) == min(map(number_of, hands))]
    return best[:2]


def only_two(hands):
    one, two = hands
    return [hand for hand in hands if number_of(hand) == min(number_of(one), number_of(two))]


def pairs_tie(hands):
    keys = [min(number_of(hand), 3326) for hand in hands]
    return [hand for hand, key in zip(hands, keys) if key == min(keys)]


def sleeps(one, other):
    return time.sleep(60) if "2s" in one and "5h" in one else 0
