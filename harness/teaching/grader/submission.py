"""A file that was handed in: load it, call its functions, and say what goes wrong.

Whatever goes wrong in every exercise becomes a `Fault`, whose sentence stands here. What goes wrong
in one exercise stands in an assert of its tests.
"""

import ast
import builtins
import difflib
import inspect
import io
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import FrameType
from typing import Any, ClassVar

from evaluators.cards import DECK, format_card
from harness.hands.order import hands
from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, Limits, in_words
from harness.processes.visible import visible, visible_repr

USUAL = Limits(seconds=2.0, megabytes=1_000)
IN_PLACE = ("sort", "reverse", "append", "extend", "insert", "update", "add")
"""Methods that change a list, a dictionary or a set, and return None."""
LETTERS = "TJQKA"
MOST = 100
"""Characters of a value that are shown."""
BETWEEN_CALLS = 15.0
"""Seconds for what a test does with an answer, whose comparison may be the submission's."""
A_DAY = 86_400.0
EDGE = "\N{WORD JOINER}"
"""Stands around a text that a submission chose. Nobody sees it, and `visible` escapes it."""
LOADING_LATE = "Loading the file takes too long: is there a loop outside of the functions?"
LATE = "There is no answer within {}: is there a loop that never ends?"
MEMORY = "{} needs more than {} MB: is there a list that only grows?"


class Fault(AssertionError):  # noqa: N818  the submission's, not ours
    """What is wrong with a submission: a sentence, and lines that show a hand or a call.

    Attributes:
        sentence: what is wrong, and what to do about it.
        quiet: the sentence without what the submission returned or raised, which may be a hand.
        lines: what shows the fault; where a step is hidden, they are left out.
        status: ``wrong`` if there was an answer, ``error`` if there was none, ``timeout`` if late.
        chapter: the number of the chapter to read, if it is not that of the step.
        points: the points for what is right in a step that fails.
    """

    about_the_file: ClassVar = False
    """Whether it is about the file as a whole, so that no chapter helps."""

    def __init__(
        self,
        sentence: str,
        *lines: str,
        status: str = "error",
        chapter: int | None = None,
        points: int = 0,
    ) -> None:
        self.quiet = re.sub(f"{EDGE}.*?{EDGE}", "...", sentence)
        shown = "\n".join([sentence, *filter(None, lines)]).replace(EDGE, "")
        self.sentence, *self.lines = shown.split("\n")
        super().__init__(shown)
        self.status, self.chapter, self.points = status, chapter, points


class FileFault(Fault):
    """The file cannot be loaded, or does not have a function."""

    about_the_file = True


class NoneFault(Fault):
    """A function returns None."""


class Raised:
    """The answer of a function that raises an error, where a task asks for that."""


class Late(BaseException):
    """The time limit of a call. `except Exception` does not catch it."""


