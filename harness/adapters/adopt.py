"""Load somebody else's evaluator from a place: a name, module, file, plug-in or command.

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
from evaluators import BY_STYLE, SCALARS, UnknownEvaluatorError
from evaluators.cards import Card, format_card
from evaluators.protocol import Evaluator, Key
from harness.adapters.calling import CallError, how_to_call
from harness.adapters.commands import Command
from harness.processes.limits import USUAL, Limits

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from evaluators.protocol import ArrayEvaluator

GROUP = "allhands.evaluators"
COMMAND = "exec:"
NAMES = ("name", "sizes", "lower_wins", "encode", "evaluate")
FILE = re.compile(r"(.+\.py)(?::([\w.]+))?")


def load(place: str, style: str = "python", limits: Limits = USUAL) -> Any:
    """Temporary."""
    if style == "comparison":
        from harness.adapters.comparing import load_comparison

        return load_comparison(place, limits)
    return _load(place, limits) if style == "python" else load_array(place, style)


def _load(place: str, limits: Limits = USUAL) -> "Fitted":
    """Load the evaluator at a place.

    Args:
        place: a name that ``allhands list`` shows, ``module:attribute``, ``file.py:attribute``, or
            ``exec:`` and a command.
        limits: the limits of a command.

    Raises:
        UnknownEvaluatorError: a place without an evaluator; the message suggests similar names.
        ImportError: a missing library.
    """
    if place in SCALARS:
        return evaluators.load(place)
    if place.startswith(COMMAND):
        return Command(place.removeprefix(COMMAND), limits)
    return fitted(find(place), place)


def refuse_missing(place: str, style: str = "python") -> None:
    """Refuse a place that certainly has no evaluator, without running any code.

    Raises:
        UnknownEvaluatorError: a place without an evaluator; the message suggests similar names.
    """
    ours = SCALARS
    if place in ours or place in plugins() or place.startswith(COMMAND):
        return
    match = FILE.fullmatch(place)
    if not (match or set(":.") & set(place) or _file_of(place)):
        raise evaluators.unknown(place, [*BY_STYLE[style], *plugins()])
    if match and not Path(match[1]).is_file():
        raise UnknownEvaluatorError(f"{match[1]}: there is no such file")


def load_array(place: str, style: str = "numpy") -> "ArrayEvaluator":
    """Load the evaluator at a place that takes an array of hands a call.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if not FILE.fullmatch(place):
        return evaluators.load_arrays(place, style)
    evaluator: ArrayEvaluator = find(place)
    if missing := [name for name in NAMES if name != "encode" and not hasattr(evaluator, name)]:
        raise UnknownEvaluatorError(f"{place!r} takes no arrays: it has no {missing[0]!r}")
    return evaluator


def fitted(target: Any, place: str) -> "Fitted":
    """Adapt the object at a place to the protocol.

    Raises:
        UnknownEvaluatorError: an object that is neither an evaluator nor a function of a hand.
    """
    if isclass(target) and isfunction(getattr_static(target, "evaluate", None)):
        raise UnknownEvaluatorError(f"{place!r} is a class; name an evaluator that it makes")
    if all(hasattr(target, name) for name in NAMES):
        evaluator: Evaluator[Any, Key] = target
        return evaluator
    if isinstance(target, ModuleType):
        target = the_function_of(target, place)
    if callable(target):
        try:
            return Function(target)
        except CallError as error:
            raise UnknownEvaluatorError(f"{place}: {error}") from None
    missing = next(name for name in NAMES if not hasattr(target, name))
    raise UnknownEvaluatorError(
        f"{place!r} is not an evaluator and not a function: it has no {missing!r}"
    )


