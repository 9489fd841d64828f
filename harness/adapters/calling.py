"""How to call a plain function with a hand, according to its signature.

A parameter without an annotation gets a list of texts such as ``"Kd"``. An annotation chooses
another container (``str`` is one text, ``"Kd Qs Jc Th 9s"``) or card numbers (``list[int]``). Five
to seven required parameters, or ``*cards``, get one card each. Any other signature is refused, in a
sentence that says what to write instead: a function with the wrong argument often returns a key
all the same, and then its verdict means nothing.
"""

import re
import sys
import typing
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from inspect import (
    Parameter,
    Signature,
    formatannotation,
    isasyncgenfunction,
    isclass,
    iscoroutinefunction,
    isgeneratorfunction,
    isroutine,
    signature,
    unwrap,
)
from textwrap import shorten
from types import SimpleNamespace, UnionType
from typing import Any, Literal, NamedTuple, NewType, TypeVar, Union, get_args, get_origin

CARDS = (str, int)
CONTAINERS = (list, tuple, set, frozenset, str)  # a function gets the first that it allows
HASHABLE: dict[type, type] = {list: tuple, set: frozenset}  # for a function with a cache
SPREAD = range(5, 8)  # this many required parameters are one card each

_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
# Annotations may use these names even where a module imports them for type checkers only.
_TYPING = {name: getattr(typing, name) for name in typing.__all__}
_ARRAY = re.compile("ndarray|NDArray|ArrayLike|_SupportsArray")
_MODULES = re.compile(r"[\w.<>]+\.(?=\w)")

FormT = TypeVar("FormT")


class CallError(TypeError):
    """A function that cannot be called with a hand; the message says what to write instead."""


@dataclass(frozen=True)
class Call:
    """How to call a function with one hand.

    Attributes:
        cards: the form of a card: ``str`` for texts such as ``"Kd"``, ``int`` for card numbers.
        function: the function, which takes a hand that `make_hand` makes.
        make_hand: makes a new container for the function from any sequence of cards. None where
            every card is an argument; `function` then takes any sequence of cards.
        sizes: the only numbers of cards that the signature allows; None if it allows any.
    """

    cards: type
    function: Callable[[Any], Any]
    make_hand: Callable[[Sequence[Any]], Any] | None
    sizes: range | None = None

    @cached_property
    def ask(self) -> Callable[[Sequence[Any]], Any]:
        """The function of a sequence of cards; every call gets a new container."""
        function, make_hand = self.function, self.make_hand
        return function if make_hand is None else lambda cards: function(make_hand(cards))


@dataclass(frozen=True)
class Comparison:
    """How to call a function with two hands.

    Attributes:
        cards: the form of a card: ``str`` for texts such as ``"Kd"``, ``int`` for card numbers.
        function: the function, which takes two hands that `make_hand` makes.
        make_hand: makes a new container for the function from any sequence of cards.
    """

    cards: type
    function: Callable[[Any, Any], Any]
    make_hand: Callable[[Sequence[Any]], Any]

    def ask(self, first: Sequence[Any], second: Sequence[Any]) -> Any:
        """Call the function with new containers, and return its answer."""
        return self.function(self.make_hand(first), self.make_hand(second))


def how_to_call(function: Callable[..., Any]) -> Call:
    """How to call a function with one hand.

    Raises:
        CallError: a signature that asks for something other than one hand.

    >>> def lowest(hand: tuple[int, ...]) -> int: return min(hand)
    >>> call = how_to_call(lowest)
    >>> call.cards, call.make_hand, call.ask([45, 43, 36, 34, 31])
    (<class 'int'>, <class 'tuple'>, 31)
    >>> how_to_call(lambda a, b, c, d, e: d + e).ask(["Kd", "Qs", "Jc", "Th", "9s"])
    'Th9s'
    >>> def evaluate(): ...
    >>> how_to_call(evaluate)
    Traceback (most recent call last):
        ...
    harness.adapters.calling.CallError: evaluate() takes no hand; write evaluate(hand)
    """
    needs = _Needs(function, like=lambda hand: None)
    match needs.positional, needs.variadic, needs.keywords:
        case [hand], _, []:
            form = needs.form(hand)
            return Call(form.cards, function, form.make_hand, form.sizes)
        case [], None, [hand]:
            form, name = needs.form(hand), hand.name
            return Call(
                form.cards, lambda hand: function(**{name: hand}), form.make_hand, form.sizes
            )
        case [], Parameter() as cards, []:
            return Call(needs.card([cards]), lambda hand: function(*hand), None)
        case cards, _, [] if len(cards) in SPREAD:
            sizes = _exactly(len(cards))
            return Call(needs.card(cards), lambda hand: function(*hand), None, sizes)
    raise CallError(_why_not(needs))


