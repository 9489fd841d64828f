"""A file that was handed in: load it, call its functions, and say what goes wrong.

Whatever a submission does, it becomes a `Stop` with one of the `SENTENCES`. It runs in a worker
process, which is killed if a call takes too long.
"""

import ast
import contextlib
import difflib
import inspect
import io
import re
import sys
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from evaluators.cards import format_hand, parse_hand
from harness.adapters import adopt
from harness.hands.order import hand_at, index_of
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Limits
from harness.processes.visible import visible, visible_repr
from harness.teaching.exercises.sentences import SENTENCES

LETTERS = "TJQKA"
PLACE_BITS, HAND_BITS = 56, 32
IN_PLACE = ("sort", "reverse", "append", "extend", "insert", "update", "add")
"""Methods that change a list, a dictionary or a set, and return None."""
THEIRS = {"value", "error", "text", "first", "second", "message", "key", "letter", "test"}
"""The parts of sentences that a submission may choose, and so could hide a hand in."""
BETWEEN_CALLS = 15.0
"""Seconds for what the grader does with an answer, whose comparison may be the submission's."""
MOST = 100
"""Characters of a value that are shown."""


@dataclass(frozen=True)
class Said:
    """What the grader says about a step that fails.

    Attributes:
        name: the name of the sentence, in `SENTENCES`.
        words: the sentence, safe to show.
        hands: the hands or other cases that show the fault, each a line.
        chapter: the number of the chapter to read, if it is not that of the step.
        points: the points for what the step found right.
        quiet: the sentence without what the submission returned or raised, which may be a hand.
    """

    name: str
    words: str
    hands: tuple[str, ...] = ()
    chapter: int | None = None
    points: int = 0
    quiet: str = ""

    @property
    def status(self) -> str:
        """Wrong, error or timeout."""
        return SENTENCES[self.name].status


class Stop(Exception):  # noqa: N818  the submission's error, not ours
    """The end of a submission's grading: what is said about it."""

    def __init__(
        self,
        sentence: str,
        *hands: str,
        chapter: int | None = None,
        points: int = 0,
        **parts: object,
    ) -> None:
        template = SENTENCES[sentence].words
        words = template.format(**{key: visible(str(parts[key])) for key in parts})
        quiet = template.format(**parts | {key: "..." for key in THEIRS if key in parts})
        super().__init__(words)
        self.said = Said(sentence, words, hands, chapter, points, quiet)


