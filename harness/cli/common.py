"""The exit codes, errors, and output files of all commands."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.checking.verdict import Verdict

EQUIVALENT_EXIT, NOT_EQUIVALENT_EXIT, INPUT_EXIT, UNFINISHED_EXIT = range(4)
INTERRUPTED_EXIT, NO_READER_EXIT = 130, 141

COMMITTED = Path("reports")
"""One run on a named machine, which git tracks: written only if the user names it."""
LOCAL = COMMITTED / "local"
"""The runs of this machine; git ignores them."""


class InputError(click.ClickException):
    """Bad usage or input: one line, exit code 2."""

    exit_code = INPUT_EXIT

    def format_message(self) -> str:
        """The line, with control characters made visible: it may quote names and paths."""
        from harness.processes.visible import visible

        return visible(self.message)


def refuse_unknown(names: list[str], style: str = "python") -> None:
    """Refuse names and places without an evaluator, before any work starts."""
    from evaluators import UnknownEvaluatorError
    from harness.adapters import adopt

    try:
        adopt.refuse_unknown(names, style)
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None


def two_hands(texts: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """The two hands of two arguments, if each has at least five cards; else nothing."""
    from evaluators.cards import CardError, parse_hand

    if len(texts) != 2:
        return ()
    hands = tuple(parse_hand(text) for text in texts)
    if min(map(len, hands)) < 5:
        return ()
    first, second = (parse_hand(text, range(5, 8)) for text in texts)
    if len(first) != len(second):
        raise CardError(f"the first hand has {len(first)} cards, the second {len(second)}")
    return first, second


def refuse_missing_program(command: str) -> None:
    """Refuse a command whose program is missing."""
    import shlex
    from shutil import which

    try:
        program, *_ = shlex.split(command) or [""]
    except ValueError as error:
        raise InputError(f"--exec {command!r}: {error}") from None
    if not which(program):
        raise InputError(f"--exec {command!r}: there is no program {program!r}; no shell runs it")


def writable(name: str | None, option: str = "--json") -> Path | None:
    """The path of an output file; None for standard output. Refused before any work starts."""
    if name == "-" and option != "--json":
        raise InputError(f"{option} needs a file; only --json writes to standard output")
    if name in (None, "-"):
        return None
    path = Path(str(name))
    if path.is_dir():
        raise InputError(f"{option} {name}: it is a folder")
    if not path.parent.is_dir():
        raise InputError(f"{option} {name}: there is no folder {path.parent}")
    return path


def as_json(verdicts: "list[Verdict]") -> str:
    """Verdicts as JSON, with the machine."""
    return as_document("evaluators", [verdict.as_json() for verdict in verdicts])


def as_document(key: str, rows: list[dict[str, Any]]) -> str:
    """Rows as JSON, one on each line, with the machine."""
    import json

    from harness.processes.machine import machine

    lines = ",\n".join(f"  {json.dumps(_encodable(row))}" for row in rows)
    return f'{{"machine": {json.dumps(_encodable(machine()))},\n"{key}": [\n{lines}\n]}}'


def _encodable(value: Any) -> Any:
    """A JSON value in which every text can be encoded as UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return list(map(_encodable, value)) if isinstance(value, list | tuple) else value


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    from evaluators.cache import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """Make a folder and its parents."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def installed(name: str) -> bool:
    """Whether the library of an evaluator is installed."""
    from evaluators import load

    try:
        load(name)
    except ImportError:
        return False
    return True


def exit_code(statuses: "Iterable[str]") -> int:
    """The exit code for the statuses of verdicts."""
    from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT

    statuses = set(statuses)
    if statuses - {EQUIVALENT, NOT_EQUIVALENT}:
        return UNFINISHED_EXIT
    return NOT_EQUIVALENT_EXIT if NOT_EQUIVALENT in statuses else EQUIVALENT_EXIT