def how_to_compare(function: Callable[..., Any]) -> Comparison:
    """How to call a function that compares two hands.

    Raises:
        CallError: a signature that asks for something other than two hands in one form.

    >>> def compare(first: str, second: str) -> int: return (first > second) - (first < second)
    >>> how_to_compare(compare).ask(["Ks", "As"], ["5d", "7c"])
    1
    """
    needs = _Needs(function, like=lambda first, second: None)
    match needs.positional, needs.variadic, needs.keywords:
        case [first, second], _, []:
            pass
        case [], Parameter() as first, []:
            second = first
        case _:
            raise CallError(
                f"{needs} must take two hands and nothing else; write {needs.name}(first, second)"
            )
    form = needs.form(first)
    if form != needs.form(second):
        raise CallError(f"{needs} takes its hands in two forms; annotate both alike")
    return Comparison(form.cards, function, form.make_hand)


class _Form(NamedTuple):
    """The form in which a parameter takes a hand."""

    cards: type
    container: type
    sizes: range | None

    @property
    def make_hand(self) -> Callable[[Sequence[Any]], Any]:
        return " ".join if self.container is str else self.container


class _Needs:
    """The arguments that a function needs.

    Attributes:
        name: the function's name.
        positional: its required parameters; if it requires nothing, the first optional one.
        variadic: its parameter with one star, or None.
        keywords: the required parameters that are passed by name.
        cached: whether it looks its argument up in a cache.
        namespace: the meanings of the names in its annotations.
    """

    def __init__(self, function: Callable[..., Any], like: Callable[..., Any]) -> None:
        """Read a signature; a builtin function that has none is treated as `like`."""
        named = function.func if isinstance(function, partial) else function
        runs = named if isclass(named) or isroutine(named) else type(named).__call__
        source = unwrap(runs.__init__ if isclass(runs) else runs)
        self.name = getattr(named, "__name__", type(named).__name__)
        self.namespace = _TYPING | getattr(source, "__globals__", {})
        self.cached = _has_cache(unwrap(runs, stop=_has_cache))
        try:
            parameters = list(_signature(function).parameters.values())
        except ValueError:
            parameters = list(_signature(like).parameters.values())
        positional = [p for p in parameters if p.kind in _POSITIONAL]
        self.positional = [p for p in positional if p.default is Parameter.empty]
        self.variadic = next((p for p in parameters if p.kind is Parameter.VAR_POSITIONAL), None)
        by_name = [p for p in parameters if p.kind is Parameter.KEYWORD_ONLY]
        self.keywords = [p for p in by_name if p.default is Parameter.empty]
        if not self.positional + self.keywords:
            self.positional = positional[:1]
        if reason := _never(runs, parameters, is_python=hasattr(source, "__globals__")):
            raise CallError(f"{self} {reason}")

    def __str__(self) -> str:
        shown = [*self.positional, *filter(None, [self.variadic]), *self.keywords]
        return self.name + str(Signature([_bare(parameter) for parameter in shown]))

    def form(self, hand: Parameter) -> _Form:
        """The form in which a parameter takes a hand.

        Raises:
            CallError: an annotation that does not name a form.
        """
        form = self._read(hand, _form, "list[str], list[int] or str")
        if self.cached:
            return form._replace(container=HASHABLE.get(form.container, form.container))
        return form

    def card(self, cards: Sequence[Parameter]) -> type:
        """The form in which each of these parameters takes a card.

        Raises:
            CallError: an annotation that does not name a form, or annotations that name two.
        """
        forms = {self._read(parameter, _card, "str or int") for parameter in cards}
        if len(forms) > 1:
            raise CallError(f"{self} takes its cards in two forms; annotate all of them alike")
        return forms.pop()

    def _read(self, parameter: Parameter, read: Callable[[Any], FormT | None], forms: str) -> FormT:
        annotation = parameter.annotation
        written = annotation if isinstance(annotation, str) else formatannotation(annotation)
        stub = SimpleNamespace(__annotations__={"hand": annotation})
        reason = "we cannot make this from cards"
        try:
            meaning = typing.get_type_hints(stub, self.namespace)["hand"]
        except Exception as error:
            meaning, reason = None, str(error)
        if _ARRAY.search(f"{written} {formatannotation(meaning)}"):
            meaning, reason = None, "only --style numpy gives arrays"
        if (form := read(meaning)) is not None:
            return form
        written = shorten(_MODULES.sub("", written), 60, placeholder=" ...")
        raise CallError(
            f"{self.name}({_bare(parameter)}: {written}): {reason}; "
            f"annotate {parameter.name} as {forms}, and convert it inside {self.name}"
        )


