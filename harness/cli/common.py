"""What the commands share: exit codes, errors, and where to write."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from harness.verdict import Verdict

EQUIVALENT_EXIT, NOT_EQUIVALENT_EXIT, INPUT_EXIT, UNFINISHED_EXIT, INTERRUPTED_EXIT = (
    0,
    1,
    2,
    3,
    130,
)

REPORTS = Path("reports")
LOOKING = 10.0  # seconds


class InputError(click.ClickException):
    """Bad usage or input: one line, exit code 2."""

    exit_code = INPUT_EXIT


def know(names: list[str], style: str = "python") -> None:
    """Refuse names that no evaluator has, before anything runs.

    Modules in the current folder can be named, as with ``python -m``. What is not ours is looked
    for in a process of its own, since looking runs it; what is wrong with it beyond that is for
    the verdict.
    """
    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED
    from harness import workers

    if "" not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    ours = VECTORIZED if style == "numpy" else BUILT_IN | PUBLISHED | PEERS
    for name in names:
        if name.startswith("exec:"):
            _know_command(name.removeprefix("exec:"))
    tasks = [(name, style) for name in names if name not in ours and not name.startswith("exec:")]
    for _, refusal, _ in workers.run(_look_for, tasks, 1):
        if refusal and isinstance(refusal, str):
            raise InputError(refusal)


def _know_command(command: str) -> None:
    """Refuse a command that cannot be started."""
    import shlex
    from shutil import which

    try:
        program, *_ = shlex.split(command) or [""]
    except ValueError as error:
        raise InputError(f"--exec {command!r}: {error}") from None
    if not which(program):
        raise InputError(f"--exec {command!r}: there is no program {program!r}; no shell runs it")


def _look_for(task: tuple[str, str]) -> str:
    """Why there is no such evaluator; nothing if there is one, whatever is wrong with it."""
    from evaluators import UnknownEvaluatorError
    from harness import adopt
    from harness.limits import in_time

    name, style = task
    try:
        with in_time(LOOKING):
            adopt.load_array(name) if style == "numpy" else adopt.load(name)
    except UnknownEvaluatorError as error:
        return str(error)
    except BaseException:
        return ""
    return ""


def writable(name: str | None, option: str = "--json") -> Path | None:
    """Where to write, refused before anything runs if it cannot be."""
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
    """Verdicts and the machine that they were reached on."""
    import json

    from harness.machine import machine

    document = {
        "machine": machine(),
        "evaluators": [verdict.as_json() for verdict in verdicts],
    }
    return json.dumps(document, indent=2)


def write_verdicts(path: Path, verdicts: "list[Verdict]") -> None:
    """Write verdicts, whole or not at all."""
    write(path, as_json(verdicts) + "\n")


def write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    from harness.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def make_folder(path: Path) -> None:
    """Make a folder, and those that it is in."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None


def installed(name: str) -> bool:
    """Whether the library that an evaluator needs is there."""
    from evaluators import load

    try:
        load(name)
    except ImportError:
        return False
    return True
