"""An evaluator in any language: a command that reads hands and writes keys, line by line.

Hands go to its standard input, one on a line (``Kd Qs Jc Th 9s``), in batches that end with a line
that has only a dot. For each hand it writes a key on a line of its own, as JSON (a number, a
string, or an array of these), and a dot after each batch. When its input ends, it is to end, too.

Every answer is held against what was asked: a batch with too few lines or too many, a line that is
no JSON or no UTF-8, a batch that never ends and one that is far too long are errors that say so,
with the last lines that the command wrote; and no process is left behind.
"""

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, Any

from evaluators.cards import Card, format_card
from harness import workers

FIRST_BATCH, BATCH = 100, 10_000
LONGEST_ANSWER = 1_000
"""Bytes for a hand on average, beyond which a batch is refused unread."""
HEAD, TAIL = 6, 6
"""Lines of output that are kept, of the beginning and of the end."""
ERRORS = 20_000
NEWLINE = b"\n"
ENDS = b"\n.\n", b"\n.\r\n"
LOOK = 0.5
"""Seconds between looks at its memory."""
GRACE = 1.0
"""Seconds that a command has to end when its input has."""


class CommandError(Exception):
    """A command that did not answer as it should.

    Attributes:
        is_late: whether it did not answer in time.
        output: the end of what it wrote, to standard error if that is why it ended.
    """

    is_late = False
    output = ""


class LateError(CommandError):
    """A command that did not answer in time."""

    is_late = True