def _signature(function: Callable[..., Any]) -> Signature:
    """A signature; its annotations as text, if they use names that only type checkers import."""
    if sys.version_info >= (3, 14):
        from annotationlib import Format

        try:
            return signature(function)
        except NameError:  # before 3.14, it was raised where the function was defined
            return signature(function, annotation_format=Format.STRING)
    return signature(function)


def _never(runs: Any, parameters: Sequence[Parameter], is_python: bool) -> str | None:
    """Why a function of this kind cannot return a key, and what to do about it."""
    if iscoroutinefunction(runs) or isasyncgenfunction(runs):
        return "is async; write a plain def that returns the key"
    if isgeneratorfunction(runs):
        return "yields; return the key instead"
    if is_python and parameters and parameters[0].name == "self":
        return (
            "is a method of a class; "
            f"make an instance of the class, and name its method: mine.py:instance.{runs.__name__}"
        )
    kinds = [parameter.kind for parameter in parameters]
    if kinds == [Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD]:
        hidden = parameters[1].name
        return f"hides its parameters behind **{hidden}; use functools.wraps in its decorator"
    return None


def _why_not(needs: _Needs) -> str:
    """Why a function does not take one hand, and what to write instead."""
    name, parameters = needs.name, len(needs.positional)
    if needs.keywords:
        return f"{needs} takes more than a hand; give every other parameter a default"
    if parameters == 0:
        return f"{needs} takes no hand; write {name}(hand)"
    if parameters == 2:
        return (
            f"{needs} takes two parameters; "
            f"write {name}(hand), or use --compare if it compares two hands"
        )
    return f"{needs} takes {parameters} parameters; write {name}(hand), or {name}(*cards)"


def _form(annotation: Any) -> _Form | None:
    """The first form of a hand that an annotation allows."""
    for allowed in _alternatives(annotation):
        container = _first(CONTAINERS, get_origin(allowed) or allowed)
        items = get_args(allowed)
        kinds = {_card(item) for item in items if item is not ...} or {str}
        if container and len(kinds) == 1 and (cards := kinds.pop()):
            fixed = container is tuple and items and ... not in items
            return _Form(cards, container, _exactly(len(items)) if fixed else None)
    return None


def _card(annotation: Any) -> type | None:
    """The first form of a card that an annotation allows."""
    kinds = (_first(CARDS, allowed) for allowed in _alternatives(annotation))
    return next(filter(None, kinds), None)


def _first(kinds: Sequence[type], wanted: Any) -> type | None:
    """The first of these types that is a subtype of the wanted one.

    >>> _first(CONTAINERS, Sequence), _first(CONTAINERS, str), _first(CONTAINERS, dict)
    (<class 'list'>, <class 'str'>, None)
    """
    try:
        return next((kind for kind in kinds if issubclass(kind, wanted)), None)
    except TypeError:  # not a class, or a protocol that is not for run time
        return None


def _alternatives(annotation: Any) -> Iterator[Any]:
    """The types that an annotation allows, behind aliases, type variables and unions.

    >>> Card = NewType("Card", int)
    >>> list(_alternatives(Card | None)), list(_alternatives(Any))
    ([<class 'int'>, <class 'NoneType'>], [<class 'object'>])
    """
    origin = get_origin(annotation)
    parts: Sequence[Any]
    if annotation is Any or annotation is Parameter.empty:
        parts = [object]
    elif isinstance(annotation, NewType):
        parts = [annotation.__supertype__]
    elif isinstance(annotation, TypeVar):
        parts = annotation.__constraints__ or [annotation.__bound__ or object]
    elif hasattr(annotation, "__value__"):  # `type Hand = ...` of Python 3.12
        parts = [annotation.__value__]
    elif origin is Literal:
        parts = [type(value) for value in get_args(annotation)]
    elif origin in (Union, UnionType):
        parts = get_args(annotation)
    else:
        yield annotation
        return
    for part in parts:
        yield from _alternatives(part)


def _bare(parameter: Parameter) -> Parameter:
    return parameter.replace(default=Parameter.empty, annotation=Parameter.empty)


def _exactly(cards: int) -> range:
    return range(cards, cards + 1)


def _has_cache(function: Any) -> bool:
    return hasattr(function, "cache_info")
