"""Two hands that a file names: the value WITNESS of exercise 09, and WRONG of exercise 10."""

from collections.abc import Iterable
from typing import NamedTuple

from evaluators.cards import Card, CardError, format_card, format_hand, parse_hand
from harness.hands.classes import class_of
from harness.teaching.exercises.submission import Stop, Submission, short

EXAMPLE = '("Kd Ks 7c 7h 2s", "Ad Ks 7c 6h 2s")'


class TwoHands(NamedTuple):
    """Two hands, the better one first."""

    better: tuple[Card, ...]
    worse: tuple[Card, ...]

    @property
    def hands(self) -> list[list[str]]:
        """The hands as a function gets them."""
        return [as_texts(self.better), as_texts(self.worse)]

    @property
    def lines(self) -> list[str]:
        """The hands as they are shown."""
        return [f"{format_hand(hand)}  {class_of(hand)}" for hand in self]


def as_texts(hand: Iterable[Card]) -> list[str]:
    """A hand as a function gets it."""
    return [format_card(card) for card in hand]


def two_hands(submission: Submission, name: str) -> TwoHands:
    """The two hands that a file names.

    Raises:
        Stop: the value of this name is not two hands, the better one first.
    """
    value = submission.value(name, EXAMPLE)
    is_pair = type(value) in (tuple, list) and len(value) == 2
    if not is_pair or any(type(text) is not str for text in value):
        raise Stop("not_two_hands", name=name, value=short(value), form=EXAMPLE)
    if not "".join(value).strip():
        raise Stop("no_hands_yet", name=name, form=EXAMPLE)
    try:
        named = TwoHands(*(parse_hand(text, range(5, 6)) for text in value))
    except CardError as error:
        raise Stop("no_hand", name=name, error=error) from None
    better, worse = map(class_of, named)
    if better.number == worse.number:
        raise Stop("same_class", *named.lines, name=name)
    if better.number > worse.number:
        raise Stop("worse_first", *named.lines, name=name)
    return named
