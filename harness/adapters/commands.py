"""An evaluator in any language: a program that reads hands and writes keys, line by line.

Any filter will do. It reads hands from its standard input, one on each line (``Kd Qs Jc Th 9s``),
until the input ends. For each it writes a line with the key as JSON (a number, a string, or an
array of these). Then it exits. Input and output are files, so neither side waits for the other,
whatever the program buffers.

If a program exits early, takes too long, or writes too few lines, too many lines or invalid JSON,
the error names the hand. When a command ends, so does every process that it has started.
"""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias

from evaluators.cards import Card, format_card
from evaluators.protocol import Key
from harness.processes import workers
from harness.processes.limits import USUAL, Limits, descendants, end_all, in_words
from harness.processes.visible import visible

LONGEST_ANSWER = 1_000
"""Bytes for a hand on average, beyond which an answer is too long."""
ERRORS = 20_000
"""Bytes of standard error that are kept."""
HEAD, TAIL = 6, 6
"""Lines of output that are shown, of the beginning and of the end."""
SLOWER = 8
"""How many times as long as hands before them hands may take."""
LOOK = 0.02
"""Seconds between looks at a command that runs, at most."""


Parse: TypeAlias = Callable[[], dict[str, Any]]
"""Makes a dict that reads what it lacks: from the text of a line to what it says."""


class CommandError(Exception):
    """A command that did not answer correctly.

    Attributes:
        output: the end of its standard error or, if that is empty, of its output.
        at: the index of the hand, as far as it is known.
        is_late: whether it did not answer in time.
    """

    def __init__(self, message: str, at: int = 0, output: str = "", is_late: bool = False) -> None:
        super().__init__(message)
        self.at, self.output, self.is_late = at, output, is_late


