"""An evaluator in any language: a program that reads hands and writes keys, line by line.

Any filter works. It reads hands from its standard input, one on each line (``Kd Qs Jc Th 9s``),
until the input ends. For each hand it writes a line with the key as JSON (a number, a string, or
an array of these). Then it exits. Input and output are files, so neither side waits for the other,
whatever the program buffers.

If a program exits early, takes too long, or writes too few lines, too many lines or invalid JSON,
the error names the hand. A program that exits with 127, as a shell does if it does not find a
command, counts as not installed. When a command ends, so does every process that it has started.
"""

import json
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from fcntl import F_SETFL, fcntl
from functools import cache
from math import isinf
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias

from evaluators.cards import Card, format_card
from evaluators.protocol import Key
from harness.adapters.plain import TOO_DEEP
from harness.processes.limits import USUAL, Limits, end_all, in_words
from harness.processes.visible import visible
from harness.processes.workers import START

LONGEST_ANSWER = 1_000
"""The most bytes of an answer, per hand on average."""
MOST_ERRORS, KEPT = 2_000_000, 20_000
"""The most bytes of standard error; of more, the bytes kept of its beginning and of its end."""
SHOWN = 6
"""Lines that are shown of the beginning and of the end of an output."""
GROWTH, SLOWER = 10, 8
"""A run may have 10 times as many hands as an earlier one, and take 8 times as long for each."""
POLL = 0.02
"""The most seconds between two looks at a running command."""
NOT_FOUND = 127
"""The exit code of a shell that does not find a command."""

Allow: TypeAlias = Callable[[float], None]


class CommandError(Exception):
    """The failure of a command.

    Attributes:
        at: the index of the hand, as far as it is known.
        output: excerpts of its standard error or, if that is empty, of its output.
        is_late: True if it exceeded its deadline.
    """

    def __init__(self, message: str, at: int = 0, output: str = "", is_late: bool = False) -> None:
        super().__init__(message)
        self.at, self.output, self.is_late = at, output, is_late


class NotInstalledError(CommandError):
    """The failure of a command that is not installed, or needs a program that is not."""


class Command:
    """A command as an evaluator.

    Attributes:
        name: the command; it is split into words as a shell does.
        limits: seconds for a hand; many hands may take longer, in proportion to earlier ones.
        remarks: oddities of runs that answered every hand.
    """

    sizes = range(1, 53)
    lower_wins = None

    def __init__(self, command: str, limits: Limits = USUAL) -> None:
        self.name, self.limits = command, limits
        self.remarks: list[str] = []
        self._start = 0.0  # seconds of the first run, on one hand: most of them start the command
        self._longest, self._pace = 0, 0.0  # hands in the longest run, and seconds for each

    def encode(self, card: Card) -> str:
        """The card as text: ``Kd``."""
        return format_card(card)

    def evaluate(self, hand: Sequence[str]) -> Key:
        """The key of one hand, from a separate run."""
        return self.evaluate_many([hand])[0]

    def evaluate_many(
        self, hands: Sequence[Sequence[str]], allow: Allow = lambda seconds: None
    ) -> list[Key]:
        """The keys of hands, in the order of the hands.

        Before each run of the command, `allow` is told how many seconds it may take. The first run
        gets one hand, and each further run up to ten times as many as the longest before it, whose
        pace sets its deadline. After a failure, runs are halved until one hand is left that fails.

        Raises:
            CommandError: a command that is missing, exits early, takes too long, or answers
                incorrectly.

        >>> Command("sed s/.*/[8,2]/").evaluate_many([["Kd", "Qs"], ["5h", "5c"]])
        [(8, 2), (8, 2)]
        """
        keys: list[Key] = []
        failure, end, size = None, 0, 0
        while part := hands[len(keys) :][: size or GROWTH * self._longest or 1]:
            began = time.monotonic()
            try:
                keys += self._keys(part, allow, is_search=failure is not None)
            except CommandError as error:
                error.at += len(keys)
                if len(part) == 1 or isinstance(error, NotInstalledError):
                    raise
                failure, end = failure or error, end or len(keys) + len(part)
                size = len(part) // 2
                continue
            if failure and len(keys) >= end:
                message = f"{failure}; asked about fewer hands at a time, it answered each of them"
                raise CommandError(message, failure.at, failure.output, failure.is_late)
            if len(part) > self._longest:  # a short run mostly measures the start of the command
                seconds = time.monotonic() - began
                self._start = self._start or seconds
                self._longest, self._pace = len(part), seconds / len(part)
        return keys

    def _keys(self, hands: Sequence[Sequence[str]], allow: Allow, is_search: bool) -> list[Key]:
        """The keys of one run; the search for a failure waits less for one that hangs."""
        seconds = self.limits.seconds
        if is_search and len(hands) > 1:
            seconds = min(seconds, 1 + SLOWER * self._start)
        seconds += SLOWER * (len(hands) - 1) * self._pace
        allow(2 * seconds + START)
        most, keys = LONGEST_ANSWER * (len(hands) + 1), list[Key]()
        with TemporaryFile() as stdin, TemporaryFile() as stdout, TemporaryFile() as stderr:
            stdin.write("".join(f"{' '.join(hand)}\n" for hand in hands).encode())
            stdin.seek(0)
            fcntl(stderr, F_SETFL, os.O_APPEND)  # so that it can be cut while it is written
            ending, code = self._run(stdin, stdout, stderr, seconds, most)
            is_late = code is None and os.fstat(stdout.fileno()).st_size <= most
            output = printable(_ends(stderr.fileno()) or _ends(stdout.fileno()))
            if code == NOT_FOUND:
                raise NotInstalledError(f"it is not installed: {ending}", 0, output)
            stdout.seek(0)
            ends = [line[-1:] for line in stdout]
            if len(ends) != len(hands) or code is None:
                counts = f"{_many(len(ends), 'line')} for {_many(len(hands), 'hand')}"
                at = min(ends.count(b"\n"), len(hands) - 1)
                raise CommandError(f"{ending}; {counts}", at, output, is_late)
            stdout.seek(0)
            try:
                keys.extend(map(cache(_key), stdout))
            except ValueError as error:
                raise CommandError(str(error), len(keys), output) from None
            except RecursionError:
                raise CommandError(TOO_DEEP, len(keys), output) from None
        remark = f"{ending} after it had answered all hands"
        if code and remark not in self.remarks:
            self.remarks.append(remark)
        return keys

    def _run(
        self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], seconds: float, most: int
    ) -> tuple[str, int | None]:
        """Run the command; its ending in words, and its exit code if it was not ended by us."""
        try:
            words = shlex.split(self.name) or [""]
            process = subprocess.Popen(
                words, stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True
            )
        except ValueError as error:
            raise CommandError(f"{self.name}: {error}") from None
        except OSError as error:
            raise CommandError(f"{words[0]}: {error.strerror}; no shell runs it") from None
        deadline = time.monotonic() + seconds
        try:
            while time.monotonic() < deadline:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(POLL)
                _cut(stderr.fileno())
                if os.fstat(stdout.fileno()).st_size > most:
                    limit = f"({LONGEST_ANSWER:,} for each hand: write shorter keys)"
                    return f"it wrote more than {most:,} bytes {limit}", None
                if (code := process.returncode) is not None:
                    if code < 0:
                        return f"it was killed by a signal: {signal.strsignal(-code)}", code
                    return f"it ended with exit code {code}", code
            return f"it did not end within {in_words(seconds)}", None
        finally:
            if process.poll() is None:
                end_all(process.pid)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            _cut(stderr.fileno())


