"""Causes of all faults together: cards or ranks read as others, keys that wrap, or text as digits.

Each is a hypothesis about one hand of each class. It speaks if it explains the places of all.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, pairwise, permutations, product
from typing import Any, NamedTuple, TypeAlias

from evaluators import rulebook
from evaluators.cards import DECK, RANKS, Category
from evaluators.rules import STANDARD, Rules
from harness.adapters.plain import Shown
from harness.faults.hints import NO_HINT, Hint, Kind, all_ranks, hint, is_order_of, own_ranks
from harness.hands.classes import HandClass


class Example(NamedTuple):
    """A hand of a class: the place of its key, the class, its cards, and the key."""

    place: int
    hand_class: HandClass
    hand: Sequence[int]
    key: Any


Reading: TypeAlias = tuple[Kind, str, Sequence[tuple[int, int]]]
"""A kind, its words, and the rank and suit that each card is taken for."""

RUNS: Sequence[tuple[str, Callable[[int], int]]] = (
    ("2 to A", lambda n: n),
    ("A to K", lambda n: (n - 1) % 13),
    ("A to 2", lambda n: 12 - n),
    ("K to A", lambda n: (11 - n) % 13),
)
"""The ranks that numbers from 0 to 12 may stand for, the first and the last named."""
MOST_MERGED = 5
"""With more ranks that count as one, few hands would be left that tell."""
FEW = 40
"""One example in so many is looked at first."""
BITS = (8, 16, 32, 64)
"""The bits of integers of a fixed size."""
TYPES = (-1, Kind.WRAPS, "int"), (0, Kind.BELOW_ZERO, "uint")
"""The types of these: the least as a multiple of half the size, and what is wrong if the other type
puts all keys in order."""


def cause_of_all(examples: Sequence[Example], rules: Rules, suits_matter: bool) -> Hint:
    """The cause that explains the places of all examples, if there is one.

    Args:
        examples: one hand of each class.
        rules: the rules of the game.
        suits_matter: whether hands that differ in suits only have several keys. Only another
            numbering of cards explains that.
    """
    by_number = sorted((example.hand_class.number, example) for example in examples)
    if _is_right(by_number, lambda example: -example.place):
        return NO_HINT
    by_place = sorted(((example.place, example) for example in examples), key=lambda each: each[0])
    if rules.lowest_wins:
        by_place = [(-place, example) for place, example in reversed(by_place)]
    readings = [*_numberings(), *(() if suits_matter else _misread_ranks())]
    # Which keys win is found out from most classes: with cards read as others, either may seem to.
    worst_first = [(-place, example) for place, example in reversed(by_place)]
    for kind, words, cards in readings:
        key = partial(_as_read, cards, rules)
        # A few examples first, far apart: they rule out nearly all readings.
        if any(is_order_of(o[::FEW], key) and is_order_of(o, key) for o in (by_place, worst_first)):
            return hint(kind, rest=words)
    if rules == STANDARD and not suits_matter and is_order_of(by_place, _twos_first):
        return hint(Kind.TWOS_FIRST)
    return NO_HINT if suits_matter else _of_keys(by_number) or _of_categories(examples, rules)


def _is_right(by_number: Sequence[tuple[int, Example]], key: Callable[[Example], Any]) -> bool:
    """True if a key puts the classes in order: higher keys win, or lower ones."""
    backwards = [(-number, example) for number, example in reversed(by_number)]
    return is_order_of(by_number, key) or is_order_of(backwards, key)


def _as_read(cards: Sequence[tuple[int, int]], rules: Rules, example: Example) -> Any:
    """The key by the rules of the cards that a hand is taken for.

    None if the code decides: five cards of a rank, a pair in a flush, or a wheel that may be
    spelled out there.
    """
    hand = [cards[card] for card in example.hand]
    ranks = sorted((rank for rank, _ in hand), reverse=True)
    if len({*cards}) < len(DECK) or ranks[-1] < 0 or ranks[0] > 12:
        own = sorted((card // 4 for card in example.hand), reverse=True)
        is_spelled_out = (own == rules.wheel) != (ranks == rules.wheel)
        counts = Counter(suit for _, suit in hand) | Counter(rank for rank, _ in hand)
        has_pair = len({*ranks}) < len(ranks)
        if is_spelled_out or (max(counts.values()) > 4 and has_pair):
            return None
    return rulebook.evaluate(hand, rules)


def _twos_first(example: Example) -> Any:
    """The key where 2 is sorted before higher ranks; None for straights with a 2."""
    of, times = example.hand_class, Counter(card // 4 for card in example.hand)
    if of.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and 0 in times:
        return None
    return of.category, sorted(of.ranks, key=lambda rank: (-times[rank], rank > 0, -rank))


def _numberings() -> Iterator[Reading]:
    """The cards that numbers stand for elsewhere."""
    for start, is_suit_major, (run, rank_at) in product((0, 1), (False, True), RUNS):
        at = [(card - start) % 52 for card in DECK]
        if is_suit_major:
            cards = [(rank_at(n % 13), n // 13) for n in at]
        else:
            cards = [(rank_at(n // 4), n % 4) for n in at]
        if start or is_suit_major:
            layout = "13 * suit + rank" if is_suit_major else "4 * rank + suit"
            yield Kind.NUMBERING, f"{layout} from {start}, with ranks from {run}", cards
        elif run != RUNS[0][0]:
            yield Kind.RANKS_READ, f"they run from {run}, the highest", cards


def _misread_ranks() -> Iterator[Reading]:
    """Ranks that are exchanged, taken for one another, or moved to an end; also in straights."""
    ranks = range(len(RANKS))
    readings: list[tuple[str, dict[int, int]]] = []
    for low, high in combinations(ranks, 2):
        readings.append((f"{RANKS[low]} and {RANKS[high]} are exchanged", {low: high, high: low}))
        if high - low > MOST_MERGED:
            continue
        names = ", ".join(RANKS[low:high]) + f" and {RANKS[high]}"
        # What is below may follow at once, or there is a gap.
        merged = dict.fromkeys(range(low, high), high)
        lower = {n: n + high - low for n in range(low)}
        for one in (merged, merged | lower, dict.fromkeys(range(low, high + 1), low)):
            readings.append((f"{names} count as one", one))
            if high < 12:
                readings.append((f"{names} count as one, and A is the lowest", one | {12: -1}))
    for rank, other in permutations(ranks, 2):
        readings.append((f"{RANKS[rank]} counts as {RANKS[other]}", {rank: other}))
    for rank in ranks:
        follow = {n: n + 1 for n in range(rank)}
        for below in (-1, -5):
            readings.append((f"{RANKS[rank]} is the lowest", {rank: below}))
            readings.append((f"{RANKS[rank]} is the lowest", follow | {rank: below + 1}))
        if rank < 12:
            readings += [(f"{RANKS[rank]} is the highest", {rank: top}) for top in (13, 19)]
    for words, taken_for in readings:
        cards = [(taken_for.get(card // 4, card // 4), card % 4) for card in DECK]
        yield Kind.RANKS_READ, words, cards


def _of_keys(by_number: Sequence[tuple[int, Example]]) -> Hint | None:
    """The hint that all keys together give."""
    keys = [example.key for _, example in by_number]
    if all(map(_is_text, keys)) and _is_right(by_number, lambda each: _as_digits(each.key)):
        return hint(Kind.TEXT_KEYS)
    integers = [*chain(*(key if isinstance(key, tuple | list) else [key] for key in keys))]
    if not all(type(integer) is int for integer in integers) or not integers:
        return None
    best, low, high = keys[0], min(integers), max(integers)
    for bits, (least, kind, name) in product(BITS, TYPES):
        half = 1 << bits - 1
        start, end, edge = least * half, (least + 2) * half, half // 8
        if not start <= low <= high < end:
            continue
        if _is_right(by_number, partial(_as_other_type, (-1 - least) * half, bits)):
            return hint(kind, rest=f"{name}{bits}")
        if (
            low < start + edge
            and high >= end - edge
            and type(best) is int
            and best not in (low, high)
            and _wraps(keys, half)
        ):
            return hint(Kind.FILLS, rest=f"{name}{bits}")
    return None


def _wraps(keys: Sequence[Any], half: int) -> bool:
    """Test whether most steps against the order, from class to class, are as of a type too small.

    Of such a type, a key that is too large comes out too small by twice the half of its range.
    """
    steps = [after - before for before, after in pairwise(keys)]
    against = ([s for s in steps if s > 0], [-s for s in steps if s < 0])
    fewer = min(against, key=len)
    return len([step for step in fewer if step > half]) > len(fewer) / 2


def _as_other_type(start: int, bits: int, example: Example) -> Any:
    """A key whose integers are read as those of another type of so many bits, from `start`."""
    key = example.key if isinstance(example.key, tuple | list) else [example.key]
    return [(integer - start) % (1 << bits) + start for integer in key]


def digits_of_fields(examples: Sequence[Example]) -> int:
    """The number of hexadecimal digits of keys, if most have the ranks of their hand as digits.

    Returns:
        0 if they have not, or if keys are not numbers from 0.
    """
    if not all(type(example.key) is int and example.key >= 0 for example in examples):
        return 0
    for first, ranks_of in product(range(3), (own_ranks, all_ranks)):
        digits = ("".join(f"{n + first:x}" for n in ranks_of(of)) for _, of, _, _ in examples)
        if 2 * sum(text in f"{e.key:x}" for e, text in zip(examples, digits)) > len(examples):
            return max(len(f"{example.key:x}") for example in examples)
    return 0


def _is_text(key: Any) -> bool:
    """True for a text, or a tuple of texts, which is not only shown for another key."""
    if isinstance(key, tuple | list):
        return bool(key) and any(map(_is_text, key))
    return isinstance(key, str) and not isinstance(key, Shown)


def _as_digits(key: Any) -> Any:
    """A text by the lengths of its words first: that is how numbers compare, in any base."""
    if isinstance(key, tuple | list):
        return [*map(_as_digits, key)]
    if isinstance(key, str):
        return [(len(word), word) for word in re.findall(r"[^\W_]+", key)]
    return key


def _of_categories(examples: Sequence[Example], rules: Rules) -> Hint:
    """The hint if nearly all hands of a category tie, and those of two categories do not."""
    places = Counter((each.hand_class.category, each.place) for each in examples)
    usual = dict(sorted(places, key=places.__getitem__))
    alike = sum(places[cell] for cell in usual.items())
    many = len(rules.categories)
    is_so = alike > 0.9 * len(examples) and len({*usual.values()}) > many // 2
    in_few = len({place for _, place in places}) <= 2 * many
    return hint(Kind.ONLY_CATEGORIES) if is_so and in_few else NO_HINT