class Command:
    """A command as an evaluator: hands are batches of lines, keys are what it answers.

    Attributes:
        command: as it was given, for a shell's rules of quoting.
        timeout: seconds for a batch.
        megabytes: of memory, for it and whatever it starts; looked at now and then, since many a
            language reserves far more addresses than it ever uses.
    """

    sizes = range(1, 53)
    most_at_once = BATCH

    def __init__(self, command: str, timeout: float = 60.0, megabytes: int = 2_000) -> None:
        self.command, self.timeout, self.megabytes = command, timeout, megabytes
        self.name = command
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._written = b""
        self._batch = FIRST_BATCH
        self._look = 0.0  # when to look at its memory next

    @property
    def process_id(self) -> int | None:
        """That of the command, while it runs."""
        return self._process.pid if self._process else None

    def encode(self, card: Card) -> str:
        """The card as text: ``Kd``."""
        return format_card(card)

    def evaluate(self, hand: Sequence[str]) -> Any:
        """The key of one hand, in a batch of its own."""
        return next(self.evaluate_all([hand]))

    def evaluate_all(self, hands: Iterable[Sequence[str]]) -> Iterator[Any]:
        """The keys of hands, in their order.

        Raises:
            CommandError: it is missing, ends, is too slow, or answers something else.
        """
        waiting = iter(hands)
        while batch := list(islice(waiting, self._batch)):
            began = time.monotonic()
            yield from self._ask(batch)
            # As many as it does in a second: small batches cost time, large ones say little.
            fits = int(len(batch) / max(time.monotonic() - began, 1e-6))
            self._batch = max(1, min(fits, 10 * self._batch, BATCH))

    def close(self, grace: float = GRACE) -> None:
        """End the command, after so many seconds in any case, and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        workers.leaving.discard(self.close)
        descendants = workers.descendants(process.pid)
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with contextlib.suppress(OSError):
                    pipe.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        workers.kill(descendants)
        workers.started(process.pid, runs=False)
        if self._errors:
            self._errors.close()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise CommandError(f"{self.command}: {error}") from None
        if not words:
            raise CommandError("the command is empty")
        self._errors = TemporaryFile()  # noqa: SIM115  closed with the command
        try:
            process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,  # what would be in a buffer of ours, select would not know of
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise CommandError(f"{words[0]}: {error.strerror}; no shell runs it") from None
        workers.leaving.add(self.close)
        workers.started(process.pid)
        return process

    def _ask(self, hands: Sequence[Sequence[str]]) -> list[Any]:
        if self._process is None:
            self._process = self._start()
        question = "\n".join(map(" ".join, hands)) + "\n.\n"
        try:
            answer = self._exchange(self._process, question.encode(), len(hands))
            return _keys(answer, hands)
        except CommandError as error:
            error.output = printable(self._said() or self._written)
            self.close(grace=0)
            raise

    def _exchange(self, process: subprocess.Popen[bytes], question: bytes, hands: int) -> bytes:
        """Write a batch and read its answer at the same time: neither side may have to wait."""
        assert process.stdin
        assert process.stdout
        question_left = memoryview(question)
        most = (hands + 1) * LONGEST_ANSWER
        answer = bytearray()
        deadline = time.monotonic() + self.timeout
        with selectors.DefaultSelector() as ready:
            for pipe, event in (
                (process.stdin, selectors.EVENT_WRITE),
                (process.stdout, selectors.EVENT_READ),
            ):
                os.set_blocking(pipe.fileno(), False)
                ready.register(pipe, event)
            while not answer.endswith(ENDS) and bytes(answer[:3]) not in (b".\n", b".\r\n"):
                if time.monotonic() > self._look:
                    self._look_at_memory(process)
                    self._cut_errors()
                    self._look = time.monotonic() + LOOK
                events = ready.select(max(min(deadline, self._look) - time.monotonic(), 0))
                if time.monotonic() > deadline:
                    lines = answer.count(b"\n")
                    raise LateError(
                        f"no dot within {self.timeout:g} seconds, and {_many(lines, 'line')} for "
                        f"{_many(hands, 'hand')}; is each batch ended by a dot, and flushed?"
                    )
                for key, _ in events:
                    if key.fileobj is process.stdin:
                        question_left = self._write(process.stdin, question_left)
                        if not question_left:
                            ready.unregister(process.stdin)
                        continue
                    chunk = os.read(process.stdout.fileno(), 1 << 16)
                    self._written = (self._written + chunk)[-2_000:] if chunk else self._written
                    if not chunk:
                        raise CommandError(self._ended(process, bytes(answer), hands))
                    answer += chunk
                    if len(answer) > most:
                        raise CommandError(f"more than {most:,} bytes for {_many(hands, 'hand')}")
        return bytes(answer.replace(b"\r\n", b"\n"))

    def _look_at_memory(self, process: subprocess.Popen[bytes]) -> None:
        try:
            import psutil
        except ImportError:
            return
        taken = 0
        with contextlib.suppress(psutil.Error):
            mother = psutil.Process(process.pid)
            for each in (mother, *mother.children(recursive=True)):
                taken += each.memory_info().rss
        if taken > self.megabytes * 1_000_000:
            raise CommandError(f"it took {taken / 1e6:,.0f} MB of memory of {self.megabytes:,}")

    def _cut_errors(self) -> None:
        """What it writes to standard error fills no disk: all but the beginning is let go."""
        if self._errors and os.fstat(self._errors.fileno()).st_size > ERRORS:
            os.ftruncate(self._errors.fileno(), ERRORS)

    def _write(self, pipe: IO[bytes], question: memoryview) -> memoryview:
        try:
            return question[os.write(pipe.fileno(), question[: 1 << 16]) :]
        except BrokenPipeError:  # it reads no more; what it has written tells why
            return memoryview(b"")

    def _ended(self, process: subprocess.Popen[bytes], answer: bytes, hands: int) -> str:
        try:
            code = process.wait(GRACE)
        except subprocess.TimeoutExpired:
            how = "it closed its output"
        else:
            how = (
                f"it was killed by {signal.Signals(-code).name}"
                if code < 0
                else f"it ended with exit code {code}"
            )
        return f"{how}, after {_many(answer.count(NEWLINE), 'line')} for {_many(hands, 'hand')}"

    def _said(self) -> bytes:
        """What it wrote to standard error: the beginning, and the end if there is more."""
        if not self._errors:
            return b""
        file = self._errors.fileno()
        size = os.fstat(file).st_size
        end = os.pread(file, ERRORS, max(ERRORS, size - ERRORS))
        return os.pread(file, ERRORS, 0) + end.replace(b"\0", b"")  # where it was cut


def _keys(answer: bytes, hands: Sequence[Sequence[str]]) -> list[Any]:
    """The keys in the answer to a batch."""
    try:
        text = answer.decode()
    except UnicodeDecodeError as error:
        bad = answer[: error.start].count(b"\n")
        raise CommandError(f"{_at(hands, bad)}: the answer is not UTF-8") from None
    lines = text.removesuffix(".\n").removesuffix("\n").split("\n") if text != ".\n" else []
    if len(lines) != len(hands):
        raise CommandError(f"{_many(len(lines), 'line')} for {_many(len(hands), 'hand')}")
    try:
        keys = json.loads(f"[{','.join(lines)}]", parse_constant=_refuse)
    except ValueError:
        keys = []
    if len(keys) != len(hands):
        for number, line in enumerate(lines):
            try:
                json.loads(line, parse_constant=_refuse)
            except ValueError:
                raise CommandError(f"{_at(hands, number)}: {line[:60]!r} is no JSON") from None
    try:
        return list(map(_as_key, keys))
    except TypeError:
        number = next(n for n, key in enumerate(keys) if _is_no_key(key))
        said = f"{lines[number][:60]} is no key; write a number, a string, or an array of these"
        raise CommandError(f"{_at(hands, number)}: {said}") from None


def _refuse(constant: str) -> None:
    """NaN and Infinity, which Python takes for JSON."""
    raise ValueError(constant)


def _many(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


def _at(hands: Sequence[Sequence[str]], number: int) -> str:
    return " ".join(hands[min(number, len(hands) - 1)])


def _as_key(value: Any) -> Any:
    """JSON's arrays as tuples.

    Raises:
        TypeError: it is, or holds, an object, null, true or false.
    """
    if isinstance(value, list):
        return tuple(map(_as_key, value))
    if isinstance(value, bool | dict | None):
        raise TypeError
    return value


def _is_no_key(value: Any) -> bool:
    try:
        _as_key(value)
    except TypeError:
        return True
    return False


def printable(written: bytes) -> str:
    """The beginning and the end of what was written, so that it can be shown anywhere."""
    lines = written.decode(errors="replace").strip().splitlines()
    if len(lines) > HEAD + TAIL:
        lines[HEAD:-TAIL] = ["..."]
    return "\n".join("".join(filter(str.isprintable, line))[:100] for line in lines)
