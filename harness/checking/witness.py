"""`Witness`: two hands that the rules order one way and an evaluator another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from evaluators.cards import Card, format_hand
from evaluators.protocol import Key
from harness.checking.statuses import RENAMED, UNSTEADY
from harness.hands.classes import CATEGORIES, HandClass, class_of
from harness.processes.visible import visible_repr

BEATS, TIES, LOSES = "beats", "ties with", "loses to"


@dataclass(frozen=True)
class Side:
    """One hand of a witness, and the evaluator's key."""

    hand: tuple[Card, ...]
    key: Key

    @property
    def hand_class(self) -> HandClass:
        """The hand's class by the rules."""
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
    """Two hands that the rules order one way and an evaluator another.

    Attributes:
        kind: reversed, false tie, false win, unsteady, or renamed.
        first: the better hand by the rules, if they do not tie.
        second: the weaker hand.
        rules_say, evaluator_says: the verb between the first hand and the second.
    """

    kind: str
    first: Side
    second: Side
    rules_say: str
    evaluator_says: str

    def as_json(self) -> dict[str, Any]:
        """The witness as plain values."""
        return {
            "kind": self.kind.replace(" ", "_"),
            "first": self.first.as_json(),
            "second": self.second.as_json(),
            "rules_say": self.rules_say,
            "evaluator_says": self.evaluator_says,
        }


def witness_lines(witness: Witness) -> Iterator[str]:
    """The two hands of a witness, aligned, and their order by the rules and by the evaluator."""
    sides = witness.first, witness.second
    as_text = format_hand if witness.kind == UNSTEADY else best_first  # order may differ
    hands = [as_text(side.hand) for side in sides]
    names = [str(side.hand_class) for side in sides]
    shown = [visible_repr(side.key) for side in sides]
    keys = [f"key {key}" if key else "" for key in shown]  # comparisons have none
    aligned = [
        f"{hand:<{_width(hands)}}  {name:<{_width(names)}}" for hand, name in zip(hands, names)
    ]
    separator = "  " if _width(aligned) + _width(keys) < 75 else "\n  "
    for line, key in zip(aligned, keys):
        yield from f"{line}{separator}{key}".rstrip().split("\n")
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
    """A hand as text, its best five cards first, the other ones in brackets.

    >>> from evaluators.cards import parse_hand
    >>> best_first(parse_hand("Ad 9h 5c 4c 8d 3c 2c")), best_first(parse_hand("Kd Qs Jc Th 9s"))
    ('Ad 5c 4c 3c 2c (and 9h 8d)', 'Kd Qs Jc Th 9s')
    """
    best = min(combinations(hand, 5), key=lambda five: class_of(five).number)
    unused = [card for card in hand if card not in best]
    return format_hand(best) + (f" (and {format_hand(unused)})" if unused else "")


def _width(texts: Sequence[str]) -> int:
    return max(map(len, texts))
