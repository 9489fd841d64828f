"""A plain function as an evaluator: its signature says how it takes a hand.

A parameter without an annotation gets a list of texts such as ``"Kd"``. An annotation chooses
another container (``str`` is one text, ``"Kd Qs Jc Th 9s"``), card numbers (``list[int]``), or
cards of the author's class (``list[Card]``), if a ``str`` is all that this needs. Five to seven
required parameters, or ``*cards``, get one card each; ``(hand, board)``, in either order, get a
player's own cards and the others: of a deal its parts, and else the first two cards and the rest.
Any other signature is refused, in a sentence that says what to write instead: a function with the
wrong argument often returns a key all the same, and then its verdict means nothing.
"""

import inspect
import re
import sys
import typing
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from inspect import Parameter, isclass, isfunction
from operator import attrgetter
from types import SimpleNamespace
from typing import Any

from evaluators.cards import Card, format_card
from evaluators.rules import STANDARD, Rules
from harness.adapters.place import library_named
from harness.adapters.plain import KeyRefusedError
from harness.processes.visible import visible_repr

signature: Callable[..., inspect.Signature] = inspect.signature
if sys.version_info >= (3, 14):  # annotations may use names that only type checkers import
    from annotationlib import Format

    signature = partial(inspect.signature, annotation_format=Format.FORWARDREF)

CARDS: dict[Any, type] = {str: str, int: int, object: str, Any: str}
"""The form of a card, by its annotation."""
CONTAINERS: dict[type, Callable[[Sequence[Any]], Any]] = {
    **{kind: kind for kind in (list, tuple, set, frozenset)},
    str: " ".join,
}
"""How a hand is made; a function gets the first container that its annotation allows."""
OWN, BOARD = r"(hand|hole|pocket)s?(_?cards)?", r"(board|community)s?(_?cards)?"
HAND_AND_BOARD = re.compile(f"(?i){OWN} {BOARD}|(?P<board_first>{BOARD} {OWN})")
"""The names of two parameters that get a player's own cards, and those on the table."""

ONE_HAND = ("hand", "cards", "self")
"""Names of a parameter that is certainly not a list of hands."""


class CallError(TypeError):
    """A function that cannot be called with a hand; the message says what to write instead."""


