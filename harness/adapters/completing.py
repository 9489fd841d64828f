"""Functions that answer less than a key: the name of the category, or the best five cards.

Such an answer does not say which of two hands wins. The rules complete it to a key: they order the
hands of a category, and say what five cards are worth. So the check of all hands shows which names,
or which five cards, are wrong.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, TypeAlias

from evaluators.cards import (
    FLUSH,
    HIGH_CARD,
    Card,
    CardError,
    format_card,
    format_hand,
    parse_hand,
    rank_of,
)
from evaluators.protocol import Key
from evaluators.rulebook import ACE, LOW_ACE
from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import OneByOne, StoppedError
from harness.adapters.calling import Function
from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import KeyRefusedError, plain
from harness.hands.classes import CATEGORIES, HandClass, classes
from harness.processes.visible import cut, visible_repr
from harness.processes.workers import Announce, unheard

NAMES_ALONE = (
    "It was asked for the category alone: within one, the rules order the hands. A name means the "
    "category that it spells out or, if that is not plain, that of most hands that have it."
)
FIVE_ALONE = "It was asked for five cards alone: the rules say what they are worth."
NOT_FIVE = "its answer is not five cards of the hand: "
SYNONYMS = {
    "pair": "onepair",
    "trips": "threeofakind",
    "quads": "fourofakind",
    "royalflush": "straightflush",
}
"""Names that mean one category alone, and the rules' name of it, by their letters."""
MOST_NAMES = 3
"""Names of a category that are all shown."""
NEW_NAME = "is a new name: no hand of those asked about first, one of each class, got it"

Reading: TypeAlias = tuple[int, int, str]
"""A category by its place in the rules, the number of a class with the ranks, and the name."""


class Namer(Function):
    """A function that names the category of a hand: by a text, a number or a member of an enum.

    >>> Namer(lambda hand: "flush").evaluate(["Kd", "Qd", "Jd", "Td", "2d"])
    "'flush'"
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        ask = self.evaluate_native
        self.evaluate_native = lambda hand: _name(ask(hand))


def _name(answer: Any) -> str:
    """A name, as it is shown.

    Raises:
        KeyRefusedError: the answer is not a name.
    """
    if isinstance(answer, Enum):  # before the number of an `IntEnum`
        return f"{type(answer).__name__}.{answer.name}"
    with suppress(KeyRefusedError):
        if not isinstance(name := plain(answer), tuple | list):
            return repr(name)
    write = "return a text, a number or a member of an enum"
    raise KeyRefusedError(f"{visible_repr(answer)} does not name a category; {write}")


class Picker(Function):
    """A function that returns the best five cards of six or seven, in a container or one text.

    >>> Picker(lambda hand: {*hand[:5]}).evaluate(["2d", "Kd", "Qd", "Jd", "Td", "2c", "2s"])
    (45, 41, 37, 33, 1)
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.sizes = [size for size in (6, 7) if size in self.sizes]
        if not self.sizes:
            raise self._refusal("takes five cards; the best five are picked from six or seven")
        self._made: list[tuple[Any, str]] = []  # the author's cards of the hand, and their texts
        ask = self.evaluate_native
        self.evaluate_native = lambda hand: self._five(ask(hand))

    def _own(self, hand: Any) -> Any:
        made = super()._own(hand)
        if isinstance(hand, str):
            self._made.append((made, hand))
        return made

    def _five(self, answer: Any) -> tuple[Card, ...]:
        """The five cards of an answer, the highest first.

        Raises:
            KeyRefusedError: there are not five different ones.
        """
        try:
            if not isinstance(answer, Iterable):
                raise CardError(visible_repr(answer))
            texts = answer if isinstance(answer, str) else [*map(self._text, answer)]
            return tuple(sorted(parse_hand(texts, (5,)), reverse=True))
        except CardError as error:
            raise KeyRefusedError(NOT_FIVE + str(error)) from None
        finally:
            self._made.clear()

    def _text(self, card: Any) -> str:
        """The text of a card: the very object that it got or, if it is none, an equal one."""
        same = [text for made, text in self._made if made is card]
        with suppress(KeyRefusedError):
            card = plain(card)
        if isinstance(card, str) and not same:
            return card
        if self.cards is int and isinstance(card, int):
            return format_card(card)
        if not (same := same or [text for made, text in self._made if made == card]):
            raise CardError(f"{visible_repr(card)} is not a card that it got")
        return same[0]