def find(place: str) -> Any:
    """The object at a place: an evaluator, a function, or a module.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if match := FILE.fullmatch(place):  # before plugins: listing these reads the disk
        module = _from_file(str(Path(match[1]).resolve()))
        try:
            return attrgetter(match[2])(module) if match[2] else module
        except AttributeError:
            raise UnknownEvaluatorError(f"{match[1]} has no {match[2]!r}") from None
    if plugin := plugins().get(place):
        return plugin.load()
    _prefer_folder(place.partition(":")[0].partition(".")[0])
    return evaluators.find(place, SCALARS, plugins())


def _prefer_folder(package: str) -> None:
    """Import a package from the current folder, if it is there, before an installed one.

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
    """The evaluators that installed packages offer, by name."""
    from importlib.metadata import entry_points  # a slow import, which most workers do not need

    return {plugin.name: plugin for plugin in entry_points(group=GROUP)}


@cache
def _from_file(file: str) -> ModuleType:
    """Import a file as a module, once; it can import the files in its folder.

    The folder comes last on the path, so that a ``random.py`` in it does not replace Python's.
    """
    path = Path(file)
    if not path.is_file():
        raise UnknownEvaluatorError(f"{file}: there is no such file")
    # Of a name with a dot, `find_spec` would import the part before it.
    is_taken = "." in path.stem or path.stem in sys.modules or find_spec(path.stem) is not None
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
    if callable(function := getattr(module, name, None)):
        return function  # type: ignore[no-any-return]
    functions = {
        key: value
        for key, value in vars(module).items()
        if isfunction(value) and value.__module__ == module.__name__ and not key.startswith("_")
    }
    if len(functions) == 1:
        return next(iter(functions.values()))
    choice = f"it has {', '.join(functions)}" if functions else "it has none of its own"
    raise UnknownEvaluatorError(
        f"{place!r}: no function is called {name}, and {choice}; say which: {place}:FUNCTION"
    )


def code_of(place: str, style: str = "python") -> str:
    """A hash of an evaluator's file, or of the files and folders that a command names.

    Of a folder it covers the files right in it that are not hidden. It does not cover the imports
    of these files. No code runs; without a file, the hash is empty.

    >>> len(code_of("rulebook")), code_of("no_such_module"), len(code_of("exec:cat"))
    (64, '', 64)
    """
    ours = BY_STYLE[style]
    files: list[str | None]
    if place.startswith(COMMAND):
        words = shlex.split(place.removeprefix(COMMAND))
        files = [each for word in words for each in _files_of(which(word) or word)]
    elif match := FILE.fullmatch(place):
        files = [match[1]]
    else:
        plugin = plugins().get(place)
        module = plugin.module if plugin else ours.get(place, place).partition(":")[0]
        files = [_file_of(module)]
    contents = [Path(file).read_bytes() for file in files if file and Path(file).is_file()]
    return sha256(b"".join(contents)).hexdigest() if contents else ""


def _files_of(word: str) -> list[str | None]:
    """The file that a word of a command names, or the files of the folder."""
    path = Path(word)
    if not path.is_dir():
        return [word]
    return [str(file) for file in sorted(path.iterdir()) if not file.name.startswith(".")]


def _file_of(module: str) -> str | None:
    """The file of a module, without running the packages that contain it."""
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
        call: how to call the function with a hand.
        evaluate_native: the function itself.
        native: a function from a sequence of cards to the hand that `evaluate_native` takes.

    Raises:
        CallError: a function of something else; the message says what to write instead.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.call = how_to_call(function)
        self.name = getattr(function, "__name__", type(function).__name__)
        self.sizes = getattr(function, "sizes", self.call.sizes or range(5, 8))
        self.lower_wins = getattr(function, "lower_wins", None)
        self.evaluate: Callable[[Sequence[Any]], Any] = self.call.ask
        self.evaluate_native: Callable[[Any], Any] = function
        self.native: Callable[[Sequence[Any]], Any] = self.call.make_hand or tuple

    def encode(self, card: Card) -> Any:
        """The card as text, or as its number."""
        return card if self.call.cards is int else format_card(card)


Fitted: TypeAlias = Evaluator[Any, Key] | Function | Command
"""An evaluator, or an adapter; some adapters do not say whether lower keys win."""
