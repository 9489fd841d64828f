"""Load an evaluator from a place: a name, module, file, plug-in or command.

An object with the names of the protocol is used as it is. A plain function is enough, or a class
whose instances order themselves: the signature says how it takes a hand, see `calling`. It does not
say whether higher or lower keys win; the check infers that from most classes.
"""

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from inspect import getattr_static, isclass, isfunction
from operator import attrgetter
from pathlib import Path
from shutil import which
from site import getsitepackages
from types import ModuleType
from typing import TYPE_CHECKING, Any

import evaluators
from evaluators import BY_STYLE, SCALARS, UnknownEvaluatorError, rulebook
from evaluators.rulebook import Rulebook
from evaluators.rules import STANDARD, Rules
from harness.adapters import BEST_FIVE, COMPARISON, NAMING, STORED
from harness.adapters.calling import CallError, Function, comparison, orders_instances, signature
from harness.adapters.commands import Command
from harness.adapters.completing import Namer, Picker
from harness.adapters.place import PLAIN, Form, Place, library_named
from harness.processes.limits import USUAL, Limits

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "allhands.evaluators"
NATIVE = "native"
LEAVE_OUT = "leave out --numbering, --as, --each and --batch"
ANNOTATION = re.compile(r"^def (\w+)\(\s*(?:\w+\s*(?::\s*([^,=)]+))?)?", re.MULTILINE)
"""A function in the text of a file, and the annotation of its first parameter."""
ANSWERS: Mapping[str, tuple[str, str, type[Function]]] = {
    NAMING: ("a function that names a category", "category", Namer),
    BEST_FIVE: ("a function that returns five cards", "best_five", Picker),
}
"""What functions of these styles are, their name in a module, and how they are taken."""


def load(
    place: Place,
    style: str = "python",
    limits: Limits = USUAL,
    rules: Rules = STANDARD,
    size: int = 5,
) -> Any:
    """Load the evaluator at a place.

    Args:
        place: the place.
        style: the name of a style, see `styles`.
        limits: the limits of a command.
        rules: the rules of the game, by which the rulebook reads, and which say what a board is; no
            other evaluator is told.
        size: the number of cards of a hand, for a file of keys.

    Returns:
        An `Evaluator`, a `Function`, a `Command` or `StoredKeys`; of arrays an `ArrayEvaluator`.

    Raises:
        UnknownEvaluatorError: a place without an evaluator; the message suggests similar names.
        ImportError: a missing library.

    >>> load(Place.of("rulebook")).name, load(Place.of("rank-sums"), "numpy").name
    ('rulebook', 'rank-sums')
    """
    name = place.text
    if (name, style) == (rulebook.name, "python") and rules != STANDARD:
        return Rulebook(rules)
    if style in BY_STYLE and (name in SCALARS or name in BY_STYLE[style]):
        return evaluators.load(name, style)
    if place.keys:
        from harness.adapters.stored import StoredKeys  # it needs NumPy

        return StoredKeys(place, size, rules)
    if place.is_program:
        if style != "python":
            raise UnknownEvaluatorError(f"{name!r}: a program writes keys, and nothing else")
        if place.form != PLAIN:
            raise UnknownEvaluatorError(f"{name!r}: {LEAVE_OUT}: a program reads texts")
        return Command(place.command, limits)
    if place.is_library:
        if style != "compiled":
            raise UnknownEvaluatorError(f"{name}: it is machine code: leave out --style {style}")
        if place.form != PLAIN:
            raise UnknownEvaluatorError(f"{name}: {LEAVE_OUT}: a library maps cards itself")
        from harness.adapters.native import Native, Walk  # they need NumPy

        return Walk(place, size, rules) if place.is_walk else Native(place)
    if name in SCALARS:
        raise UnknownEvaluatorError(f"{name!r} returns keys: check it without another style")
    return fitted(find(place), name, style, place.form, rules)


def refuse_missing(place: Place, style: str = "python") -> None:
    """Refuse a place that certainly has no evaluator, without running any code.

    Raises:
        UnknownEvaluatorError: a place without an evaluator; the message suggests similar names.

    >>> refuse_missing(Place.of("cactus-kv"))
    Traceback (most recent call last):
        ...
    evaluators.UnknownEvaluatorError: no evaluator is called 'cactus-kv'; did you mean 'cactus-kev'?
    """
    name = place.text
    if place.file and not Path(place.file).is_file():
        raise UnknownEvaluatorError(f"{place.file}: there is no such file")
    if bool(place.keys) != (style == STORED):
        what = "is not a file of keys: check it in another run"
        if place.keys:
            what = "is a file of keys, which can only be checked, with no style but its own"
        raise UnknownEvaluatorError(f"{name} {what}")
    if not place.module or name in SCALARS or name in plugins():
        return
    if hint := _hint_to(place):
        raise UnknownEvaluatorError(f"{name!r}: {hint}")
    if not (place.attribute or "." in place.module or _file_of(place.module)):
        raise evaluators.unknown(name, [*BY_STYLE.get(style, ()), *plugins()])


