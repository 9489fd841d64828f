"""`Witness`: two hands that the rules order one way and an evaluator another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from harness.hands.classes import CATEGORIES, HandClass, class_of
from harness.processes.visible import visible_repr

BEATS, TIES, LOSES = "beats", "ties with", "loses to"
RENAMED = "renamed"  # the same hand but for the names of its suits gets another key
UNSTEADY = "unsteady"  # the same five cards get another key: in another order, or asked again


@dataclass(frozen=True)
class Side:
    """One hand of a witness: the hand, what the rules call it, and the evaluator's key."""

    hand: tuple[Card, ...]
    key: Key

    @property
    def hand_class(self) -> HandClass:
        """What the rules make of it."""
        return class_of(self.hand)

    def as_json(self) -> dict[str, Any]:
        """The hand, its class and its key, as plain values."""
        return {
            "hand": format_hand(self.hand),
            "class": self.hand_class.number,
            "category": CATEGORIES[self.hand_class.category],
            "name": str(self.hand_class),
            "key": self.key,
        }


@dataclass(frozen=True)
class Witness:
    """Two hands of which an evaluator says something else than the rules do.

    Attributes:
        kind: reversed, false tie, false win, unsteady, or renamed.
        first: the better hand by the rules, where they do not tie.
        second: the other one.
        rules_say, evaluator_says: a verb: what the first hand does to the second.
    """

    kind: str
    first: Side
    second: Side
    rules_say: str
    evaluator_says: str

    def as_json(self) -> dict[str, Any]:
        """Both hands, and what is said of them, as plain values."""
        return {
            "kind": self.kind.replace(" ", "_"),
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "rules_say": self.rules_say,
            "evaluator_says": self.evaluator_says,
        }


def witness_lines(witness: Witness) -> Iterator[str]:
    """Two hands side by side, and what the rules and the evaluator say."""
    sides = witness.first, witness.second
    as_text = format_hand if witness.kind == UNSTEADY else best_first  # order may be the point
    hands = [as_text(side.hand) for side in sides]
    names = [str(side.hand_class) for side in sides]
    keys = [f"key {visible_repr(side.key)}" for side in sides]
    aligned = [
        f"{hand:<{_width(hands)}}  {name:<{_width(names)}}" for hand, name in zip(hands, names)
    ]
    beside = _width(aligned) + _width(keys) < 75
    for line, key in zip(aligned, keys):
        yield f"{line}  {key}" if beside else line
        if not beside:
            yield f"  {key}"
    if witness.kind == RENAMED:
        yield "The two hands differ only in suits: they tie by the rules, but not here."
    elif witness.kind == UNSTEADY:
        how = "asked again" if witness.first.hand == witness.second.hand else "in another order"
        yield f"The same cards, {how}: one hand by the rules, two keys here."
    else:
        yield (
            f"By the rules the first {witness.rules_say} the second; "
            f"here it {witness.evaluator_says} it."
        )


def best_first(hand: Sequence[Card]) -> str:
    """A hand as text, its best five cards before the others, which do not count.

    >>> from evaluators.cards import parse_hand
    >>> best_first(parse_hand("Ad 9h 5c 4c 8d 3c 2c")), best_first(parse_hand("Kd Qs Jc Th 9s"))
    ('Ad 5c 4c 3c 2c (and 9h 8d)', 'Kd Qs Jc Th 9s')
    """
    best = min(combinations(hand, 5), key=lambda five: class_of(five).number)
    others = [card for card in hand if card not in best]
    return format_hand(best) + (f" (and {format_hand(others)})" if others else "")


def _width(texts: Sequence[str]) -> int:
    return max(map(len, texts))
