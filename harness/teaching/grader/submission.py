"""A file that was handed in: load it, call its functions, and describe its faults.

The faults that every exercise knows have their sentences here. Those of one exercise stand in the
asserts of its tests.
"""

import ast
import builtins
import difflib
import inspect
import io
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import partial
from itertools import cycle
from operator import itemgetter
from pathlib import Path
from random import Random
from traceback import extract_tb
from types import ModuleType
from typing import Any

from evaluators.cards import DECK, format_card
from harness.checking.statuses import ERROR, TIMEOUT
from harness.hands.order import hands
from harness.processes.limits import EVALUATING, LOADING, Limits, in_words
from harness.processes.visible import visible, visible_repr
from harness.teaching.grader.host import Host, Late

WRONG = "wrong"
"""The status of a submission that gives a wrong answer; without an answer, it is `ERROR`."""
USUAL = Limits(seconds=2.0, megabytes=1_000)
KILLED = 2
"""Time limits of a call after which its process is killed: the call may catch `Late`."""
BETWEEN_CALLS = 15.0
"""Seconds for a test to judge an answer: the submission may define how it is compared."""
A_DAY = 86_400.0
MOST_SOURCE = 1_000_000
"""The bytes of a file of Python. Compiling it may take 600 times as much memory."""
MOST_PRINTED = 500_000_000
"""The characters that a submission may print: a few lines for each hand, to find a fault."""
MOST = 100
"""Characters of a value that are shown."""
THE_STEPS = -1
"""Stands for the chapter of the step that fails."""


KEY_FUNCTION = "evaluate"
"""Its answers are keys, which may order themselves, as the check takes them."""
SHUFFLED = Random(1)
ORDERS = [itemgetter(*SHUFFLED.sample(range(5), 5)) for _ in range(9_973)]
"""Orders of five cards, as many as a prime number, so no pattern of hands meets the same ones."""


class Fault(AssertionError):  # noqa: N818  the submission's, not ours
    """A fault of a submission: a sentence, and lines that show a hand or a call.

    Attributes:
        sentence: the fault, and advice.
        lines: hands or calls that show it.
        status: `WRONG` if there was an answer, `ERROR` if there was none, `TIMEOUT` if it was late.
        chapter: the number of the chapter to read, or `THE_STEPS`; None if none helps.
        points: the points for the right part of a step that fails.
    """

    def __init__(
        self,
        sentence: str,
        *lines: str,
        status: str = ERROR,
        chapter: int | None = THE_STEPS,
        points: int = 0,
    ) -> None:
        shown = "\n".join([sentence, *filter(None, lines)])
        self.sentence, *self.lines = shown.split("\n")
        super().__init__(shown)
        self.status, self.chapter, self.points = status, chapter, points


class PrintsTooMuch(BaseException):
    """A file has printed more than it may; its ``except Exception`` lets this pass."""


class NoneFault(Fault):
    """A function returns None."""


class Raised:
    """The answer of a function that raises an error, as its task demands."""


# --- Sentences. ---