def array_library(place: Any) -> str:
    """The library whose arrays a function takes, if its annotation says so; empty if not.

    Machine code takes what is here called `NATIVE`.

    Of a function at a place, the file is read, which has to define it; no code runs.
    """
    if not isinstance(place, Place):
        with suppress(TypeError, ValueError):
            first = [*signature(place).parameters.values()][:1]
            return library_named("".join(str(parameter.annotation) for parameter in first))
        return ""
    if place.is_library:
        return NATIVE
    file = None if place.is_program else place.file or _file_of(place.module)
    text = ""
    with suppress(OSError):  # reported when it is loaded
        text = Path(file or os.devnull).read_text("utf-8", "replace")
    annotations = dict(ANNOTATION.findall(text))
    public = [name for name in annotations if not name.startswith("_")]
    names = [place.attribute] if place.attribute else ["evaluate", *public[: len(public) == 1]]
    return library_named(next((annotations[name] for name in names if name in annotations), ""))


def style_of(places: Iterable[Any], is_each: bool = False) -> str:
    """The style of evaluators that are named without one, from the annotations in their files.

    Args:
        places: their places, or functions.
        is_each: True if each takes the array of one hand.

    Raises:
        UnknownEvaluatorError: some take arrays, and others do not.
    """
    places = [*places]
    if any(isinstance(place, Place) and place.keys for place in places):
        return STORED
    ours = BY_STYLE["numpy"]  # these have both styles
    libraries = {
        array_library(place): place
        for place in places
        if not (isinstance(place, Place) and place.text in ours)
    }
    if is_each:
        return "numpy" if [*libraries] == ["jax"] else "python"
    if NATIVE in libraries and len(libraries) > 1:
        native, other = libraries.pop(NATIVE), next(iter(libraries.values()))
        why = f"{native} is machine code, and {other} is not; check them one after the other"
        raise UnknownEvaluatorError(why)
    if "" in libraries and len(libraries) > 1:
        hand, arrays = libraries.pop(""), next(iter(libraries.values()))
        why = f"{arrays} takes arrays, and {hand} does not; check them one after the other"
        raise UnknownEvaluatorError(why)
    return "compiled" if NATIVE in libraries else "numpy" if any(libraries) else "python"


def _hint_to(place: Place) -> str:
    """A hint to the place that was meant, for the path of something that is not a module."""
    path = Path(place.text)
    if path.is_dir() and not path.joinpath("__init__.py").is_file():
        return "it is a folder; name a file in it"
    if path.suffix in (".o", ".a"):
        return (
            f"it is not linked; cc -shared -o lib{path.stem}.so {path.name} makes a library of it"
        )
    if path.is_file():
        program = shlex.quote(place.text) if which(place.text) else "COMMAND"
        return f"it is not a file of Python; check a program with --exec {program}"
    if place.attribute.startswith(":"):
        return f"did you mean {place.module}{place.attribute}?"
    return ""


def fitted(
    target: Any, place: str, style: str = "python", form: Form = PLAIN, rules: Rules = STANDARD
) -> Any:
    """Adapt the object at a place to the protocol.

    Raises:
        UnknownEvaluatorError: an object that is neither an evaluator nor a function of a hand, or a
            module that lacks one name of an evaluator.
    """
    if style == COMPARISON:
        owner, attribute = place.rpartition(".")[0], Place.of(place).attribute
        fit = partial(comparison, owner=find(Place.of(owner)) if "." in attribute else None)
        return _function(target, place, "a function of two hands", "compare", fit)
    if style in ANSWERS:
        return _function(target, place, *ANSWERS[style])
    missing, *others = evaluators.missing_names(target, style) or [""]
    if style != "python" and not isclass(target):
        return _of_arrays(target, place, form, rules)
    is_evaluator = not missing or not orders_instances(target)
    if isclass(target) and is_evaluator and isfunction(getattr_static(target, "evaluate", None)):
        make = "name an evaluator that it makes, or write a function that returns a key"
        raise UnknownEvaluatorError(f"{place!r} is a class; {make}")
    if not missing and form != PLAIN:
        raise UnknownEvaluatorError(f"{place}: {LEAVE_OUT}: its `encode` says how it takes cards")
    if not missing:
        return target
    if isinstance(target, ModuleType) and not others and missing != "encode":
        what = f"has all that an evaluator has, but no {missing!r}"
        raise UnknownEvaluatorError(f"{place!r} {what}; add it, or name a function of a hand")
    of_hand: Callable[[Any], Any] = partial(Function, rules=rules)
    if form != PLAIN:
        of_hand = partial(_of_numbers, form=form, rules=rules)
    return _function(
        target, place, f"an evaluator and not a function: it has no {missing!r}", fit=of_hand
    )


