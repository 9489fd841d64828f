"""Compare two hands by a strategy: the winner, and the element of the keys that decides.

>>> from evaluators.cards import parse_hand
>>> hands = parse_hand("Kd Ks 7c 7h 5s"), parse_hand("Kh Kc 7d 7s 4s")
>>> for strategy in NAMES:
...     print(decide(strategy, *hands).words)
class 2662 against 2663: the lower number wins
slot 7, the kicker: 5 against 4
the third of the ranks: 5 against 4
the ones: 5 against 4
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from evaluators.cards import Card, Category
from harness.hands.classes import class_of
from harness.teaching.explanation import lesson_of

SLOTS = tuple(f"slot {number}" for number in range(1, 8))
FLAGS = "straight flush", "two ranks", "flush", "straight"
NAMES = {
    "cactus-kev": ("class number",),
    "matrix-score": ("category", *SLOTS),
    "sort-by-count": (*FLAGS, "counts", "ranks"),
    "count-buckets": ("category", "fours", "threes", "twos", "ones"),
}
"""The names of the elements of each strategy's key, in the order in which they are compared."""

ORDINALS = "first", "second", "third", "fourth", "fifth"
GROUPS = {
    Category.ONE_PAIR: ("", "the pair"),
    Category.TWO_PAIR: ("the higher pair", "the lower pair"),
    Category.THREE_OF_A_KIND: ("", "the triple"),
    Category.FULL_HOUSE: ("the triple", "the pair"),
    Category.FOUR_OF_A_KIND: ("", "the four"),
}
"""The groups in the first two slots of a matrix score, by category."""


@dataclass(frozen=True)
class Decision:
    """The verdict of a strategy on two hands.

    Attributes:
        winner: the hand that wins, in words.
        words: the element of the keys that decides, and its two values.
        elements: the name of each element, and its text in each key.
        decisive: the index of the element that decides; None if the hands tie.
    """

    winner: str
    words: str
    elements: tuple[tuple[str, str, str], ...]
    decisive: int | None


def decide(strategy: str, first: Sequence[Card], second: Sequence[Card]) -> Decision:
    """Compare two hands by the keys of a strategy."""
    lesson = lesson_of(strategy)
    one, other = (lesson.evaluate([*map(lesson.encode, hand)]) for hand in (first, second))
    return between(one, other, lesson.lower_wins, strategy)


def between(one: Any, other: Any, lower_wins: bool, strategy: str = "") -> Decision:
    """Compare two keys, element by element.

    Args:
        one: the key of the first hand.
        other: the key of the second.
        lower_wins: whether the lower key wins.
        strategy: the strategy that made them, for the names of the elements; or none.

    >>> between((2, [7, 5]), (2, [7, 4]), lower_wins=False).words
    'element 2: [7, 5] against [7, 4]'
    >>> between([2, 7], [2, 7, 5], lower_wins=False).words
    'one key goes on where the other ends'
    """
    pairs = [*zip(_parts(strategy, one), _parts(strategy, other))]
    names = NAMES.get(strategy) or [f"element {number}" for number in range(1, len(pairs) + 1)]
    elements = tuple((name, str(mine), str(yours)) for name, (mine, yours) in zip(names, pairs))
    if one == other:
        words = "each element is the same in both keys: the hands tie"
        if strategy == "cactus-kev":
            words = f"class {one} both times: the hands tie"
        return Decision("the hands tie", words, elements, None)
    if not (one < other or other < one):
        return Decision("the hands tie", "neither key is less: the hands tie", elements, None)
    winner = f"the {'first' if (one < other) == lower_wins else 'second'} hand wins"
    for place, (mine, yours) in enumerate(pairs):
        if mine != yours:
            is_named = strategy in NAMES
            words = _words(strategy, place, pairs) if is_named else f"{mine} against {yours}"
            words = words if is_named or len(pairs) == 1 else f"{names[place]}: {words}"
            return Decision(winner, words, elements, place)
    return Decision(winner, "one key goes on where the other ends", elements, None)


def outcome(first: Sequence[Card], second: Sequence[Card]) -> str:
    """Compare two hands by the rules, in words.

    >>> outcome(range(5), range(4, 9))
    'the second hand wins: four threes, 4 beats four deuces, 3'
    """
    one, other = class_of(first), class_of(second)
    if one is other:
        return f"the hands tie: each is {one}"
    if one.number < other.number:
        return f"the first hand wins: {one} beats {other}"
    return f"the second hand wins: {other} beats {one}"


def elements_of(strategy: str, key: Any) -> list[tuple[str, str]]:
    """The elements of a key, with their names.

    >>> elements_of("matrix-score", 6.1004)[:3]
    [('category', '6'), ('slot 1', '10'), ('slot 2', '04')]
    """
    return [*zip(NAMES[strategy], map(str, _parts(strategy, key)))]


def _parts(strategy: str, key: Any) -> tuple[Any, ...]:
    """The elements of a key, in the order in which they are compared."""
    if strategy == "matrix-score":
        digits = f"{key:.14f}"
        return digits[0], *(digits[place : place + 2] for place in range(2, 16, 2))
    return tuple(key) if isinstance(key, tuple | list) else (key,)


def _words(strategy: str, place: int, pairs: Sequence[tuple[Any, Any]]) -> str:
    """The element at a place, in words, with its two values."""
    name, (one, other) = NAMES[strategy][place], pairs[place]
    if strategy == "cactus-kev":
        return f"class {one} against {other}: the lower number wins"
    if name == "category":
        what = f"the {name}"
    elif name in SLOTS:
        what, one, other = f"{name}, {_slot(pairs, place)}", int(one), int(other)
    elif name in FLAGS:
        what = f"the flag for {'' if name == 'two ranks' else 'a '}{name}"
    else:
        within = next(at for at, (mine, yours) in enumerate(zip(one, other)) if mine != yours)
        what = f"the {name}" if len(one) == 1 else f"the {ORDINALS[within]} of the {name}"
        one, other = one[within], other[within]
    return f"{what}: {one} against {other}"


def _slot(pairs: Sequence[tuple[Any, Any]], slot: int) -> str:
    """The group, card or kicker in a slot of a matrix score; it depends on the category."""
    if slot <= 2:
        return GROUPS[Category(int(pairs[0][0]))][slot - 1]
    singles = [place for place in range(3, 8) if pairs[place][0] != "00"]
    if len(singles) == 1:
        return "the kicker"
    which = ORDINALS[singles.index(slot)] if slot != singles[0] else "highest"
    return f"the {which} {'card' if len(singles) == 5 else 'kicker'}"