class Function:
    """A function of a hand as an evaluator; or a function that compares two hands.

    Attributes:
        cards: the form of a card: ``str`` for texts such as ``"Kd"``, ``int`` for card numbers, or
            the author's class, which makes a card of such a text in each call.
        function: the function as it was passed.
        native: makes a hand from any sequence of encoded cards.
        forms: the values of attributes that a comparison may need: where no annotation says which,
            the first with which the function answers.
        evaluate_native: the function of such a hand, or of two.
        sizes: the numbers of cards that it takes.
        lower_wins: True if lower keys win, False if higher; None if the function does not say so.

    Raises:
        CallError: a signature that asks for something else; the message says what to write instead.

    >>> def lowest(hand: tuple[int, ...]) -> int: return min(hand)
    >>> Function(lowest).evaluate([45, 43, 36, 34, 31])
    31
    >>> Function(lambda a, b, c, d, e: d + e).evaluate(["Kd", "Qs", "Jc", "Th", "9s"])
    'Th9s'
    >>> def key(): ...
    >>> Function(key)
    Traceback (most recent call last):
        ...
    harness.adapters.calling.CallError: key() takes no parameters; write key(hand), or key(*cards)
    """

    def __init__(
        self, function: Callable[..., Any], hands: int = 1, rules: Rules = STANDARD
    ) -> None:
        self.function, self._compares, self._sizes = function, hands == 2, rules.sizes
        self.name: str = getattr(function, "__name__", type(function).__name__)
        required, star = required_parameters(function, hands)
        self._shown = f"{self.name}({', '.join(map(str, required + star))})"
        names = " ".join(p.name for p in required)
        of_names = HAND_AND_BOARD.fullmatch(names) if hands == 1 else None
        has_board = of_names is not None
        if reason := self._why_not(required, star, 2 if has_board else hands):  # two parameters
            raise self._refusal(reason)
        one_card_each = hands == 1 and len(required) != 1 and not has_board
        parameters = required + star if one_card_each else required or star
        forms = [self._form(p, one_card_each) for p in parameters]
        if len({form[:1] if has_board else form for form in forms}) > 1:
            raise self._refusal("takes cards in two forms; annotate its parameters alike")
        self.cards, self.native, size = forms[-1]
        self._make = None if self.cards in (str, int) else self.cards
        called: Callable[..., Any] = self._with_own_cards if self._make else function
        self.evaluate_native = called
        self._is_spread = one_card_each or has_board
        is_free = self._is_free and not self._is_spread
        natives = [self.native, " ".join] if is_free else [self.native]
        self.forms: list[dict[str, Any]] = [{"native": native} for native in natives]
        if of_names:
            way, makes = -1 if of_names["board_first"] else 1, [make for _, make, _ in forms]
            self.native = lambda hand: tuple(
                make(part) for make, part in zip(makes, rules.hand_and_board(hand)[::way])
            )
            *_, size = forms[::way][1]  # of the board
            size = size and size + len(rules.hand_and_board(rules.deck[:9])[0])
        elif one_card_each:
            size = len(required)
        if self._is_spread:
            self.evaluate_native = lambda hand: called(*hand)
        elif required and required[0].kind is Parameter.KEYWORD_ONLY:
            self.evaluate_native = lambda hand: called(**{required[0].name: hand})
        sizes = range(size, size + 1) if size else self._sizes
        if one_card_each and star:
            sizes = range(size or min(self._sizes), max(self._sizes) + 1)
        self.sizes = getattr(function, "sizes", sizes)
        self.lower_wins = getattr(function, "lower_wins", None)

    def encode(self, card: Card) -> Any:
        """The card as its number, or as text."""
        return card if self.cards is int else format_card(card)

    def arguments(self, hand: Sequence[Any]) -> tuple[Any, ...]:
        """The function's arguments for a hand of encoded cards."""
        native = self.native(hand)
        return tuple(map(self._own, native if self._is_spread else [native]))

    def evaluate(self, hand: Sequence[Any]) -> Any:
        """The key of a hand of encoded cards; the function gets a new container."""
        return self.evaluate_native(self.native(hand))

    def _own(self, hand: Any) -> Any:
        """A hand, a part of it or a card, with cards of the author's class in place of texts."""
        if self._make and isinstance(hand, str):
            return self._make(hand)
        return type(hand)(map(self._own, hand)) if self._make else hand

    def _with_own_cards(self, *hands: Any, **named: Any) -> Any:
        """The function's answer about new cards, which it may change.

        If it is one of two hands, that hand is returned as it came.
        """
        own = [*map(self._own, hands)]
        answer = self.function(*own, **{name: self._own(hand) for name, hand in named.items()})
        winners = [hand for hand, made in zip(hands, own) if made is answer]
        return winners[0] if winners and self._compares else answer

    def _why_not(self, required: list[Parameter], star: list[Parameter], hands: int) -> str:
        """The reason why a function with these parameters cannot be asked; empty if it can."""
        many, write = len(required), f"write {self.name}(hand)"
        if inspect.iscoroutinefunction(self.function):
            return "is async; write a plain def that returns the key"
        if inspect.isgeneratorfunction(self.function):
            return "yields; return the key instead"
        if inspect.isfunction(self.function) and "self" in [p.name for p in required[:1]]:
            return f"is a method; name that of an instance: mine.py:instance.{self.name}"
        if (many > 1 or star) and any(p.kind is p.KEYWORD_ONLY for p in required):
            return "takes more than a hand; give every other parameter a default"
        order, is_key = attrgetter("__lt__", "__gt__"), not isinstance(self, Method)
        if is_key and isclass(self.function) and order(self.function) == order(object):
            which = "define __lt__ and __eq__, or write a function that returns a key"
            return f"makes objects without an order; {which}"
        if many == hands or (star and not many):
            return ""
        if hands == 2:
            winners = f"{self.name}(hands), which returns those that win"
            return f"must take two hands; write {self.name}(first, second), or {winners}"
        if many == 2:
            write += f" or {self.name}(hand, board)"
            compare = "check it with --compare if it compares two hands"
            return f"takes two parameters; {write}, or {compare}"
        if many not in self._sizes:
            return f"takes {many or 'no'} parameters; {write}, or {self.name}(*cards)"
        return ""

    def _form(self, parameter: Parameter, is_card: bool) -> tuple[type, Any, int]:
        """The form of a card, how a hand is made, and its only size, if there is one."""
        try:
            hint = self._hint(parameter.annotation)
            self._is_free = hint is object
            if is_card:
                return _card(hint), tuple, 0
            kind, items = typing.get_origin(hint) or hint, typing.get_args(hint)
            container: type = next(each for each in CONTAINERS if issubclass(each, kind))
            (cards,) = {_card(item) for item in items if item is not ...} or {str}
        except Exception:  # the annotation cannot be read, or it has no such container or cards
            if library_named(str(parameter.annotation)):
                add = f"annotate {parameter.name} as np.ndarray, or add --style numpy"
                raise self._refusal(f"takes an array: {add}, see docs/arrays.md") from None
            forms = "str or int" if is_card else "list[str], list[int] or str"
            raise self._refusal(
                f"asks for what we cannot make of cards; annotate {parameter.name} as {forms}, and "
                f"convert it inside {self.name}"
            ) from None
        size = len(items) if container is tuple and ... not in items else 0
        if container is list and hasattr(self.function, "cache_info"):
            container = tuple  # which the function's cache can look up
        return cards, CONTAINERS[container], size

    def _hint(self, annotation: Any) -> Any:
        """The type that an annotation names in the module of the function."""
        module = sys.modules.get(getattr(self.function, "__module__", ""), typing)
        stub = SimpleNamespace(__annotations__={"hand": annotation})
        hint = typing.get_type_hints(stub, vars(typing) | vars(module))["hand"]
        return object if hint in (Parameter.empty, Any) else hint

    def _refusal(self, reason: str) -> CallError:
        return CallError(f"{self._shown} {reason}")