def _cut(file: int) -> None:
    """Keep only the beginning and the end of a long file, lest it fill the disk."""
    if os.fstat(file).st_size > MOST_ERRORS:
        ends = _ends(file)
        os.ftruncate(file, KEPT)
        os.write(file, ends[KEPT:])


def _ends(file: int) -> bytes:
    """The beginning and the end of a file; the whole, if that is no more."""
    beginning, size = os.pread(file, KEPT, 0), os.fstat(file).st_size
    return beginning + os.pread(file, KEPT, max(KEPT, size - KEPT))


def _key(answer: bytes) -> Key:
    """The key on a line.

    Raises:
        ValueError: the line is not a key.
    """
    line = answer.decode().rstrip("\r\n")
    try:
        value = json.loads(line, parse_constant=int)  # no NaN, no Infinity
    except ValueError:
        raise ValueError(f"{line[:60]!r} is not JSON") from None
    return _as_key(value, line)


def _as_key(value: Any, line: str) -> Key:
    """A JSON value as a key: arrays become tuples."""
    if isinstance(value, list):
        return tuple(_as_key(item, line) for item in value)
    if isinstance(value, float) and isinf(value):
        raise ValueError(f"{line[:60]!r} is too large for a number with a point")
    if isinstance(value, bool | dict | None):
        raise ValueError(
            f"{line[:60]} is not a key; write a number, a string, or an array of these"
        )
    key: Key = value
    return key


def _many(n: int, noun: str) -> str:
    return f"1 {noun}" if n == 1 else f"{n:,} {noun}s"


def printable(output: bytes) -> str:
    r"""The first and the last lines of an output, with control characters made visible.

    >>> printable(b"a\nb\0\n").split()
    ['a', 'b\\x00']
    >>> [len(printable(b"a\n" * count).split()) for count in (12, 13, 50)]
    [12, 13, 13]
    >>> "\n...\n" in printable(b"a\n" * 12), "\n...\n" in printable(b"a\n" * 13)
    (False, True)
    """
    lines = output.decode(errors="replace").strip().splitlines()
    if len(lines) > 2 * SHOWN:
        lines[SHOWN:-SHOWN] = ["..."]
    return "\n".join(visible(line, 100) for line in lines)
