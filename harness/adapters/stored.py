"""Keys in a file, one for each hand in the order of all hands: any program can write them.

Nothing is evaluated: the key of a hand stands at its place. The file is mapped, not read.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from evaluators import UnknownEvaluatorError
from evaluators.cards import format_hand
from evaluators.rules import RULES, STANDARD, Rules
from harness.adapters.arrays import Arrays
from harness.adapters.asking import ALL_AT_ONCE, Batches
from harness.adapters.place import KEYS, Place
from harness.hands.order import index_of
from harness.hands.scopes import All

BLOCK = 1 << 20
ONE_ORDER = "Each hand has one key here: that the order of its cards matters cannot be seen."


class StoredKeys:
    """The keys in a file, of all hands of a size.

    Attributes:
        name: the name of the file.
        sizes: the number of cards of its hands.
        keys: the keys, in the order of all hands.
        lower_wins: None, for a file does not say which keys win.

    Raises:
        UnknownEvaluatorError: the file has another length, or NaN, which has no place in any order;
            the message says what to type if the length is that of other hands.
    """

    lower_wins, has_all_keys = None, True

    def __init__(self, place: Place, size: int, rules: Rules = STANDARD) -> None:
        self.name, self.sizes, hands = place.text, [size], All(size, rules=rules)
        width, length = np.dtype(place.keys).itemsize, Path(place.file).stat().st_size
        if length != len(hands) * width:
            many = f"{length:,} bytes" if length % width else f"{length // width:,} keys"
            hint = next(_meant(hands, width, length), "")
            why = f"has {many}, and there are {hands.everything}{hint}"
            raise UnknownEvaluatorError(f"{place} {why}")
        self.keys = np.memmap(place.file, place.keys, "r")
        for start in range(0, len(hands) if self.keys.dtype.kind == "f" else 0, BLOCK):
            if (is_nan := np.isnan(self.keys[start : start + BLOCK])).any():
                at = start + int(np.argmax(is_nan))
                hand = format_hand(hands.hand(at))
                raise UnknownEvaluatorError(f"{place}: key {at + 1:,}, that of {hand}, is NaN")


def _meant(hands: All, width: int, length: int) -> Iterator[str]:
    """What to type instead, for hands or types of keys of which a file has this length."""
    for rules, size in product([hands.rules, STANDARD, *RULES.values()], range(5, 8)):
        other = All(size, rules=rules)
        if len(other) * width == length:
            cards, game = f" --cards {size}" * (size != hands.size), f" --rules {rules.name}"
            yield f"; it fits {other.everything}:{cards}{game * (rules != hands.rules)}"
    for suffix, dtype in KEYS.items():
        if len(hands) * np.dtype(dtype).itemsize == length:
            yield f"; they fit if they are {suffix[1:]}: is its name right?"


class Lookup(Arrays):
    """The driver of keys in a file: where others hand out hands, it hands out their keys.

    >>> from types import SimpleNamespace
    >>> driver = Lookup(SimpleNamespace(keys=np.arange(2_598_960)))
    >>> driver.these(5, bytes([4, 1, 2, 0, 3, 47, 48, 49, 50, 51])).tolist()
    [0, 2598959]
    """

    ALONE = 0

    def __init__(self, evaluator: Any, rules: Rules = STANDARD) -> None:
        self.evaluator, self._rules = evaluator, rules
        self.sizes: Any = Batches(ALL_AT_ONCE)

    @property
    def remarks(self) -> list[str]:
        """What cannot be asked."""
        return [ONE_ORDER]

    def every(self, size: int, start: int, stop: int) -> Any:
        """The keys of the hands from `start` to `stop` of all hands."""
        return np.asarray(self.evaluator.keys[start:stop])

    def these(self, size: int, cards: bytes) -> Any:
        """The keys of the hands of these cards."""
        hands = zip(*[iter(cards)] * size)
        places = [index_of(hand, self._rules.deck) for hand in hands]
        return np.asarray(self.evaluator.keys[places])

    def take(self, hands: Any, at: int, many: int) -> Any:
        """The next keys."""
        return hands[at : at + many]

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The keys, which `every` and `these` have looked up."""
        return hands
