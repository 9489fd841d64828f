"""Between two hands: which wins by a strategy, and which element of the keys decides.

>>> from evaluators.cards import parse_hand
>>> hands = parse_hand("Kd Ks 7c 7h 5s"), parse_hand("Kh Kc 7d 7s 4s")
>>> from harness.teaching.explanation import STRATEGIES
>>> for strategy in STRATEGIES:
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
from evaluators.protocol import Key
from harness.checking.witness import BEATS, LOSES, TIES
from harness.teaching.explanation import lesson_of

SLOTS = 7
FLAGS = "straight flush", "two ranks", "flush", "straight"
BUCKETS = "fours", "threes", "twos", "ones"
ORDINALS = "first", "second", "third", "fourth", "fifth"


@dataclass(frozen=True)
class Decision:
    """What a strategy says about two hands.

    Attributes:
        strategy: its name.
        keys: the keys of the two hands.
        says: the verb between the first hand and the second.
        words: the element of the keys that decides, and its two values.
        elements: the name of each element, and its text in each key.
        decisive: the index of the element that decides; None if the hands tie.
    """

    strategy: str
    keys: tuple[Key, Key]
    says: str
    words: str
    elements: tuple[tuple[str, str, str], ...]
    decisive: int | None


def key_of(strategy: str, hand: Sequence[Card]) -> Any:
    """The key of five cards, by the lesson of a strategy."""
    lesson = lesson_of(strategy)
    return lesson.evaluate([lesson.encode(card) for card in hand])


def decide(strategy: str, first: Sequence[Card], second: Sequence[Card]) -> Decision:
    """Which of two hands wins by a strategy, and where its keys differ first."""
    keys = key_of(strategy, first), key_of(strategy, second)
    lesson = lesson_of(strategy)
    says = TIES if keys[0] == keys[1] else BEATS if keys[0] > keys[1] else LOSES
    if lesson.lower_wins and says != TIES:
        says = LOSES if says == BEATS else BEATS
    names = names_of(strategy)
    parts = _parts(strategy, keys[0]), _parts(strategy, keys[1])
    elements = tuple((name, _show(one), _show(other)) for name, one, other in zip(names, *parts))
    differing = (place for place, (one, other) in enumerate(zip(*parts)) if one != other)
    decisive = next(differing, None)
    if decisive is None:
        words = "each element is the same in both keys: the hands tie"
        if strategy == "cactus-kev":
            words = f"class {keys[0]} both times: the hands tie"
    else:
        words = _words(strategy, decisive, *parts)
    return Decision(strategy, keys, says, words, elements, decisive)


def names_of(strategy: str) -> tuple[str, ...]:
    """The names of the elements of a strategy's key, in the order in which they are compared.

    >>> names_of("count-buckets")
    ('category', 'fours', 'threes', 'twos', 'ones')
    """
    return {
        "cactus-kev": ("class number",),
        "matrix-score": ("category", *(f"slot {slot}" for slot in range(1, SLOTS + 1))),
        "sort-by-count": (*FLAGS, "counts", "ranks"),
        "count-buckets": ("category", *BUCKETS),
    }[strategy]


def elements_of(strategy: str, key: Any) -> list[tuple[str, str]]:
    """The elements of a key, with their names.

    >>> elements_of("matrix-score", 6.1004)[:3]
    [('category', '6'), ('slot 1', '10'), ('slot 2', '04')]
    """
    return [(name, _show(part)) for name, part in zip(names_of(strategy), _parts(strategy, key))]


def _parts(strategy: str, key: Any) -> tuple[Any, ...]:
    """The elements of a key, in the order in which they are compared."""
    if strategy == "cactus-kev":
        return (key,)
    if strategy == "matrix-score":
        category, _, slots = f"{key:.{2 * SLOTS}f}".partition(".")
        return int(category), *(slots[place : place + 2] for place in range(0, 2 * SLOTS, 2))
    return tuple(key)


def _show(part: Any) -> str:
    return part if isinstance(part, str) else repr(part)


def _words(strategy: str, place: int, first: Sequence[Any], second: Sequence[Any]) -> str:
    """The element at a place, in words, with its two values."""
    one, other, name = first[place], second[place], names_of(strategy)[place]
    if strategy == "cactus-kev":
        return f"class {one} against {other}: the lower number wins"
    if name == "category":
        return f"the category: {one} against {other}"
    if strategy == "matrix-score":
        return f"{name}, {slot_name(first, place)}: {int(one)} against {int(other)}"
    if name in FLAGS:
        return f"the flag for {'' if name == 'two ranks' else 'a '}{name}: {one} against {other}"
    within = next(at for at, (left, right) in enumerate(zip(one, other)) if left != right)
    which = "" if len(one) == 1 else f"{ORDINALS[within]} of the "
    return f"the {which}{name}: {one[within]} against {other[within]}"


def slot_name(parts: Sequence[Any], slot: int) -> str:
    """What stands in a slot of a matrix score; it depends on the category.

    >>> slot_name((2, "13", "07", "00", "00", "00", "00", "05"), 2)
    'the lower pair'
    """
    category, slots = Category(parts[0]), parts[1:]
    if slot <= 2:
        match category:
            case Category.TWO_PAIR:
                return "the higher pair" if slot == 1 else "the lower pair"
            case Category.FULL_HOUSE:
                return "the triple" if slot == 1 else "the pair"
            case Category.FOUR_OF_A_KIND:
                return "the four"
            case Category.THREE_OF_A_KIND:
                return "the triple"
        return "the pair"
    singles = [place for place in range(3, SLOTS + 1) if slots[place - 1] != "00"]
    if len(singles) == 1:
        return "the kicker"
    noun = "card" if len(singles) == 5 else "kicker"
    number = singles.index(slot)
    return f"the {ORDINALS[number] if number else 'highest'} {noun}"