class Submission:
    """A file that was handed in, loaded in a worker.

    Attributes:
        path: the file.
        source: its text.
        module: the file, loaded.
        output: what it prints.
        seed: what its broken evaluator was made from, if it is one.
        step: the number of the step that is graded, for the announcements to the worker.
        limits: the time limit of a call, and the memory limit.

    Raises:
        Stop: the file cannot be loaded.
    """

    def __init__(self, path: Path, limits: Limits, seed: str = "") -> None:
        self.path, self.limits, self.seed = path, limits, seed
        self.step = self.calls = 0
        self.source = _source(path)
        self.output = Output()
        workers.announce(0, limits.loading, LOADING)
        with self.output:
            self.module = _loaded(path)

    def function(self, name: str, parameters: str = "hand") -> Callable[..., Any]:
        """A function of the file.

        Raises:
            Stop: there is none of this name, or it takes other arguments.
        """
        names = [key for key in vars(self.module) if not key.startswith("__")]
        if name not in names:
            lower = {key.lower(): key for key in names}
            near = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.75)
            if near and inspect.isfunction(getattr(self.module, lower[near[0]])):
                raise Stop("misspelled", function=name, similar=lower[near[0]])
            raise Stop("missing", function=name, parameters=parameters)
        function = getattr(self.module, name)
        parts: dict[str, Any] = {"function": name, "parameters": parameters}
        if not callable(function) or inspect.isclass(function):
            raise Stop("not_a_function", value=short(function), **parts)
        try:
            inspect.signature(function).bind(*parameters.split(", "))
        except TypeError:
            raise Stop("parameters", **parts) from None
        except ValueError:  # a function of C has no signature
            pass
        return partial(self.call, name, function)

    def value(self, name: str, form: str) -> Any:
        """A value of the file, such as ``FAULT``."""
        if not hasattr(self.module, name):
            raise Stop("missing_value", name=name, form=form)
        return getattr(self.module, name)

    def call(
        self,
        name: str,
        function: Callable[..., Any],
        *arguments: Any,
        case: Sequence[str] = (),
        seconds: float | None = None,
    ) -> Any:
        """The answer of a function.

        Args:
            name: its name.
            function: the function.
            arguments: its arguments; it gets copies.
            case: the lines that show this call; if there are none, a hand shows itself.
            seconds: the time limit, if it is not the usual one.

        Raises:
            Stop: it gives no answer, or changes its arguments.
        """
        case = case or [shown_hand(each) for each in arguments]
        self.announce(arguments, seconds)
        given = deepcopy(arguments)
        self.output.latest = ""
        try:
            with self.output:
                answer = function(*given)
        except workers.raised_by_others() as error:
            raise self.stop_of(error, name, case) from None
        finally:
            workers.announce(workers.position[0], BETWEEN_CALLS)
        if given != arguments:
            raise Stop("changed", *case, function=name)
        if answer is None and self.output.latest:
            text = visible_repr(self.output.latest.strip(), MOST)
            raise Stop("none_printed", *case, function=name, text=text)
        if answer is None and (method := _returned_method(self.source, name)):
            raise Stop("none_of_method", *case, function=name, method=method)
        if answer is None:
            raise Stop("none", *case, function=name)
        if inspect.isroutine(answer):
            raise Stop("not_called", *case, function=name, value=answer.__name__)
        return answer

    def refute(self, name: str, arguments: Sequence[Any], answer: Any, right: Any) -> Stop:
        """What is said about a wrong answer: perhaps it is right in a new program.

        Args:
            name: the name of the function.
            arguments: what it was asked.
            answer: its answer.
            right: the right one.
        """
        case = [shown_hand(each) for each in arguments]
        parts: dict[str, Any] = {"function": name, "value": short(answer), "right": short(right)}
        workers.announce(0, self.limits.loading, LOADING)
        with contextlib.suppress(*workers.raised_by_others()), self.output:
            function = getattr(_loaded_again(self.path), name)
            self.announce(arguments)
            if function(*deepcopy(arguments)) == right:
                return Stop("remembers", *case, **parts)
        return Stop("wrong_value", *case, **parts)

    def announce(self, arguments: Sequence[Any] = (), seconds: float | None = None) -> None:
        """Tell the guarding process which call comes next, and its deadline."""
        self.calls = (self.calls + 1) % (1 << PLACE_BITS - HAND_BITS)
        # The number of the call makes each place a new one, which has its own deadline.
        place = self.step << PLACE_BITS | self.calls << HAND_BITS | _place_of(arguments)
        workers.announce(place, seconds or self.limits.seconds, EVALUATING)

    def stop_of(self, error: BaseException, name: str, case: Sequence[str] = ()) -> Stop:
        """What is said about an error that a function raised."""
        line = _line(error, self.path)
        letter = _letter(error)
        if isinstance(error, KeyError) and error.args:
            return Stop("no_such_key", *case, line=line, key=short(error.args[0]))
        if isinstance(error, Stop):
            return error
        if isinstance(error, EOFError):
            return Stop("asks", *case, line=line)
        if isinstance(error, SystemExit):
            return Stop("exits", *case, line=line)
        if isinstance(error, RecursionError):
            return Stop("endless_calls", *case, line=line)
        if isinstance(error, MemoryError):
            return Stop("memory", *case, function=name, megabytes=self.limits.megabytes)
        if letter:
            return Stop("letter_as_number", *case, line=line, letter=letter)
        return Stop("raises", *case, function=name, line=line, error=_in_words(error))


class Output(io.TextIOBase):
    """Counts what is printed and keeps little of it, so that printing costs no memory.

    Attributes:
        lines: how many lines were printed.
        latest: the beginning of what was printed since it was last emptied.
    """

    def __init__(self) -> None:
        self.lines = 0
        self.latest = ""

    def write(self, text: str) -> int:
        """Count the lines of a text."""
        text = str(text)
        self.lines += text.count("\n")
        if len(self.latest) < MOST:
            self.latest += text[:MOST]
        return len(text)

    def __enter__(self) -> "Output":
        self._outer = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._outer