def _of_numbers(target: Any, form: Form, rules: Rules) -> Function:
    """A function of card numbers in another numbering, or of one hand as an array.

    Raises:
        CallError: it takes something else.
    """
    if form.is_each:
        from harness.adapters.batches import of_one_array  # it needs NumPy

        if form.block:
            raise CallError("--each asks about one hand a call: leave out --batch")
        return Function(of_one_array(target, form, rules), rules=rules)
    function = Function(target, rules=rules)
    if form.one_hot or form.block:
        raise CallError(f"{function.name}() takes no arrays: leave out --as and --batch")
    if function.cards is not int:
        raise CallError(f"{function.name}() takes no card numbers: leave out --numbering")
    vars(function)["encode"] = form.numbering.__getitem__
    return function


def _of_arrays(target: Any, place: str, form: Form, rules: Rules) -> Any:
    """A function of arrays, or the method ``evaluate`` of an object or a module that says more."""
    from harness.adapters.batches import ArrayFunction  # it needs NumPy

    method = getattr(target, "evaluate", None)
    owner = target if callable(method) else None
    fit = partial(ArrayFunction, form=form, owner=owner, rules=rules)
    return _function(method or target, place, "a function of an array of hands", fit=fit)


def _function(
    target: Any,
    place: str,
    needed: str,
    name: str = "evaluate",
    fit: Callable[[Any], Any] = Function,
) -> Any:
    """The function at a place, as `fit` takes it; `name` is that in a module."""
    if isinstance(target, ModuleType):
        target = the_function_of(target, place, name)
    if not callable(target):
        raise UnknownEvaluatorError(f"{place!r} is not {needed}")
    try:
        return fit(target)
    except CallError as error:
        raise UnknownEvaluatorError(f"{place}: {error}") from None


def find(place: Place) -> Any:
    """The object at a place: an evaluator, a function, or a module.

    Raises:
        UnknownEvaluatorError, ImportError: as `load`.
    """
    if place.revision:
        raise UnknownEvaluatorError(f"{place}: a file as a commit had it is not taken here")
    if place.file:  # before plugins: listing these reads the disk
        module = _from_file(str(Path(place.file).resolve()), place.root)
        try:
            return attrgetter(place.attribute)(module) if place.attribute else module
        except AttributeError:
            has = ", ".join(_functions_of(module)) or "no function of its own"
            message = f"{place.file} has no {place.attribute!r}; it has {has}"
            raise UnknownEvaluatorError(message) from None
    if plugin := plugins().get(place.text):
        return plugin.load()
    # In a worker, the current folder comes last, but ``tests.mine`` means the tests here.
    package = place.module.partition(".")[0]
    spec = PathFinder.find_spec(package, [str(Path.cwd())])
    is_new = package not in sys.modules and package not in sys.stdlib_module_names
    if is_new and spec and spec.loader:
        _execute(spec, package)
    return evaluators.find(place.text, [*SCALARS, *plugins()])


def plugins() -> "dict[str, EntryPoint]":
    """The evaluators that installed packages offer, by name."""
    from importlib.metadata import entry_points  # a slow import, which most workers do not need

    return {plugin.name: plugin for plugin in entry_points(group=GROUP)}


@cache
def _from_file(file: str, root: str = "") -> ModuleType:
    """Import a file as a module, once; it can import the files in its folder, and in `root`.

    The folder comes after what is installed, so that a ``random.py`` in it does not replace
    Python's, and before the folders of others: what is beside the file is meant.
    """
    path = Path(file)
    if not path.is_file():
        raise UnknownEvaluatorError(f"{file}: there is no such file")
    # Of a name with a dot, `find_spec` would import the part before it.
    is_taken = "." in path.stem or path.stem in sys.modules
    # Of the current folder, a file is found under its own name, which its cache of code may keep.
    is_taken = is_taken or getattr(find_spec(path.stem), "origin", file) != file
    name = f"{path.stem} in {path.parent}" if is_taken else path.stem
    installed = [at for at, folder in enumerate(sys.path) if folder in getsitepackages()]
    behind = max(installed, default=len(sys.path)) + 1
    for folder in filter(None, (root, str(path.parent))):
        if sys.path[behind : behind + 1] != [folder]:
            sys.path.insert(behind, folder)
    spec = spec_from_file_location(name, path)
    assert spec
    try:
        return _execute(spec, name)
    except ImportError as error:
        if "no known parent package" not in str(error):
            raise
        return _of_package(path)