UNREADABLE = "The file cannot be read ({}): hand in a file of its own."
EMPTY = "The file is empty: save your code, and hand it in again."
NOT_TEXT = "The file is not text in UTF-8: save it in an editor for code, as UTF-8."
NOT_PYTHON = "Line {} is not Python ({}): look at it, and at the line above."
LOADING_LATE = "Loading the file takes too long: is there a loop outside of the functions?"
CHANGES = "{name} changes what it is given: sort or change a copy of it."
LATE = "There is no answer within {seconds}: is there a loop that never ends?"
UNFINISHED = "The tests did not come to their end: does the file change pytest, or end it?"
MEMORY = "{name} needs more than {megabytes} MB: is there a list that only grows?"
PRINTS = f"{{name}} has printed {MOST_PRINTED / 1e6:g} MB by now: take print out of it."
TOO_LARGE = "{:,.1f} MB are handed in, and {:g} MB is the most: hand in your code alone."
LETTER = "Line {line} takes {letter} for a number: the ranks are 2 to 9, then T, J, Q, K and A."
SAID: Mapping[type[BaseException], str] = {
    Late: LATE,
    MemoryError: MEMORY,
    PrintsTooMuch: PRINTS,
    ModuleNotFoundError: "Line {line} imports {module}, which is not installed here: do without "
    "it.",
    KeyError: "Line {line} looks up {key} in a dictionary or set that has no {key}: what is in it?",
    EOFError: "Line {line} calls input(), and nobody types here: let functions use their "
    "parameters.",
    SystemExit: "Line {line} ends the whole program: write return instead.",
    RecursionError: "Line {line} calls its own function again and again: when does that end?",
    BaseException: "{name} ends{in_line} with {error}: try it on this case.",
}
"""Sentences about an error that a function raises, by its type."""
EMPTIED = "pop from an empty set", "popitem(): dictionary is empty"
"""The arguments of a KeyError that is not about a key."""
SAID_OF_THE_FILE = {
    **SAID,
    Late: LOADING_LATE,
    BaseException: "Loading the file ends{in_line} with {error}: run the file, and mend that.",
}
"""Sentences about an error while the file is loaded."""
IN_PLACE = ("sort", "reverse", "append", "extend", "insert", "update", "add")
"""Methods that change a list, a dictionary or a set, and return None."""


