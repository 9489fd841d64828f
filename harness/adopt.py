"""Somebody else's evaluator, made to fit: a name, a module, a file, a plugin or a command.

Whatever has the five names of the protocol is taken as it is. A plain function is enough: it gets
a hand as a list of strings (``["Kd", "Qs", ...]``), or as what its first parameter says that it
takes: ``str`` for one text, ``list[int]`` or ``Sequence[int]`` for card numbers. Which way its keys
run is found out from a royal flush and a 7-5-4-3-2.
"""

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from inspect import Parameter, isfunction, signature
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_args, get_origin

import evaluators
from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED, UnknownEvaluatorError
from evaluators.cards import Card, format_card, parse_hand
from evaluators.protocol import Evaluator, Key
from harness.external import Command
from harness.keys import refusal

if TYPE_CHECKING:
    from evaluators.protocol import ArrayEvaluator

GROUP = "allhands.evaluators"
COMMAND = "exec:"
NAMES = ("name", "sizes", "lower_wins", "encode", "evaluate")
FILE = re.compile(r"(.+\.py)(?::(\w+))?")
EXTREMES = "As Ks Qs Js Ts", "7c 5d 4d 3d 2d"


class DirectionError(ValueError):
    """The strongest hand and the weakest do not tell which way keys run; says why."""


def load(place: str) -> Evaluator[Any, Key]:
    """The evaluator of a name, or at a place.

    Args:
        place: a name that ``allhands list`` shows, of a plugin, ``module:attribute``,
            ``file.py:attribute``, or ``exec:`` and a command.

    Raises:
        UnknownEvaluatorError: there is none; says what was perhaps meant.
        ImportError: it needs a library that is not installed.
    """
    if place in BUILT_IN | PUBLISHED | PEERS:
        return evaluators.load(place)
    if place.startswith(COMMAND):
        return _by_command(place.removeprefix(COMMAND))
    return fitted(find(place), place)


def load_array(place: str) -> "ArrayEvaluator":
    """The evaluator of a name, or at a place, that takes an array of hands a call.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if not FILE.fullmatch(place):
        return evaluators.load_vectorized(place)
    found = find(place)
    if missing := [name for name in NAMES if name != "encode" and not hasattr(found, name)]:
        raise UnknownEvaluatorError(f"{place!r} takes no arrays: it has no {missing[0]!r}")
    evaluator: ArrayEvaluator = found
    return evaluator


@cache
def _by_command(command: str) -> "ByCommand":
    """One for a process: starting it may take long."""
    return ByCommand(command)


def fitted(found: Any, place: str) -> Evaluator[Any, Key]:
    """Whatever was found, as an evaluator.

    Raises:
        UnknownEvaluatorError: it is none, and no function.
    """
    if all(hasattr(found, name) for name in NAMES):
        evaluator: Evaluator[Any, Key] = found
        return evaluator
    if isinstance(found, ModuleType):
        found = the_function_of(found, place)
    if callable(found):
        if takes_two(found):
            raise UnknownEvaluatorError(f"{place!r} takes two hands: check it with --compare")
        return Function(found)
    missing = next(name for name in NAMES if not hasattr(found, name))
    raise UnknownEvaluatorError(f"{place!r} is no evaluator and no function: it has no {missing!r}")


def find(place: str) -> Any:
    """What is at a place: an evaluator, a function, or a module.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if match := FILE.fullmatch(place):  # before plugins: these are looked up on the disk
        module = _from_file(str(Path(match[1]).resolve()))
        if match[2] and not hasattr(module, match[2]):
            raise UnknownEvaluatorError(f"{match[1]} has no {match[2]!r}")
        return getattr(module, match[2]) if match[2] else module
    if plugin := plugins().get(place):
        return plugin.load()
    return evaluators.find(place, BUILT_IN | PUBLISHED | PEERS, plugins())


def plugins() -> dict[str, EntryPoint]:
    """The evaluators that installed packages offer."""
    return {plugin.name: plugin for plugin in entry_points(group=GROUP)}


@cache
def _from_file(file: str) -> ModuleType:
    """A module, run once; the files beside it can be imported by it."""
    path = Path(file)
    if not path.is_file():
        raise UnknownEvaluatorError(f"{file}: there is no such file")
    if str(path.parent) not in sys.path:
        sys.path.insert(0, str(path.parent))
    spec = spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules.setdefault(path.stem, module)
    spec.loader.exec_module(module)
    return module