class Completed(KeySpace):
    """Keys that the rules complete from answers: a category, and the ranks of a class.

    Attributes:
        answers: the answers as they are shown, by key; those about examples are in `shown`.
    """

    def __init__(self, of_class: Mapping[int, Any], rules: Rules) -> None:
        self._rules, self._classes = rules, classes(rules)
        self._by_height = [_by_height(each, rules) for each in self._classes]
        self._place = [rules.categories.index(each.category) for each in self._classes]
        self._of_examples: dict[Key, str] = {}
        self.answers: dict[Key, str] = {}
        keys = self._keys(of_class.values(), of_class)
        self._of_examples, self.answers = self.answers, {}
        super().__init__(dict(zip(of_class, keys)))

    def _read(self, answers: Iterable[Any], numbers: Iterable[int]) -> Iterator[Reading]:
        """The readings of answers about hands with these class numbers.

        Raises:
            KeyRefusedError: an answer without one.
        """
        raise NotImplementedError

    def _keys(self, answers: Iterable[Any], numbers: Iterable[int]) -> list[Key]:
        keys: list[Key] = []
        for category, number, name in self._read(answers, numbers):
            of = self._classes[number - 1]
            is_tall = self._rules.categories[category] in (HIGH_CARD, FLUSH)
            key = category, *(self._by_height[number - 1] if is_tall else of.ranks)
            keys.append(key)
            if key not in self._of_examples and key not in self.answers:
                self.answers[key] = name or str(of)
        return keys

    def shown(self) -> dict[Any, str]:
        """The answers about examples, by key."""
        return self._of_examples

    def codes(self, keys: Any, numbers: Any, at: int = 0) -> Codes:
        """The codes of the keys of answers; see `KeySpace.codes`."""
        return super().codes(self._keys(keys, numbers), numbers, at)

    def same(self, first: Any, second: Any) -> bool:
        """True if two answers about a hand mean the same."""
        one, other = (next(self._read([answer], [1])) for answer in (first, second))
        return one[:2] == other[:2]


def _by_height(of: HandClass, rules: Rules) -> tuple[int, ...]:
    """The ranks of a hand that is named a high card or a flush: so it counts as one of them."""
    ranks = [rank_of(card) for card in of.example]
    if rules.ace_is_low:
        ranks = [LOW_ACE if rank == ACE else rank for rank in ranks]
    return tuple(sorted(ranks, reverse=True))


class Names(Completed):
    """The key space of a `Namer`: each name means the category of most hands that have it."""

    def __init__(self, of_class: Mapping[int, str], rules: Rules) -> None:
        hands: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for number, name in of_class.items():
            of = classes(rules)[number - 1]
            hands[name][rules.categories.index(of.category)] += of.size
        said = {_letters(str(each)): n for n, each in enumerate(rules.categories)}
        said |= {word: said[each] for word, each in SYNONYMS.items() if each in said}
        self._meaning = {
            name: said.get(_letters(name), max(of, key=of.__getitem__))
            for name, of in hands.items()
        }
        super().__init__(of_class, rules)
        self.remarks = [NAMES_ALONE, "; ".join(map(self._names_of, rules.categories))]

    def _names_of(self, category: int) -> str:
        """A category and its names; of many names, the first and how many more there are."""
        place = self._rules.categories.index(category)
        names = [cut(name, 40) for name, meaning in self._meaning.items() if meaning == place]
        if len(names) > MOST_NAMES:
            names = [f"{names[0]} and {len(names) - 1} more"]
        return f"{CATEGORIES[category]}: {', '.join(names) or 'no name'}"

    def _read(self, answers: Iterable[Any], numbers: Iterable[int]) -> Iterator[Reading]:
        for n, (name, number) in enumerate(zip(answers, numbers)):
            if name not in self._meaning:
                raise KeyRefusedError(f"{cut(name, 200)} {NEW_NAME}", n)
            yield self._meaning[name], number, name


def _letters(name: str) -> str:
    """The letters of a name, or of that of an enum's member.

    >>> _letters("'Two Pair'"), _letters("Category.TWO_PAIR")
    ('twopair', 'twopair')
    """
    return re.sub(r"^\w+[.]|[^a-z]", "", name.lower())


class Picks(Completed):
    """The key space of a `Picker`: five cards are worth what the rules say."""

    def __init__(self, of_class: Mapping[int, Any], rules: Rules) -> None:
        super().__init__(of_class, rules)
        self.remarks = [FIVE_ALONE]

    def _read(self, answers: Iterable[Any], numbers: Iterable[int]) -> Iterator[Reading]:
        from harness.hands.arrays import numbers_of

        for number in numbers_of([*answers], self._rules).tolist():
            yield self._place[number - 1], number, ""

    @staticmethod
    def display(key: Any) -> Key:
        """The five cards as text."""
        return format_hand(key)


class Named(OneByOne):
    """The driver of a `Namer`."""

    space: type[Completed] = Names

    def __init__(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> None:
        super().__init__(evaluator, rules, announce)
        evaluator.lower_wins = rules.lowest_wins

    def key_space(self, keys: Any, numbers: Sequence[int]) -> KeySpace:
        """The key space, from the answers about the examples."""
        return self.space(dict(zip(numbers, keys)), self._rules)


class Picked(Named):
    """The driver of a `Picker`."""

    space = Picks

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The five cards of each hand.

        Raises:
            StoppedError: the function failed, or picked a card that is not in the hand.
        """
        fives = super().ask(hands, at, check_input)
        for n, (five, hand) in enumerate(zip(fives, hands)):
            for card in five:
                if self._encoded[card] not in hand:
                    why = f"{NOT_FIVE}{format_card(card)} is not in it"
                    raise StoppedError(KeyRefusedError(why), n)
        return fives