def orders_instances(target: Any) -> bool:
    """True if a class says in Python which of its instances is less, as no `IntEnum` does."""
    return isfunction(getattr(target, "__lt__", None))


def _card(hint: Any) -> type:
    """The form of a card; a class is one if a ``str`` is all that it needs."""
    if isclass(hint) and hint not in CARDS:
        ((text,), _) = required_parameters(hint, 1)
        return {str: hint, "str": hint}[text.annotation]
    return CARDS[hint]


class Method(Function):
    """A method of one other instance: a comparison of two hands that its class is built from.

    >>> class Lowest(list):
    ...     def against(self, other): return min(self) - min(other)
    >>> Method(Lowest.against, Lowest).evaluate_native([4, 9], [3, 8])
    1
    """

    def __init__(self, method: Callable[[Any, Any], Any], owner: Callable[..., Any]) -> None:
        super().__init__(owner)
        build = self.evaluate_native

        def compare(one: Any, other: Any) -> Any:
            first, second = build(one), build(other)
            answer = method(first, second)
            return one if answer is first else other if answer is second else answer

        self.evaluate_native = compare
        self.name = method.__qualname__


class Winners(Function):
    """A function of a list of hands, or of a dict of these by name, that returns those that win.

    Attributes:
        container: ``list`` or ``dict``.

    >>> def lowest(hands: list[list[int]]): return [hand for hand in hands if hand == min(hands)]
    >>> Winners(lowest).winners([[4, 9], [3, 8], [3, 8]])
    {1, 2}
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._ask, self.lower_wins = self.evaluate_native, False
        self.forms = [
            form | {"container": container} for container in self._containers for form in self.forms
        ]
        self.container = self._containers[0]
        self.evaluate_native = self._sign

    def _with_own_cards(self, *hands: Any, **named: Any) -> Any:
        """The function's answer about new cards: the hands that it returns, as they came."""
        (given,) = *hands, *named.values()
        names = [*given] if isinstance(given, dict) else []
        players = [*given.values()] if names else given
        own = [*map(self._own, players)]
        gets = dict(zip(names, own)) if names else [*own]
        answer = self.function(*[gets] * len(hands), **dict.fromkeys(named, gets))
        came = {id(made): hand for made, hand in zip(own, players)}
        if isinstance(answer, list | tuple) and id(answer) not in came:
            return [came.get(id(item), item) for item in answer]
        return came.get(id(answer), answer)

    def winners(self, hands: Sequence[Any]) -> set[int]:
        """The indices of the hands that the function returns: themselves, their names or indices.

        Raises:
            KeyRefusedError: it returns anything else, or none.
        """
        is_dict = self.container is dict
        names = [f"player {n + 1}" if is_dict else n for n in range(len(hands))]
        answer: Any = self._ask(dict(zip(names, hands)) if is_dict else [*hands])
        is_one = isinstance(answer, str) or (isinstance(answer, type(hands[0])) and answer in hands)
        items = [answer] if is_one else [*answer] if isinstance(answer, Iterable) else []
        items = [item.tolist() if hasattr(item, "tolist") else item for item in items]  # of NumPy
        players = [*zip(names, hands, zip(names, hands))]
        named = [{n for n, player in enumerate(players) if item in player} for item in items]
        # A single index is not read: nobody could tell 0 from a tie. True equals 1.
        if not named or not all(named) or any(isinstance(item, bool) for item in items):
            why = f"{visible_repr(answer)} does not say who wins; return a list of those that win"
            raise KeyRefusedError(why)
        return set().union(*named)

    def _sign(self, one: Any, other: Any) -> int:
        winners = self.winners([one, other])
        return (0 in winners) - (1 in winners)

    def _form(self, parameter: Parameter, is_card: bool) -> tuple[type, type, int]:
        """The form of the hands in the container that the annotation names."""
        hint = self._hint(parameter.annotation)
        kind, items = typing.get_origin(hint) or hint, [*typing.get_args(hint)]
        self._containers = [
            each for each in (list, dict) if inspect.isclass(kind) and issubclass(each, kind)
        ]
        if not self._containers:
            raise self._refusal("must take a list of hands, or a dict; annotate it so")
        hand = next((item for item in reversed(items) if item is not ...), Parameter.empty)
        return super()._form(parameter.replace(annotation=hand), is_card)


