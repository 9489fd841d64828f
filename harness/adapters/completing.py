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
from typing import Any

from evaluators.cards import Card, CardError, Category, format_card, parse_hand, rank_of
from evaluators.protocol import Key
from evaluators.rules import Rules
from harness.adapters.asking import OneByOne, StoppedError
from harness.adapters.calling import Function
from harness.adapters.codes import Codes, KeySpace
from harness.adapters.plain import KeyRefusedError, plain
from harness.hands.classes import HandClass, classes
from harness.processes.visible import cut, visible_repr

NAMES_ALONE = (
    "It was asked for the category alone: within one, the rules order the hands. A name means the "
    "category that it spells out; any other name, that of most hands that have it."
)
FIVE_ALONE = "It was asked for five cards alone: the rules say what they are worth."
NOT_FIVE = "its answer is not five cards of the hand: "
SYNONYMS = {"pair": "onepair", "trips": "threeofakind", "quads": "fourofakind"}
"""Other names that mean one category alone, and the rules' name of it, by their letters."""
NEW_NAME = "is a new name: no hand of those asked about first, one of each class, got it"


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
        answers: the answers as they are shown, by key.
    """

    def __init__(self, of_class: Mapping[int, Any], rules: Rules) -> None:
        self._rules, self._classes = rules, classes(rules)
        self.answers: dict[Key, str] = {}
        super().__init__(dict(zip(of_class, self._keys(of_class.values(), of_class))))

    def _read(self, answers: Any, numbers: Any) -> Iterator[tuple[Category, HandClass, str]]:
        """The category that each answer means, the class whose ranks count, and a name.

        Args:
            answers: the answers.
            numbers: the class numbers of their hands.

        Raises:
            KeyRefusedError: an answer without a meaning.
        """
        raise NotImplementedError

    def _keys(self, answers: Any, numbers: Any) -> list[Key]:
        keys: list[Key] = []
        for category, of, name in self._read(answers, numbers):
            ranks = of.ranks
            if category != of.category and category in (Category.HIGH_CARD, Category.FLUSH):
                # Like all of these, by height: so it counts as one of them.
                ranks = tuple(sorted(map(rank_of, of.example), reverse=True))
            keys.append(key := (self._rules.categories.index(category), *ranks))
            if key not in self.answers:
                self.answers[key] = name or str(of)
        return keys

    def codes(self, keys: Any, numbers: Any, at: int = 0) -> Codes:
        """The codes of the keys of answers; see `KeySpace.codes`."""
        return super().codes(self._keys(keys, numbers), numbers, at)

    def same(self, first: Any, second: Any) -> bool:
        """True if two answers about a hand mean the same."""
        one, other = (next(self._read([answer], [1])) for answer in (first, second))
        return one[:2] == other[:2]


class Names(Completed):
    """The key space of a `Namer`: a name means a category that it spells out, or that of most."""

    def __init__(self, of_class: Mapping[int, str], rules: Rules) -> None:
        hands: defaultdict[str, Counter[Category]] = defaultdict(Counter)
        for number, name in of_class.items():
            of = classes(rules)[number - 1]
            hands[name][Category(of.category)] += of.size
        said = {_letters(str(category)): category for category in rules.categories}
        said |= {word: said[each] for word, each in SYNONYMS.items() if each in said}
        self._said = said
        self._meaning = {
            name: said.get(_letters(name), max(of, key=of.__getitem__))
            for name, of in hands.items()
        }
        super().__init__(of_class, rules)
        self.remarks = [NAMES_ALONE, *map(self._names_of, rules.categories)]

    def _names_of(self, category: Category) -> str:
        """A category and its first name, or three that begin as another one; and how many more."""
        names = [name for name, meaning in self._meaning.items() if meaning == category]
        odd = [name for name in names if self._begins_as(name) not in (None, category)]
        shown = [cut(name, 40) for name in odd[:3] or names[:1]] or ["no name"]
        more = f" and {len(names) - len(shown)} more" * (len(names) > len(shown))
        return f"{category}: {', '.join(shown)}{more}"

    def _begins_as(self, name: str) -> Category | None:
        """The category whose name this one begins with, if any: the longest."""
        words = filter(_letters(name).startswith, self._said)
        return self._said.get(max(words, key=len, default=""))

    def _read(self, answers: Any, numbers: Any) -> Iterator[tuple[Category, HandClass, str]]:
        for n, (name, number) in enumerate(zip(answers, numbers)):
            meaning = self._meaning.get(name, self._said.get(_letters(name)))
            if meaning is None:
                raise KeyRefusedError(f"{cut(name, 200)} {NEW_NAME}", n)
            yield meaning, self._classes[number - 1], name


def _letters(name: str) -> str:
    """The letters of a name, or of that of an enum's member.

    >>> _letters("'Two Pair'"), _letters("Category.TWO_PAIR")
    ('twopair', 'twopair')
    >>> _letters("'2 pair'"), _letters("'1 pair'"), _letters("'pair of 2s'")
    ('twopair', 'pair', 'pairofs')
    """
    of_two = re.sub(r"\b2[ _-]?pairs?\b", "twopair", name.lower())
    return re.sub(r"^\w+[.]|[^a-z]", "", of_two)


class Picks(Completed):
    """The key space of a `Picker`: five cards are worth what the rules say."""

    def __init__(self, of_class: Mapping[int, Any], rules: Rules) -> None:
        super().__init__(of_class, rules)
        self.remarks = [FIVE_ALONE]

    def _read(self, answers: Any, numbers: Any) -> Iterator[tuple[Category, HandClass, str]]:
        from harness.hands.arrays import numbers_of

        for number in numbers_of([*answers], self._rules).tolist():
            of = self._classes[number - 1]
            yield Category(of.category), of, ""

    @staticmethod
    def display(key: Any) -> Key:
        """The five cards as text."""
        return " ".join(map(format_card, key))


class Named(OneByOne):
    """The driver of a `Namer`."""

    space: type[Completed] = Names

    def key_space(self, keys: Any, numbers: Sequence[int]) -> KeySpace:
        """The key space, from the answers about the examples."""
        self.evaluator.lower_wins = self._rules.lowest_wins
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
