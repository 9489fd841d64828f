"""Load somebody else's evaluator: from a name, a module, a file, a plug-in or a command.

An object with the five names of the protocol is used as it is. A plain function is enough: its
signature says how it takes a hand, see `calling`. A function does not say whether higher or lower
keys win; the check infers that from the keys of the strongest and the weakest hand.
"""

import re
import shlex
import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from inspect import getattr_static, isclass, isfunction
from operator import attrgetter
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

import evaluators
from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED, UnknownEvaluatorError
from evaluators.cards import Card, format_card
from evaluators.protocol import Evaluator, Key
from harness.adapters.calling import CallError, how_to_call
from harness.adapters.commands import Command
from harness.adapters.forgiving import PREFIX, Forgiving
from harness.processes.limits import USUAL, Limits

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from evaluators.protocol import ArrayEvaluator

GROUP = "allhands.evaluators"
COMMAND = "exec:"
NAMES = ("name", "sizes", "lower_wins", "encode", "evaluate")
FILE = re.compile(r"(.+\.py)(?::([\w.]+))?")


def load(place: str, limits: Limits = USUAL) -> "Fitted":
    """The evaluator of a name, or at a place.

    Args:
        place: a name that ``allhands list`` shows, of a plugin, ``module:attribute``,
            ``file.py:attribute``, or ``exec:`` and a command; or ``forgiving:`` and one of these.
        limits: what a command may take.

    Raises:
        UnknownEvaluatorError: nothing is there; the message suggests similar names.
        ImportError: it needs a library that is not installed.
    """
    if place in BUILT_IN | PUBLISHED | PEERS:
        return evaluators.load(place)
    if place.startswith(COMMAND):
        return Command(place.removeprefix(COMMAND), limits)
    if place.startswith(PREFIX):
        return Forgiving(load(place.removeprefix(PREFIX), limits))
    return fitted(find(place), place)


def look(place: str, style: str = "python") -> None:
    """Refuse a place that certainly holds no evaluator, without running any code.

    Raises:
        UnknownEvaluatorError: nothing is there; the message suggests similar names.
    """
    ours = BUILT_IN | PUBLISHED | PEERS
    known = VECTORIZED if style == "numpy" else ours
    if place in ours or place in plugins() or place.startswith(COMMAND):
        return
    if place.startswith(PREFIX):  # for graders alone: it answers where the evaluator fails
        raise evaluators.unknown(place, [*known, *plugins()])
    if match := FILE.fullmatch(place):
        if not Path(match[1]).is_file():
            raise UnknownEvaluatorError(f"{match[1]}: there is no such file")
    elif not (":" in place or "." in place or _file_of(place)):
        raise evaluators.unknown(place, [*known, *plugins()])


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


def fitted(found: Any, place: str) -> "Fitted":
    """An object that was found, adapted to the protocol.

    Raises:
        UnknownEvaluatorError: it is neither an evaluator nor a function of a hand.
    """
    if isclass(found) and isfunction(getattr_static(found, "evaluate", None)):
        raise UnknownEvaluatorError(f"{place!r} is a class; name an evaluator that it makes")
    if all(hasattr(found, name) for name in NAMES):
        evaluator: Evaluator[Any, Key] = found
        return evaluator
    if isinstance(found, ModuleType):
        found = the_function_of(found, place)
    if callable(found):
        try:
            return Function(found)
        except CallError as error:
            raise UnknownEvaluatorError(f"{place}: {error}") from None
    missing = next(name for name in NAMES if not hasattr(found, name))
    raise UnknownEvaluatorError(
        f"{place!r} is not an evaluator and not a function: it has no {missing!r}"
    )


def find(place: str) -> Any:
    """What is at a place: an evaluator, a function, or a module.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if match := FILE.fullmatch(place):  # before plugins: these are looked up on the disk
        found: Any = _from_file(str(Path(match[1]).resolve()))
        try:
            return attrgetter(match[2])(found) if match[2] else found
        except AttributeError:
            raise UnknownEvaluatorError(f"{match[1]} has no {match[2]!r}") from None
    if plugin := plugins().get(place):
        return plugin.load()
    _prefer_folder(place.partition(":")[0].partition(".")[0])
    return evaluators.find(place, BUILT_IN | PUBLISHED | PEERS, plugins())


def _prefer_folder(package: str) -> None:
    """Take a module that is named from the current folder, if it is there, and not installed.

    In a worker, Python searches the current folder last, but ``tests.mine`` means the tests here.
    """
    if package in sys.modules or package in sys.stdlib_module_names:
        return
    spec = PathFinder.find_spec(package, [str(Path.cwd())])
    if spec and spec.loader:
        sys.modules[package] = module = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[package]
            raise


def plugins() -> "dict[str, EntryPoint]":
    """The evaluators that installed packages offer."""
    from importlib.metadata import entry_points  # which a worker would wait for

    return {plugin.name: plugin for plugin in entry_points(group=GROUP)}


@cache
def _from_file(file: str) -> ModuleType:
    """Import a file as a module, once; it can import the files beside it.

    Its folder comes last on the path: a file beside it may have any name, even ``random.py``.
    """
    path = Path(file)
    if not path.is_file():
        raise UnknownEvaluatorError(f"{file}: there is no such file")
    is_taken = path.stem in sys.modules or find_spec(path.stem) is not None
    name = f"{path.stem} in {path.parent}" if is_taken else path.stem
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    spec = spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
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

    It does not cover what these files import. No code runs; without a file, the hash is empty.

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
        plugin = plugins().get(place)
        module = plugin.module if plugin else known.get(place, place).partition(":")[0]
        files = [_file_of(module)]
    found = [Path(file).read_bytes() for file in files if file and Path(file).is_file()]
    return sha256(b"".join(found)).hexdigest() if found else ""


def _file_of(module: str) -> str | None:
    """The file of a module, found without running the packages around it."""
    where, origin = [str(Path.cwd()), *sys.path], None
    for part in module.split("."):
        spec = PathFinder.find_spec(part, where)
        if spec is None:
            return None
        where, origin = list(spec.submodule_search_locations or ()), spec.origin
    return origin


class Function:
    """A plain function from a hand to a key.

    Attributes:
        call: how it takes a hand.
        evaluate_native: the function itself.
        native: from a sequence of cards to the hand that it takes.

    Raises:
        CallError: it takes something else; the message says what to write instead.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.call = how_to_call(function)
        self.name = getattr(function, "__name__", type(function).__name__)
        self.sizes = getattr(function, "sizes", self.call.sizes or range(5, 8))
        self.lower_wins = getattr(function, "lower_wins", None)
        self.evaluate: Callable[[Sequence[Any]], Any] = self.call.ask
        self.evaluate_native: Callable[[Any], Any] = function
        self.native: Callable[[Sequence[Any]], Any] = self.call.given or tuple

    def encode(self, card: Card) -> Any:
        """The card as text, or as its number."""
        return card if self.call.cards is int else format_card(card)


Fitted: TypeAlias = Evaluator[Any, Key] | Function | Command | Forgiving
"""Whatever is asked as an evaluator is: some do not say which way their keys run."""
