"""The exit codes, errors, hands, and output files of all commands."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from harness.checking.verdict import Verdict

EQUIVALENT_EXIT, NOT_EQUIVALENT_EXIT, INPUT_EXIT, UNFINISHED_EXIT = range(4)
INTERRUPTED_EXIT, NO_READER_EXIT = 130, 141

COMMITTED = Path("reports")
"""One run on a named machine, which git tracks: written only if the user names it."""
LOCAL = COMMITTED / "local"
"""The runs of this machine; git ignores them."""
GROUP_OF_PUBLISHED = "published"
"""What users type for all published versions."""


class InputError(click.ClickException):
    """Bad usage or input: one line, exit code 2."""

    exit_code = INPUT_EXIT

    def format_message(self) -> str:
        """The line, with control characters made visible: it may quote names and paths."""
        from harness.processes.visible import visible

        return visible(self.message)


class Sample(click.ParamType["tuple[int, int]"]):
    """A number of random hands, and the seed that they are drawn with."""

    name = "N[:SEED]"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[int, int]:
        """The number and the seed."""
        match = re.fullmatch(r"(\d+)(?::(\d+))?", value)
        if not match or int(match[1]) < 2:
            self.fail(f"{value!r} is not a number from 2 on, such as 1000 or, with a seed, 1000:7")
        return int(match[1]), int(match[2] or 1)


def places(names: "Iterable[str]", commands: "Iterable[str]" = ()) -> list[str]:
    """The evaluators that a user names, each once, and the programs; a group has several."""
    from evaluators import PUBLISHED

    for command in commands:
        _refuse_missing_program(command)
    groups = ([*PUBLISHED] if name == GROUP_OF_PUBLISHED else [name] for name in names)
    named = [name for group in groups for name in group]
    return list(dict.fromkeys([*named, *(f"exec:{command}" for command in commands)]))


def refuse_unknown(names: "Iterable[str]", style: str = "python") -> None:
    """Refuse names and places without an evaluator, before any work starts."""
    from evaluators import UnknownEvaluatorError
    from harness.adapters import adopt

    try:
        adopt.refuse_unknown(names, style)
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None


def _refuse_missing_program(command: str) -> None:
    import shlex
    from shutil import which

    try:
        program, *_ = shlex.split(command) or [""]
    except ValueError as error:
        raise InputError(f"--exec {command!r}: {error}") from None
    if not which(program):
        raise InputError(f"--exec {command!r}: there is no program {program!r}; no shell runs it")


def hands_in(texts: "Sequence[str]", sizes: range = range(5, 8)) -> "list[tuple[int, ...]]":
    """The hands of some arguments: one, in one argument or several; or one in each argument.

    Raises:
        CardError: an invalid card, or a hand of another size than `sizes` or than the first.
    """
    from evaluators.cards import CardError, parse_hand

    parts = [parse_hand(text) for text in texts]
    if len(parts) == 1 or min(map(len, parts)) < 2:
        return [parse_hand(texts, sizes)]
    hands = [parse_hand(text, sizes) for text in texts]
    for number, hand in enumerate(hands[1:], start=2):
        if len(hand) != len(hands[0]):
            raise CardError(f"hand 1 has {len(hands[0])} cards, hand {number} has {len(hand)}")
    return hands


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


def write(path: Path | None, text: str) -> None:
    """Write a file, whole or not at all; or to standard output."""
    from evaluators.cache import write_whole

    if path is None:
        click.echo(text, nl=False)
        return
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