class Command:
    """A command as an evaluator.

    Attributes:
        name: the command; it is split into words as a shell does.
        limits: seconds for a hand; a run of many hands may take longer, as earlier hands did.
    """

    sizes = range(1, 53)
    lower_wins = None

    def __init__(self, command: str, limits: Limits = USUAL) -> None:
        self.name, self.limits = command, limits
        self._start = 0.0  # seconds for the first hand, so that most are for starting the command
        self._pace = 0.0  # seconds for a hand, in the longest run so far
        self._most = 0  # how many hands that was

    def encode(self, card: Card) -> str:
        """The card as text: ``Kd``."""
        return format_card(card)

    def evaluate(self, hand: Sequence[str]) -> Key:
        """The key of one hand, by a run of its own."""
        (key,) = self.evaluate_many([hand])
        return key

    def evaluate_many(self, hands: Sequence[Sequence[str]]) -> list[Key]:
        """The keys of hands, in the order of the hands.

        Raises:
            CommandError: the command is missing, exits early, takes too long, or answers
            incorrectly.
        """
        return self.ask(list(map(" ".join, hands)), _Keys)

    def ask(self, lines: Sequence[str], parse: Parse) -> list[Any]:
        """The command's answers to lines, each parsed through a dict that parses missing lines.

        Raises:
            CommandError: as `evaluate_many`.
        """
        if not self._most:  # find out how long it takes: on one line, then on some
            for few in (1, 10, 100, 1_000):
                if few < len(lines):
                    self._checked(lines[:few], parse)
        return self._checked(lines, parse)

    def _checked(self, lines: Sequence[str], parse: Parse) -> list[Any]:
        """Its answers, within its deadline."""
        seconds = self.limits.seconds + SLOWER * len(lines) * self._pace
        began = time.monotonic()
        try:
            answers = self._answered(lines, parse, seconds)
        except CommandError as error:
            raise self._located(lines, parse, error) from None
        if len(lines) >= self._most:  # of few lines, most is the time that it takes to start
            self._start = self._start or time.monotonic() - began
            self._most, self._pace = len(lines), (time.monotonic() - began) / len(lines)
        return answers

    def _located(self, lines: Sequence[str], parse: Parse, error: CommandError) -> CommandError:
        """The failure at the single line that causes it, if there is one; found by bisection."""

        def failure(low: int, high: int) -> CommandError | None:
            seconds = self.limits.seconds
            if high - low > 1:  # then it is enough to see where to look on
                seconds = min(seconds, 1 + 2 * self._start + SLOWER * (high - low) * self._pace)
            try:
                self._answered(lines[low:high], parse, seconds)
            except CommandError as other:
                return other
            return None

        low, high = error.at, len(lines)  # what it has answered is behind us
        if len(lines) == 1:
            return error
        if alone := failure(low, low + 1):  # it keeps nothing back
            high = low + 1
        elif not failure(low, high):
            low = 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if failure(low, middle) else (middle, high)
        if alone := alone or failure(low, high):
            alone.at = low
            return alone
        said = f"{error}; asked about one at a time, it answered each hand"
        return CommandError(said, error.at, error.output, error.is_late)

    def _answered(self, lines: Sequence[str], parse: Parse, seconds: float) -> list[Any]:
        """One run of the command."""
        workers.announce(workers.position[0], 2 * seconds + workers.START)
        with TemporaryFile() as asked, TemporaryFile() as written, TemporaryFile() as errors:
            asked.write("".join(f"{line}\n" for line in lines).encode())
            asked.seek(0)
            how, is_done, is_late, end = self._run(asked, written, errors, seconds, len(lines))
            written.seek(0)
            answer = written.read(LONGEST_ANSWER * (len(lines) + 1))
            noise = os.pread(errors.fileno(), ERRORS, 0)
            if len(noise) == ERRORS:
                noise += b"\n" + end + _end_of(errors)
        output = printable(noise or answer)
        answers = answer.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n") if answer else []
        if len(answers) != len(lines) or not is_done:
            found = f"{_many(len(answers), 'line')} for {_many(len(lines), 'hand')}"
            at = min(answer.count(b"\n"), len(lines) - 1)
            raise CommandError(f"{how}; {found}", at, output, is_late)
        keys: list[Any] = []
        try:
            texts = answer.decode().replace("\r\n", "\n").removesuffix("\n").split("\n")
            keys.extend(map(parse().__getitem__, texts))
        except UnicodeDecodeError as error:
            at = answer[: error.start].count(b"\n")
            raise CommandError("its answer is not UTF-8", at, output) from None
        except ValueError as error:
            raise CommandError(str(error), len(keys), output) from None
        return keys

    def _run(
        self, asked: IO[bytes], written: IO[bytes], errors: IO[bytes], seconds: float, lines: int
    ) -> tuple[str, bool, bool, bytes]:
        """Run the command, for so long at most.

        Returns how it ended, whether it did so by itself, whether it was late, and the end of such
        errors as were let go of.
        """
        try:
            words = shlex.split(self.name)
            if not words:
                raise ValueError("the command is empty")
            process = subprocess.Popen(
                words, stdin=asked, stdout=written, stderr=errors, start_new_session=True
            )
        except ValueError as error:
            raise CommandError(f"{self.name}: {error}") from None
        except OSError as error:
            raise CommandError(f"{words[0]}: {error.strerror}; no shell runs it") from None
        most = LONGEST_ANSWER * (lines + 1)
        deadline = time.monotonic() + seconds
        look, end = LOOK / 10, b""
        try:
            while True:
                code = None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    code = process.wait(look)
                look = min(2 * look, LOOK)
                # So that what it writes to standard error cannot fill the disk.
                if os.fstat(errors.fileno()).st_size > 100 * ERRORS:
                    end = _end_of(errors)
                    os.ftruncate(errors.fileno(), ERRORS)
                if os.fstat(written.fileno()).st_size > most:
                    return f"it wrote more than {most:,} bytes, and was ended", False, False, end
                if code is not None:
                    return _ended(code), True, False, end
                if time.monotonic() > deadline:
                    return f"it did not end within {in_words(seconds)}", False, True, end
        finally:
            if process.poll() is None:
                end_all([process.pid, *descendants(process.pid)])
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _end_of(file: IO[bytes]) -> bytes:
    """The end of a file, without its holes."""
    size = os.fstat(file.fileno()).st_size
    begin = max(size - ERRORS // 2, ERRORS)
    return os.pread(file.fileno(), ERRORS, begin).replace(b"\0", b"") if size > begin else b""


def _ended(code: int) -> str:
    if code >= 0:
        return f"it ended with exit code {code}"
    with contextlib.suppress(ValueError):
        return f"it was killed by {signal.Signals(-code).name}"
    return f"it was killed by signal {-code}"


class _Keys(dict[str, Key]):
    """A cache from a line to its key: each different line is parsed once."""

    def __missing__(self, line: str) -> Key:
        """The key on a line.

        Raises:
            ValueError: it is not a key.
        """
        try:
            value = json.loads(line, parse_constant=_refuse)
        except (ValueError, RecursionError):
            raise ValueError(f"{line[:60]!r} is not JSON") from None
        self[line] = key = _as_key(value, line)
        return key


def _refuse(constant: str) -> None:
    """Refuse NaN and Infinity, which Python reads as JSON."""
    raise ValueError(constant)


def _as_key(value: Any, line: str) -> Key:
    """JSON's arrays as tuples."""
    if isinstance(value, list):
        return tuple(_as_key(item, line) for item in value)
    if isinstance(value, bool | dict | None):
        said = f"{line[:60]} is not a key; write a number, a string, or an array of these"
        raise ValueError(said)
    key: Key = value
    return key


def _many(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


def printable(written: bytes) -> str:
    """The beginning and the end of what was written, line by line."""
    lines = written.decode(errors="replace").strip().splitlines()
    if len(lines) > HEAD + TAIL:
        lines[HEAD:-TAIL] = ["..."]
    return "\n".join(visible(line, 100) for line in lines)