def shown_hand(value: Any) -> str:
    """A hand as one text, and any other value as Python shows it.

    >>> shown_hand(["Kd", "Qs"]), shown_hand(10)
    ('Kd Qs', '10')
    """
    if isinstance(value, list | tuple) and value and all(isinstance(card, str) for card in value):
        return visible(" ".join(value), MOST)
    return short(value)


def short(value: object) -> str:
    """A value as Python shows it, not too long, without addresses."""
    return re.sub(r" at 0x[0-9a-f]+", "", visible_repr(value, MOST))


def announced_hand(place: int) -> str:
    """The hand that a worker announced, in the order of the deck; empty if there is none.

    >>> announced_hand(_place_of([["Kd", "Qs", "Jc", "Th", "9s"]]))
    '9s Th Jc Qs Kd'
    """
    index = place & ((1 << HAND_BITS) - 1)
    return format_hand(hand_at(index - 1)) if index else ""


def _place_of(arguments: Sequence[Any]) -> int:
    """The place of a hand of five cards in the order of all hands, from 1; 0 if it is none."""
    if len(arguments) != 1 or not isinstance(arguments[0], list) or len(arguments[0]) != 5:
        return 0
    try:
        return 1 + index_of(parse_hand(arguments[0], range(5, 6)))
    except (ValueError, TypeError):
        return 0


def _source(path: Path) -> str:
    """The text of a file.

    Raises:
        Stop: the file is not a text of Python.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Stop("not_text") from None
    except OSError as error:
        raise Stop("unreadable", error=error.strerror) from None
    if not text.strip():
        raise Stop("empty")
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise Stop("syntax", line=error.lineno or 1, error=error.msg) from None
    except ValueError:  # it has null bytes
        raise Stop("not_text") from None
    except (RecursionError, MemoryError):
        raise Stop("syntax", line=1, error="it is nested too deeply") from None
    return text


def _loaded(path: Path) -> ModuleType:
    """The module of a file.

    Raises:
        Stop: loading it ends in an error.
    """
    try:
        module: ModuleType = adopt.find(str(path))
    except workers.raised_by_others() as error:
        line = _line(error, path)
        if isinstance(error, ModuleNotFoundError) and error.name:
            raise Stop("not_installed", line=line, module=error.name) from None
        if isinstance(error, EOFError):
            raise Stop("asks", line=line) from None
        if isinstance(error, SystemExit):
            raise Stop("exits", line=line) from None
        raise Stop("loading_raises", line=line, error=_in_words(error)) from None
    return module


def _loaded_again(path: Path) -> ModuleType:
    """A new module of a file, as if nobody had asked it anything."""
    spec = spec_from_file_location(f"{path.stem} again", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _line(error: BaseException, path: Path) -> str:
    """The last line of a file, or of one beside it, in the traceback of an error."""
    folder, lines = path.resolve().parent, ["1"]
    for frame in extract_tb(error.__traceback__):
        file = Path(frame.filename)
        if file.parent == folder:
            beside = "" if file == path.resolve() else f" of {file.name}"
            lines.append(f"{frame.lineno}{beside}")
    return lines[-1]


def _letter(error: BaseException) -> str:
    """The letter of a rank that was taken for a number, as in ``int("K")``."""
    text = str(error) if isinstance(error, ValueError) else ""
    letter = text.rpartition(": ")[2].strip("'\"") if "invalid literal for int()" in text else ""
    return letter if len(letter) == 1 and letter in LETTERS else ""


def _returned_method(source: str, name: str) -> str:
    """The method whose result a function returns, if it is one that returns None."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            for part in ast.walk(node):
                match part:
                    case ast.Return(ast.Call(ast.Attribute(attr=method))) if method in IN_PLACE:
                        return method
    return ""


def _in_words(error: BaseException) -> str:
    """An error in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    name = type(error).__name__
    return visible(f"{name}: {text}" if text else name, 2 * MOST)