def comparison(function: Callable[..., Any], owner: Any = None) -> Function:
    """A function of two hands, of a list of hands, or a method of a class, its `owner`.

    Without an owner, it is the class that defines the method, if its module has that.

    Raises:
        CallError: any other function; the message says what to write instead.
    """
    required, star = required_parameters(function, 2)
    name = getattr(function, "__qualname__", "").rpartition(".")[0]
    if not hasattr(function, "__self__"):  # a method of an object is asked as it is
        owner = owner or getattr(function, "__globals__", {}).get(name)
    static = inspect.getattr_static(owner, getattr(function, "__name__", ""), None)
    if inspect.isclass(owner) and inspect.isfunction(static) and len(required) == 2:
        return Method(function, owner)
    if len(required) == 1 and not star and required[0].name not in ONE_HAND:
        return Winners(function)
    return Function(function, hands=2)


def required_parameters(
    function: Callable[..., Any], hands: int
) -> tuple[list[Parameter], list[Parameter]]:
    """The required parameters, or else the first optional ones; and the one with a star.

    A builtin function without a signature takes as many hands as it gets.
    """
    try:
        parameters = list(signature(function).parameters.values())
    except ValueError:
        parameters = [Parameter("hand", Parameter.POSITIONAL_ONLY)] * hands
    star = [p for p in parameters if p.kind is p.VAR_POSITIONAL]
    usual = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    optional = [p for p in usual if p.kind is not p.KEYWORD_ONLY][:hands]
    return [p for p in usual if p.default is p.empty] or optional, star