def the_function_of(module: ModuleType, place: str, name: str = "evaluate") -> Callable[..., Any]:
    """The function ``evaluate`` of a module, or the only one that it defines."""
    if callable(found := getattr(module, name, None)):
        function: Callable[..., Any] = found
        return function
    own = {
        name: each
        for name, each in vars(module).items()
        if isfunction(each) and each.__module__ == module.__name__ and not name.startswith("_")
    }
    if len(own) == 1:
        return next(iter(own.values()))
    of_its_own = f"it has {', '.join(own)}" if own else "it has none of its own"
    raise UnknownEvaluatorError(
        f"{place!r}: no function is called {name}, and {of_its_own}; say which: {place}:FUNCTION"
    )


def code_of(place: str, style: str = "python") -> str:
    """A hash of the file that an evaluator is in, or of those that a command names.

    What these import is not in it. Nothing is run; where there is no file, the hash is empty.

    >>> len(code_of("rulebook")), code_of("no_such_module"), len(code_of("exec:cat"))
    (64, '', 64)
    """
    known = VECTORIZED if style == "numpy" else BUILT_IN | PUBLISHED | PEERS
    files: list[str | None]
    if place.startswith(COMMAND):
        words = shlex.split(place.removeprefix(COMMAND))
        files = [which(word) or word for word in words]
    elif match := FILE.fullmatch(place):
        files = [match[1]]
    else:
        module = known.get(place, place).partition(":")[0]
        plugin = plugins().get(place)
        try:
            spec = find_spec(plugin.module if plugin else module)
        except (ImportError, ValueError):
            spec = None
        files = [spec.origin if spec else None]
    found = [Path(file).read_bytes() for file in files if file and Path(file).is_file()]
    return sha256(b"".join(found)).hexdigest() if found else ""


class Told:
    """An evaluator of which only keys are known: which way they run is found out."""

    encode: Callable[[Card], Any]
    evaluate: Callable[[Sequence[Any]], Any]

    @cached_property
    def lower_wins(self) -> bool:
        """Found out from a royal flush and a 7-5-4-3-2.

        Raises:
            DirectionError: they have one key, or keys that cannot be compared.
        """
        best, worst = (
            self.evaluate([self.encode(card) for card in parse_hand(hand)]) for hand in EXTREMES
        )
        for hand, key in zip(EXTREMES, (best, worst)):
            if reason := refusal(key):
                raise DirectionError(f"{hand}: {reason}")
        try:
            if best != worst:
                return bool(best < worst)
        except TypeError as error:
            raise DirectionError(f"{EXTREMES[0]} and {EXTREMES[1]}: {error}") from None
        raise DirectionError(f"{EXTREMES[0]} and {EXTREMES[1]} have one key: {best!r}")


class ByCommand(Command, Told):
    """A command that answers hands with keys."""


class Function(Told):
    """A plain function from a hand to a key.

    Attributes:
        takes: of what a hand is made for it: ``str`` one text, ``int`` numbers, ``list`` strings.
        given: makes a hand of its own for it.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.name = getattr(function, "__name__", type(function).__name__)
        self.sizes = getattr(function, "sizes", range(5, 8))
        self.takes = takes(function)
        self.given: Callable[[Sequence[Any]], Any] = " ".join if self.takes is str else list

    def encode(self, card: Card) -> Any:
        """The card as text, or as its number."""
        return card if self.takes is int else format_card(card)

    def evaluate(self, hand: Sequence[Any]) -> Any:
        """What the function says of a hand, which it gets for itself."""
        return self.function(self.given(hand))


def takes_two(function: Callable[..., Any]) -> bool:
    """Whether a function needs two hands.

    >>> takes_two(lambda one, other: 0), takes_two(lambda hand, fast=True: 0), takes_two(max)
    (True, False, False)
    """
    try:
        parameters = signature(function).parameters.values()
    except (ValueError, TypeError):
        return False
    positional = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in positional and p.default is Parameter.empty]
    return len(needed) == 2


def takes(function: Callable[..., Any]) -> type:
    """What a function says that it takes: ``str`` one text, ``int`` numbers, ``list`` strings.

    >>> def by_number(hand: list[int]) -> int: return min(hand)
    >>> def by_text(hand: str) -> int: return len(hand)
    >>> takes(by_number), takes(by_text), takes(lambda hand: 0)
    (<class 'int'>, <class 'str'>, <class 'list'>)
    """
    try:
        first = next(iter(signature(function, eval_str=True).parameters.values()))
    except (ValueError, TypeError, NameError, StopIteration):
        return list
    if first.annotation is str:
        return str
    if get_origin(first.annotation) and int in get_args(first.annotation):
        return int
    return list