def _of_package(path: Path) -> ModuleType:
    """Import a file that has relative imports as a module of its folder, or of outer packages.

    Raises:
        ImportError: another package has this name, or none can have it.
    """
    top = path.parent
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    name = ".".join(path.relative_to(top.parent).with_suffix("").parts)
    sys.path.append(str(top.parent))
    spec = find_spec(name.partition(".")[0])
    if not spec or str(top) not in (spec.submodule_search_locations or ()):
        why = "its name is taken, or has a dot; rename it"
        raise ImportError(f"{top} cannot be imported as a package: {why}")
    return import_module(name)


def _execute(spec: ModuleSpec, name: str) -> ModuleType:
    """Execute a module, which others can import under this name unless it fails."""
    assert spec.loader
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def the_function_of(module: ModuleType, place: str, name: str = "evaluate") -> Callable[..., Any]:
    """The function ``evaluate`` of a module, or the only one that it defines."""
    named, functions = getattr(module, name, None), _functions_of(module)
    choices: list[Callable[..., Any]] = [named] if callable(named) else [*functions.values()]
    if len(choices) == 1:
        return choices[0]
    choice = f"it has {', '.join(functions)}" if functions else "it has none of its own"
    raise UnknownEvaluatorError(
        f"{place!r}: no function is called {name}, and {choice}; say which: {place}:FUNCTION"
    )


def _functions_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public functions of a module; or else those that are cached or compiled, and classes.

    Such a class orders its instances, each of which is then the key of a hand.
    """
    own = {
        key: value
        for key, value in vars(module).items()
        if callable(value)
        if isfunction(getattr(value, "__wrapped__", value)) or orders_instances(value)
        if value.__module__ == module.__name__ and not key.startswith("_")
    }
    return {key: value for key, value in own.items() if isfunction(value)} or own


def code_of(place: Place, style: str = "python") -> str:
    """A hash of an evaluator's file, or of the files and folders that a command names.

    Of a folder it covers the files right in it that are not hidden. It does not cover the imports
    of these files; see `imported`. No code runs; without a file, the hash is empty.

    >>> [len(code_of(Place.of(text))) for text in ("rulebook", "no_such_module", "exec:cat")]
    [64, 0, 64]
    """
    if place.is_program:
        paths = [Path(which(word) or word) for word in shlex.split(place.command)]
    elif place.file:
        paths = [Path(place.file)]
    else:
        plugin, ours = plugins().get(place.text), BY_STYLE.get(style, {}).get(place.text)
        file = _file_of(plugin.module if plugin else Place.of(ours or place).module)
        paths = [Path(file)] if file else []
    files: list[Path] = []
    for path in paths:
        with suppress(OSError):  # a word that is a program's text is too long for a name
            files += sorted(path.glob("[!.]*")) if path.is_dir() else [path]
    each = [os.fsencode(file.name) + hash_of(str(file)) for file in files if file.is_file()]
    return sha256(b"".join(each)).hexdigest() if each else ""


def hash_of(file: str) -> bytes:
    """The hash of a file's content; empty if it cannot be read."""
    with suppress(OSError, ValueError):
        return sha256(Path(file).read_bytes()).digest()
    return b""


_first_hash = cache(hash_of)  # a file may change after it was imported


def imported(place: Place) -> dict[str, bytes]:
    """The files of the modules that this process has imported, each with a hash of its content.

    They include what an evaluator has imported so far. Its own file is left out, which `code_of`
    covers; so are ours, the standard library and installed packages.
    """
    ours = Path(evaluators.__file__).parent, Path(__file__).parents[1]
    folders = *ours, Path(os.__file__).parent, *getsitepackages()
    aside = tuple(f"{folder}{os.sep}" for folder in folders)
    # Not `module.__file__`: a module that is loaded on demand would be loaded by that.
    files = [getattr(module, "__dict__", {}).get("__file__") for module in [*sys.modules.values()]]
    own = place.file and str(Path(place.file).resolve())
    root = f"{place.root}{os.sep}" if place.root else ""  # another folder in each run
    return {
        file.removeprefix(root): _first_hash(file)
        for file in files
        if isinstance(file, str) and file != own and not file.startswith(aside)
    }


def _file_of(module: str) -> str | None:
    """The file of a module, without running the packages that contain it."""
    where, origin = [str(Path.cwd()), *sys.path], None
    for part in module.split("."):
        spec = PathFinder.find_spec(part, where)
        if spec is None:
            return None
        where, origin = list(spec.submodule_search_locations or ()), spec.origin
    return origin
