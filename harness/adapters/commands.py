"""An evaluator in any language: a program that reads hands and writes keys, line by line.

Any filter works. It reads hands from its standard input, one on each line (``Kd Qs Jc Th 9s``),
until the input ends. For each hand it writes a line with the key as JSON (a number, a string, or
an array of these). Then it exits. Input and output are files, so neither side waits for the other,
whatever the program buffers.

If a program exits early, takes too long, or writes too few lines, too many lines or invalid JSON,
the error names the hand. A program that exits with 127, as a shell does if it does not find a
command, counts as not installed. When a command ends, so does every process that it has started.
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
from harness.processes.limits import USUAL, Limits, end_all, in_words
from harness.processes.visible import visible

LONGEST_ANSWER = 1_000
"""The most bytes of an answer, per hand on average."""
ERRORS = 20_000
"""Bytes of standard error that are kept."""
HEAD, TAIL = 6, 6
"""Lines that are shown of the beginning and of the end of an output."""
SLOWER = 8
"""How many times as long as earlier hands later hands may take."""
POLL = 0.02
"""The most seconds between two polls of a running command."""
NOT_FOUND = 127
"""The exit code of a shell that does not find a command."""


Parse: TypeAlias = Callable[[], dict[str, Any]]
"""Makes a dict from the text of a line to its value; ``__missing__`` parses new lines."""


class CommandError(Exception):
    """The failure of a command.

    Attributes:
        at: the index of the hand, as far as it is known.
        output: excerpts of its standard error or, if that is empty, of its output.
        is_late: whether it exceeded its deadline.
    """

    def __init__(self, message: str, at: int = 0, output: str = "", is_late: bool = False) -> None:
        super().__init__(message)
        self.at, self.output, self.is_late = at, output, is_late


class NotInstalledError(CommandError):
    """The command, or what it starts, is not installed; its standard error says what."""


class Command:
    """A command as an evaluator.

    Attributes:
        name: the command; it is split into words as a shell does.
        limits: seconds for a hand; many hands may take longer, in proportion to earlier ones.
    """

    sizes = range(1, 53)
    lower_wins = None

    def __init__(self, command: str, limits: Limits = USUAL) -> None:
        self.name, self.limits = command, limits
        self._start = 0.0  # seconds for a run with one hand: most of them start the command
        self._pace = 0.0  # seconds for a hand, in the longest run so far
        self._longest = 0  # number of hands in that run

    def encode(self, card: Card) -> str:
        """The card as text: ``Kd``."""
        return format_card(card)

    def evaluate(self, hand: Sequence[str]) -> Key:
        """The key of one hand, from a separate run."""
        (key,) = self.evaluate_many([hand])
        return key

    def evaluate_many(self, hands: Sequence[Sequence[str]]) -> list[Key]:
        """The keys of hands, in the order of the hands.

        Raises:
            CommandError: a command that is missing, exits early, takes too long, or answers
            incorrectly.
        """
        return self.ask(list(map(" ".join, hands)), _Keys)

    def ask(self, lines: Sequence[str], parse: Parse) -> list[Any]:
        """The command's answers to lines, parsed.

        Raises:
            CommandError: as `evaluate_many`.
        """
        if not self._longest:  # measure the pace on a few lines, before a long run relies on it
            for few in (1, 10, 100, 1_000):
                if few < len(lines):
                    self._measured(lines[:few], parse)
        return self._measured(lines, parse)

    def _measured(self, lines: Sequence[str], parse: Parse) -> list[Any]:
        """The answers of a run, whose time sets the deadlines of later runs."""
        seconds = self.limits.seconds + SLOWER * len(lines) * self._pace
        began = time.monotonic()
        try:
            answers = self._answered(lines, parse, seconds)
        except NotInstalledError:
            raise
        except CommandError as error:
            raise self._located(lines, parse, error) from None
        if len(lines) >= self._longest:  # a short run mostly measures the start of the command
            self._start = self._start or time.monotonic() - began
            self._longest, self._pace = len(lines), (time.monotonic() - began) / len(lines)
        return answers

    def _located(self, lines: Sequence[str], parse: Parse, error: CommandError) -> CommandError:
        """The failure at the single line that causes it, if there is one; found by bisection."""

        def failure(low: int, high: int) -> CommandError | None:
            seconds = self.limits.seconds
            if high - low > 1:  # only the last run, on one line, needs the whole deadline
                seconds = min(seconds, 1 + 2 * self._start + SLOWER * (high - low) * self._pace)
            try:
                self._answered(lines[low:high], parse, seconds)
            except CommandError as part_error:
                return part_error
            return None

        low, high = error.at, len(lines)  # the command answered the lines before `low`
        if len(lines) == 1:
            return error
        if alone := failure(low, low + 1):  # the command does not buffer its output
            high = low + 1
        elif not failure(low, high):
            low = 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if failure(low, middle) else (middle, high)
        if alone := alone or failure(low, high):
            alone.at = low
            return alone
        message = f"{error}; asked about one at a time, it answered each hand"
        return CommandError(message, error.at, error.output, error.is_late)

    def _answered(self, lines: Sequence[str], parse: Parse, seconds: float) -> list[Any]:
        """The parsed answers of one run of the command."""
        workers.announce(workers.position[0], 2 * seconds + workers.START)
        with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
            stdin.write("".join(f"{line}\n" for line in lines).encode())
            stdin.seek(0)
            ending, code, is_late, end = self._run(stdin, stdout, stderr, seconds, len(lines))
            stdout.seek(0)
            answer = stdout.read(LONGEST_ANSWER * (len(lines) + 1))
            noise = os.pread(stderr.fileno(), ERRORS, 0)
            if len(noise) == ERRORS:
                noise += b"\n" + end + _end_of(stderr)
        output = printable(noise or answer)
        if code == NOT_FOUND:
            raise NotInstalledError(f"it is not installed: {ending}", 0, output)
        answers = answer.replace(b"\r\n", b"\n").removesuffix(b"\n").split(b"\n") if answer else []
        if len(answers) != len(lines) or code is None:
            counts = f"{_many(len(answers), 'line')} for {_many(len(lines), 'hand')}"
            at = min(answer.count(b"\n"), len(lines) - 1)
            raise CommandError(f"{ending}; {counts}", at, output, is_late)
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
        self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], seconds: float, lines: int
    ) -> tuple[str, int | None, bool, bytes]:
        """Run the command, with a deadline.

        Returns:
            The ending in words, the exit code if the command ended by itself, whether it was late,
            and the end of the standard error that was cut off.
        """
        try:
            words = shlex.split(self.name)
            if not words:
                raise ValueError("the command is empty")
            process = subprocess.Popen(
                words, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True
            )
        except ValueError as error:
            raise CommandError(f"{self.name}: {error}") from None
        except OSError as error:
            raise CommandError(f"{words[0]}: {error.strerror}; no shell runs it") from None
        longest = LONGEST_ANSWER * (lines + 1)
        deadline = time.monotonic() + seconds
        poll, end = POLL / 10, b""
        try:
            while True:
                code = None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    code = process.wait(poll)
                poll = min(2 * poll, POLL)
                # Standard error must not fill the disk.
                if os.fstat(stderr.fileno()).st_size > 100 * ERRORS:
                    end = _end_of(stderr)
                    os.ftruncate(stderr.fileno(), ERRORS)
                if os.fstat(stdout.fileno()).st_size > longest:
                    return f"it wrote more than {longest:,} bytes, and was ended", None, False, end
                if code is not None:
                    return _ended(code), code, False, end
                if time.monotonic() > deadline:
                    return f"it did not end within {in_words(seconds)}", None, True, end
        finally:
            if process.poll() is None:
                end_all(process.pid)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _end_of(file: IO[bytes]) -> bytes:
    """The end of a file beyond its first `ERRORS` bytes, without the zeros of a cut."""
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
            ValueError: a line that is not a key.
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
    """A JSON value as a key: arrays become tuples."""
    if isinstance(value, list):
        return tuple(_as_key(item, line) for item in value)
    if isinstance(value, bool | dict | None):
        raise ValueError(
            f"{line[:60]} is not a key; write a number, a string, or an array of these"
        )
    key: Key = value
    return key


def _many(n: int, noun: str) -> str:
    return f"1 {noun}" if n == 1 else f"{n:,} {noun}s"


def printable(output: bytes) -> str:
    """The first and the last lines of an output, with control characters made visible."""
    lines = output.decode(errors="replace").strip().splitlines()
    if len(lines) > HEAD + TAIL:
        lines[HEAD:-TAIL] = ["..."]
    return "\n".join(visible(line, 100) for line in lines)