class Submission:
    """A file that was handed in. Tests know it as the fixture `theirs`.

    Attributes:
        file: the file.
        source: its text.
        module: the module that it defines.
        limits: the time limit of a call, and the memory limit.
        jobs: how many processes a check of all hands may use; None for one per core.
        seed: the student's own number or name, where an exercise needs it.
        host: the process in which it is asked.
        step: the number of the step that runs; it is known even if the process dies.
        seconds: the time limit of a call in this step.
        output: the text that the file prints.

    Raises:
        Fault: the file cannot be loaded.
    """

    module: ModuleType

    def __init__(
        self,
        file: Path,
        limits: Limits = USUAL,
        jobs: int | None = None,
        seed: str = "",
        host: Host = Host(),  # noqa: B008  it is frozen
    ) -> None:
        self.file, self.limits, self.jobs, self.seed = file.resolve(), limits, jobs, seed
        self.host = host
        self.step, self.seconds = 0, limits.seconds
        self.output = Output()
        self.source = _source(file)
        self.load()

    def load(self) -> None:
        """Load the file, as if nobody had asked it anything.

        Raises:
            Fault: loading it fails.
        """
        if str(self.file.parent) not in sys.path:
            sys.path.append(str(self.file.parent))  # it may import other files of its folder
        self.module = sys.modules["handed_in"] = ModuleType("handed_in")
        self.module.__file__ = str(self.file)
        self._functions: dict[str, Callable[..., Any]] = {}
        before = vars(builtins).copy()
        try:
            with self.limited(self.limits.loading, doing=LOADING):
                exec(compile(self.source, self.file, "exec"), vars(self.module))
        except BaseException as error:
            raise self.fault_of(error) from error
        if changed := _changed_builtins(before):
            words = f"The file gives {changed} of Python another value: use another name."
            raise Fault(words, chapter=None)

    def call(
        self, name: str, *, case: str = "", raises: type[Exception] = Fault, **arguments: Any
    ) -> Any:
        """The answer of a function of the file.

        Args:
            name: the name of the function.
            case: the text that a fault shows instead of the call.
            raises: an error that counts as an answer: then a `Raised` is returned.
            arguments: its arguments, in order; it gets copies. Their names are those of the task,
                and a student may choose others.

        Raises:
            Fault: there is no such function, or it gives no answer, or changes its arguments.
        """
        __tracebackhide__ = True
        function = self.function(name, arguments)
        given, case = deepcopy(arguments), case or shown_call(name, arguments)
        self.output.latest = ""
        try:
            with self.limited(self.seconds):
                answer = function(*given.values())
        except raises:
            return Raised()
        except BaseException as error:
            raise self.fault_of(error, name, case) from error
        if given != arguments:
            raise Fault(CHANGES.format(name=name), case)
        if answer is None:
            raise NoneFault(self._why_none(name), case)
        if inspect.isroutine(answer):
            called = visible(str(answer.__name__), MOST)
            words = f"{name} returns {called}, which is not called: its brackets are missing."
            raise Fault(words, case)
        return answer if name == KEY_FUNCTION else self.exact(name, answer, case)

    def exact(self, name: str, answer: Any, case: str) -> Any:
        """The answer of a function, of exact plain types down to its parts.

        So no comparison that a submission defines decides what its answer equals.

        Raises:
            Fault: the answer has another type, or a part of it does.
        """
        try:
            return exact(answer)
        except TypeError as error:
            raise Fault(f"{name} returns {self.show(answer)}: {error}.", case) from None

    def every_hand(self, name: str) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Each of the 2,598,960 hands, in one fixed order, and the answer of a function.

        The cards of each hand come in an order of its own, drawn by a seed.

        Raises:
            Fault: there is no such function, or it gives no answer, or changes a hand.
        """
        function = self.function(name, ["hand"])
        hand: tuple[str, ...] = ()
        try:
            with self.limited(self.seconds, killed=A_DAY):
                dealt = hands([format_card(card) for card in DECK], 5)
                for hand in (order(each) for each, order in zip(dealt, cycle(ORDERS))):
                    self.host.alarm(self.seconds)  # for each hand anew
                    answer = function(given := [*hand])
                    if (*given,) != hand:
                        raise Fault(CHANGES.format(name=name))
                    yield hand, self.exact(name, answer, " ".join(hand))
        except (GeneratorExit, Fault):  # the former is of the test that asks
            raise
        except BaseException as error:
            raise self.fault_of(error, name, " ".join(hand)) from error

    def function(self, name: str, parameters: Iterable[str]) -> Callable[..., Any]:
        """A function of the file.

        Raises:
            Fault: the file has no such function, or it takes other arguments.
        """
        if name in self._functions:
            return self._functions[name]
        parameters = list(parameters)
        definition = f"def {name}({', '.join(parameters)}):"
        function: Any = getattr(self.module, name, None)
        words = ""
        if not hasattr(self.module, name):
            words = f"There is no function {name}: write {definition} in the file."
            if near := self._similar_function(name):
                words = f"There is no function {name}, but there is {near}: call it {name}."
        elif not callable(function) or inspect.isclass(function):
            words = f"{name} is not a function but {self.show(function)}: write {definition}"
        else:
            try:
                inspect.signature(function).bind(*parameters)
            except TypeError:
                words = f"{name} takes other arguments: write {definition}"
            except ValueError:  # a function of C has no signature
                pass
        if words:
            raise Fault(words, chapter=None)
        self._functions[name] = function
        return self._functions[name]

    def value(self, name: str, form: str) -> Any:
        """A value of the file, such as ``FAULT``; `form` says how to write it.

        Raises:
            Fault: the file has no such value.
        """
        if not hasattr(self.module, name):
            words = f"There is no {name}: write {name} = {form} in the file."
            raise Fault(words, chapter=None)
        return getattr(self.module, name)

    @staticmethod
    def show(value: object) -> str:
        """A value as Python shows it, not too long, without addresses."""
        return re.sub(r" at 0x[0-9a-f]+", "", visible_repr(value, MOST))

    @contextmanager
    def limited(
        self, seconds: float, *, killed: float = 0.0, doing: int = EVALUATING
    ) -> Iterator[None]:
        """Run code of the submission: count what it prints, and raise `Late` after some seconds.

        Args:
            seconds: the time limit.
            killed: seconds after which the process is killed; by default, soon after the limit.
            doing: the kind of step that the process announces.
        """
        outer = sys.stdin, sys.stdout, sys.stderr
        self.output.outer = sys.stdout
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), self.output, self.output
        self.host.announce(self.step, killed or KILLED * seconds, doing)
        self.host.alarm(seconds)
        try:
            yield
        finally:
            self.host.alarm(0)
            self.host.announce(self.step, BETWEEN_CALLS)
            sys.stdin, sys.stdout, sys.stderr = outer

    def fault_of(self, error: BaseException, name: str = "", case: str = "") -> Fault:
        """The fault for an error of a function; without a name, for an error while loading."""
        sentences = SAID if name else SAID_OF_THE_FILE
        first = error.args[0] if error.args else ""
        letter = re.search(r"int\(\).*'([TJQKA])'", str(first))
        sentence = next(sentences[kind] for kind in sentences if isinstance(error, kind))
        if letter and isinstance(error, ValueError):
            sentence = LETTER
        line = _line(error, self.file)
        if (type(first) is str and first in EMPTIED) or (not line and "{line}" in sentence):
            sentence = sentences[BaseException]
        words = sentence.format(
            line=line,
            in_line=f" in line {line}" if line else "",
            name=name or "The file",
            key=self.show(first),
            letter=letter and letter[1],
            module=getattr(error, "name", ""),
            error=self._error(error),
            seconds=in_words(self.seconds),
            megabytes=self.limits.megabytes,
        )
        status = TIMEOUT if isinstance(error, Late) else ERROR
        return Fault(words, case, status=status, chapter=THE_STEPS if name else None)

    def _similar_function(self, name: str) -> str:
        """The name of a function of the file that is nearly this one, if there is one."""
        names = {key.lower(): key for key in vars(self.module) if not key.startswith("__")}
        near = [names[key] for key in difflib.get_close_matches(name.lower(), names, 1, 0.75)]
        return next((key for key in near if inspect.isfunction(getattr(self.module, key))), "")

    def _why_none(self, name: str) -> str:
        """The sentence for a function that returns None."""
        if self.output.latest:
            text = self.show(self.output.latest.strip())
            return f"{name} returns None, and prints {text}: write return in place of print."
        if method := _returned_method(self.source, name):
            return (
                f"{name} returns what {method}() returns, and that is None: it changes its object "
                "in place, so write return with that object in a line below."
            )
        return f"{name} returns None: every way through it has to end with return and a value."

    def _error(self, error: BaseException) -> str:
        """An error in one line."""
        text = ""
        with suppress(Exception):
            text = " ".join(str(error).split())
        name = type(error).__name__
        return visible(f"{name}: {text}" if text else name, 2 * MOST)


def exact(value: Any) -> Any:
    """A value as plain types: None, numbers, texts, and lists, tuples and dictionaries of these.

    A subclass stands for its base, whatever it defines, and a number of NumPy for its value.

    Raises:
        TypeError: the value or a part of it is of another type.

    >>> from collections import Counter
    >>> from enum import IntEnum
    >>> exact([IntEnum("Rank", "ACE").ACE, Counter(a=2)])
    [1, {'a': 2}]
    >>> exact([{1}])
    Traceback (most recent call last):
    TypeError: set is not taken; return a number, a text, or a list, tuple or dictionary of these
    """
    kind = type(value)
    if kind in (int, str, bool, float, type(None)):
        return value
    base = next((base for base in EXACT if issubclass(kind, base)), None)
    if base:
        return EXACT[base](value)
    if kind.__module__ == "numpy" and getattr(value, "shape", None) == ():
        return exact(value.item())
    advice = "return a number, a text, or a list, tuple or dictionary of these"
    if hasattr(kind, "tolist"):
        advice = "add .tolist() to it"
    if hasattr(kind, "__members__"):
        advice = "add .value to it"
    raise TypeError(f"{kind.__name__} is not taken; {advice}")


EXACT: dict[type, Callable[[Any], Any]] = {
    int: lambda value: int.__add__(value, 0),
    float: lambda value: float.__add__(value, 0.0),
    str: str.__str__,
    list: lambda value: [*map(exact, list.__iter__(value))],
    tuple: lambda value: (*map(exact, tuple.__iter__(value)),),
    dict: lambda value: {exact(key): exact(each) for key, each in dict.items(value)},
}
"""The exact value of an instance of a type or a subclass, whatever the subclass overrides."""


class Output(io.TextIOBase):
    """A stream that counts the lines of a text, and hands it on.

    Attributes:
        outer: the stream that gets the text.
        lines: how many lines were printed.
        length: how many characters were printed.
        latest: the beginning of what was printed since it was last emptied.
    """

    outer = sys.stdout
    lines = length = 0
    latest = ""

    def write(self, text: str) -> int:
        """Count the lines of a text.

        Raises:
            PrintsTooMuch: it is too long, with all that was printed before.
        """
        text = str(text)
        self.lines += text.count("\n")
        self.length += len(text)
        if self.length > MOST_PRINTED:
            raise PrintsTooMuch
        if len(self.latest) < MOST:
            self.latest += text[:MOST]
        self.outer.write(text)
        return len(text)


def as_fault(
    error: BaseException, submission: Submission | None, test: Callable[[], Any], is_slow: bool
) -> Fault:
    """The fault that an error in a test stands for."""
    if isinstance(error, Fault):
        return error
    if not isinstance(error, AssertionError) or not submission:
        return Fault(
            f"An answer cannot be read ({type(error).__name__}): return plain numbers, texts, "
            "lists and the like."
        )
    # With its own assertions rewritten, pytest indents lines, and says what was compared.
    shown = str(error).split("\nassert ")[0].splitlines()
    sentence, *lines = map(str.strip, shown or [""])
    if not is_slow and _passes_alone(submission, test):
        return Fault(
            "In a new program this answer is right, and here it is not: does it remember "
            "earlier calls, in a list or dictionary outside of the functions?",
            *lines,
            sentence,
            status=WRONG,
        )
    return Fault(sentence, *lines, status=WRONG)


def _passes_alone(submission: Submission, test: Callable[[], Any]) -> bool:
    """Try a test that failed again, with the file loaded anew; True if it passes."""
    try:
        submission.load()
        test()
    except BaseException:
        return False
    return True


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
    return f"{name}({', '.join(map(Submission.show, values))})"


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
        Fault: the file is not a text of Python.
    """
    text = ""
    try:
        if not file.is_file():  # a pipe never ends
            raise OSError(0, "it is not a file")
        refuse_large(file.stat().st_size, MOST_SOURCE)
        text = file.read_bytes().decode("utf-8-sig")
        compile(text, file, "exec")
        words = "" if text.strip() else EMPTY
    except OSError as error:
        words = UNREADABLE.format(error.strerror)
    except SyntaxError as error:
        words = NOT_PYTHON.format(error.lineno or 1, error.msg)
    except ValueError:  # it cannot be decoded, or has null bytes
        words = NOT_TEXT
    except (RecursionError, MemoryError):
        words = NOT_PYTHON.format(1, "it is nested too deeply")
    if words:
        raise Fault(words, chapter=None)
    return text


def refuse_large(size: int, most: int) -> None:
    """Refuse more bytes than may be handed in.

    Raises:
        Fault: there are more.
    """
    if size > most:
        raise Fault(TOO_LARGE.format(size / 1e6, most / 1e6), chapter=None)


def _line(error: BaseException, file: Path) -> str:
    """The last line in a traceback that is of a file or of one in its folder; or no line."""
    for frame in reversed(extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.parent == file.parent:
            return f"{frame.lineno}" if path == file else f"{frame.lineno} of {path.name}"
    return ""


def _returned_method(source: str, name: str) -> str:
    """The method whose result a function returns, if it is one that returns None."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            for part in ast.walk(node):
                match part:
                    case ast.Return(ast.Call(ast.Attribute(attr=method))) if method in IN_PLACE:
                        return method
    return ""


def take(test: Any, theirs: Submission) -> None:
    """Ask a submission all cases of a step.

    Raises:
        Fault: a case fails.
    """
    for case in getattr(test, "cases", [{}]):
        asked = partial(test, theirs, **case)
        try:
            asked()
        except BaseException as error:
            raise as_fault(error, theirs, asked, test.step["slow"]) from None