class Submission:
    """A file that was handed in. Tests know it as the fixture `theirs`.

    Attributes:
        file: the file.
        source: its text.
        limits: the time limit of a call, and the memory limit.
        jobs: how many processes a check of all hands may use; None for one per core.
        seed: the student's own number or name, where an exercise needs it.
        step: the number of the step that runs; it is known even if the process dies.
        seconds: the time limit of a call in this step.
        output: what the file prints.

    Raises:
        FileFault: the file cannot be loaded.
    """

    def __init__(
        self, file: Path, limits: Limits = USUAL, jobs: int | None = None, seed: str = ""
    ) -> None:
        self.file, self.limits, self.jobs, self.seed = file.resolve(), limits, jobs, seed
        self.step, self.seconds = 0, limits.seconds
        self.output = Output()
        signal.signal(signal.SIGALRM, _raise_late)
        self.source = _source(file)
        self.load()

    def load(self) -> None:
        """Load the file, as if nobody had asked it anything.

        Raises:
            FileFault: loading it fails.
        """
        if str(self.file.parent) not in sys.path:
            sys.path.append(str(self.file.parent))  # it may import the files beside it
        spec = spec_from_file_location("handed_in", self.file)
        assert spec
        assert spec.loader
        sys.modules[spec.name] = self.module = module_from_spec(spec)
        self._functions: dict[str, Callable[..., Any]] = {}
        workers.announce(self.step, 2 * self.limits.loading, LOADING)
        before = vars(builtins).copy()
        try:
            with self.output, self.limited(self.limits.loading):
                spec.loader.exec_module(self.module)
        except BaseException as error:
            raise self._loading_fault(error) from error
        finally:
            workers.announce(self.step, BETWEEN_CALLS)
        if changed := _changed_builtins(before):
            raise FileFault(f"The file gives {changed} of Python another value: use another name.")

    def call(
        self, name: str, *, case: str = "", raises: type[Exception] = Fault, **arguments: Any
    ) -> Any:
        """The answer of a function of the file.

        Args:
            name: the name of the function.
            case: what a fault shows, if not the call.
            raises: an error that is an answer, too: then a `Raised` is returned.
            arguments: its arguments, in order; it gets copies. Their names are those of the task,
                and a student may choose others.

        Raises:
            Fault: there is no such function, or it gives no answer, or changes its arguments.
        """
        __tracebackhide__ = True
        function = self.function(name, arguments)
        given = deepcopy(arguments)
        self.output.latest = ""
        workers.announce(self.step, 2 * self.seconds, EVALUATING)
        try:
            with self.output, self.limited(self.seconds):
                answer = function(*given.values())
        except raises:
            return Raised()
        except BaseException as other:
            raise self.fault_of(other, name, case or shown_call(name, arguments)) from other
        finally:
            workers.announce(self.step, BETWEEN_CALLS)
        if given != arguments:
            sentence = f"{name} changes the list that it is given: sort or change a copy of it."
            raise Fault(sentence, case or shown_call(name, arguments))
        if answer is None:
            raise self._none(name, case or shown_call(name, arguments))
        if inspect.isroutine(answer):
            called = of_theirs(visible(str(answer.__name__), MOST))
            sentence = f"{name} returns {called}, which is not called: its brackets are missing."
            raise Fault(sentence, case or shown_call(name, arguments))
        return answer

    def every_hand(self, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Each of the 2,598,960 hands, in one fixed order, and the answer of a function.

        Raises:
            Fault: there is no such function, or it gives no answer.
        """
        function = self.function(name, {"hand": ...})
        seconds, alarm = self.seconds, signal.ITIMER_REAL
        hand: tuple[str, ...] = ()
        workers.announce(self.step, A_DAY, EVALUATING)
        try:
            with self.output, self.limited(seconds):
                for hand in hands([format_card(card) for card in DECK], 5):
                    signal.setitimer(alarm, seconds)
                    yield hand, function([*hand])
        except (AssertionError, GeneratorExit):  # of the test that asks
            raise
        except BaseException as error:
            raise self.fault_of(error, name, " ".join(hand)) from error

    def function(self, name: str, parameters: Iterable[str]) -> Callable[..., Any]:
        """A function of the file.

        Raises:
            FileFault: there is none of this name, or it takes other arguments.
        """
        if name in self._functions:
            return self._functions[name]
        parameters = list(parameters)
        definition = f"def {name}({', '.join(parameters)}):"
        names = [key for key in vars(self.module) if not key.startswith("__")]
        if name not in names:
            lower = {key.lower(): key for key in names}
            near = difflib.get_close_matches(name.lower(), lower, n=1, cutoff=0.75)
            similar = lower[near[0]] if near else ""
            if inspect.isfunction(getattr(self.module, similar, None)):
                raise FileFault(
                    f"There is no function {name}, but there is {similar}: call it {name}."
                )
            raise FileFault(f"There is no function {name}: write {definition} in the file.")
        function = getattr(self.module, name)
        if not callable(function) or inspect.isclass(function):
            value = self.show(function)
            raise FileFault(f"{name} is not a function but {value}: write {definition}")
        try:
            inspect.signature(function).bind(*parameters)
        except TypeError:
            raise FileFault(f"{name} takes other arguments: write {definition}") from None
        except ValueError:  # a function of C has no signature
            pass
        self._functions[name] = function
        return self._functions[name]

    def value(self, name: str, form: str) -> Any:
        """A value of the file, such as ``FAULT``; `form` says how to write it.

        Raises:
            FileFault: there is none.
        """
        if not hasattr(self.module, name):
            raise FileFault(f"There is no {name}: write {name} = {form} in the file.")
        return getattr(self.module, name)

    def show(self, value: object) -> str:
        """A value of the submission as Python shows it, not too long, without addresses.

        What a sentence of a hidden step shows in this way is left out of it: it could be a hand.
        """
        return of_theirs(short(value))

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Raise `Late` in what runs within, after some seconds."""
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def fault_of(self, error: BaseException, name: str, case: str) -> Fault:
        """What is said about an error that a function raised."""
        line = _line(error, self.file)
        if isinstance(error, Late):
            return Fault(LATE.format(in_words(self.seconds)), case, status="timeout")
        if isinstance(error, KeyError) and error.args:
            key = self.show(error.args[0])
            sentence = f"Line {line} looks up {key} in a dictionary that has no {key}: which keys "
            return Fault(f"{sentence}has it?", case)
        if isinstance(error, EOFError) or "reading from stdin" in str(error):
            return Fault(
                f"Line {line} calls input(), and nobody types here: let functions use their "
                "parameters.",
                case,
            )
        if isinstance(error, SystemExit):
            return Fault(f"Line {line} ends the whole program: write return instead.", case)
        if isinstance(error, RecursionError):
            return Fault(
                f"Line {line} calls its own function again and again: when does that end?", case
            )
        if isinstance(error, MemoryError):
            return Fault(MEMORY.format(name, self.limits.megabytes), case)
        if letter := _letter(error):
            return Fault(
                f"Line {line} takes {letter} for a number: the ranks are 2 to 9, then T, J, Q, K "
                "and A.",
                case,
            )
        words = self._error(error)
        return Fault(f"{name} ends in line {line} with {words}: try it on this case.", case)

    def _none(self, name: str, case: str) -> Fault:
        """What is said about a function that returns None."""
        method = _returned_method(self.source, name)
        if self.output.latest:
            text = self.show(self.output.latest.strip())
            sentence = f"{name} returns None, and prints {text}: write return in place of print."
        elif method:
            sentence = (
                f"{name} returns what {method}() returns, and that is None: it changes the list in "
                "place, so write return with the list in a line below."
            )
        else:
            sentence = f"{name} returns None: every way through it has to end with return and a "
            sentence += "value."
        return NoneFault(sentence, case)

    def _loading_fault(self, error: BaseException) -> Fault:
        """What is said about an error in loading the file."""
        line = _line(error, self.file)
        if isinstance(error, Late):
            return FileFault(LOADING_LATE, status="timeout")
        if isinstance(error, ModuleNotFoundError) and error.name:
            return FileFault(
                f"Line {line} imports {error.name}, which is not installed here: do without it."
            )
        if isinstance(error, EOFError | SystemExit) or "reading from stdin" in str(error):
            return self.fault_of(error, "", "")
        words = self._error(error)
        return FileFault(
            f"Loading the file ends in line {line} with {words}: run the file, and mend that."
        )

    def _error(self, error: BaseException) -> str:
        """An error in one line."""
        text = ""
        with suppress(Exception):
            text = " ".join(str(error).split())
        name = type(error).__name__
        return of_theirs(visible(f"{name}: {text}" if text else name, 2 * MOST))


class Output(io.TextIOBase):
    """Counts what is printed, and hands it on.

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
        self._outer[0].write(text)
        return len(text)

    def __enter__(self) -> "Output":
        self._outer = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = self
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdout, sys.stderr = self._outer


def shown_call(name: str, arguments: Mapping[str, Any]) -> str:
    """A hand as one text, and any other call as Python shows it.

    >>> shown_call("evaluate", {"hand": ["Kd", "Qs"]})
    'Kd Qs'
    >>> shown_call("pack", {"digits": [3], "base": 10})
    'pack([3], 10)'
    """
    values = [*arguments.values()]
    if len(values) == 1 and isinstance(values[0], list):
        cards = values[0]
        if cards and all(isinstance(card, str) for card in cards):
            return visible(" ".join(cards), MOST)
    return f"{name}({', '.join(map(short, values))})"


def of_theirs(text: str) -> str:
    """A text that a submission chose; a hidden step leaves it out of its sentence."""
    return f"{EDGE}{text}{EDGE}"


def short(value: object) -> str:
    """A value as Python shows it, not too long, without addresses."""
    return re.sub(r" at 0x[0-9a-f]+", "", visible_repr(value, MOST))


def _raise_late(number: int, frame: FrameType | None) -> None:
    raise Late


def _changed_builtins(before: Mapping[str, Any]) -> str:
    """The first function of Python that was changed; all of them are restored."""
    now = vars(builtins)
    names = (name for name in before if name[0] != "_" and now.get(name) is not before[name])
    first = next(names, "")
    now.update(before)
    return first


def _source(file: Path) -> str:
    """The text of a file.

    Raises:
        FileFault: the file is not a text of Python.
    """
    if not file.is_file():  # a pipe never ends
        raise FileFault("The file cannot be read (it is not a file): hand in a file of its own.")
    not_text = "The file is not text in UTF-8: save it in an editor for code, as UTF-8."
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileFault(not_text) from None
    except OSError as error:
        sentence = f"The file cannot be read ({error.strerror}): hand in a file of its own."
        raise FileFault(sentence) from None
    if not text.strip():
        raise FileFault("The file is empty: save your code, and hand it in again.")
    try:
        ast.parse(text)
    except SyntaxError as error:
        line, message = error.lineno or 1, error.msg
    except ValueError:  # it has null bytes
        raise FileFault(not_text) from None
    except (RecursionError, MemoryError):
        line, message = 1, "it is nested too deeply"
    else:
        return text
    raise FileFault(f"Line {line} is not Python ({message}): look at it, and at the line above.")


def _line(error: BaseException, file: Path) -> str:
    """The last line of a file, or of one beside it, in the traceback of an error."""
    lines = ["1"]
    for frame in extract_tb(error.__traceback__):
        path = Path(frame.filename)
        if path.parent == file.parent:
            beside = "" if path == file else f" of {path.name}"
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
