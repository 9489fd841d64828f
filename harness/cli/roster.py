"""``allhands check --from FILE``: a list of evaluators, each at several sizes of hands."""

import sys
from collections.abc import Sequence
from contextlib import chdir
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from harness.cli.common import (
    INTERRUPTED_EXIT,
    InputError,
    as_document,
    exit_code,
    make_folder,
    refuse_unknown,
    write,
)
from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.checking.equivalence import Runner
    from harness.checking.roster import Entry, Job, Result
    from harness.checking.tasks import Task
    from harness.processes.limits import Limits


def check_roster(
    file: Path,
    names: Sequence[str],
    cards: int | None,
    sample: int | None,
    seed: int,
    limits: "Limits",
    state: Path | None,
    resume: bool,
    target: Path | None,
    quiet: bool,
    run: "Runner",
) -> NoReturn:
    """Check the evaluators of a roster, print the matrix and the faults, and exit.

    Args:
        file: the roster; its places and commands are relative to its folder.
        names: the evaluators to check; all if there are none.
        cards: the only size to check, if one is given.
        sample: random hands instead of all, if a number is given.
        seed: the seed of samples.
        limits: the limits of evaluators for which the roster has no others.
        state: the folder of finished shards.
        resume: whether to go on with the run in that folder.
        target: the file for the verdicts as JSON.
        quiet: whether standard output is reserved for a document.
        run: the runner of tasks.
    """
    from evaluators import UnknownEvaluatorError
    from harness.checking import roster
    from harness.checking.state import StateError
    from harness.reporting import matrix, terminal

    try:
        jobs = _jobs(roster.read(file, limits), file, names, cards, sample, seed)
    except roster.RosterError as error:
        raise InputError(f"--from {error}") from None
    _prepare_state(state, resume)
    target, state = target and target.absolute(), state and state.absolute()
    shown = list(dict.fromkeys(job.entry.name for job in jobs))
    out = terminal.console(stderr=quiet)
    bar = terminal.Bar(out, sum(len(job.scope) for job in jobs), "hands")
    label_of = {job.entry.place: job.entry.name for job in jobs}
    results: list[Result] = []

    def progress(task: "Task") -> None:
        bar.advance(task.stop - task.start, label_of[task.name])

    def warn(line: str) -> None:
        click.echo(visible(line), err=True)

    many = "1 evaluator" if len(shown) == 1 else f"{len(shown)} evaluators"
    with chdir(file.parent):
        _refuse_missing(jobs)
        out.print(f"{many} of {visible(str(file))}\n")
        try:
            with bar.shown():
                for result in roster.check_roster(jobs, progress, state, warn, run):
                    results.append(result)
                    out.print(matrix.row(result, shown))
        except (UnknownEvaluatorError, StateError) as error:
            raise InputError(str(error)) from None
        except KeyboardInterrupt:
            out.print(f"\ninterrupted: {len(results)} of {len(jobs)} verdicts were reached")
            if state:
                out.print(f"what is finished is in {state}; --resume goes on with it")
            sys.exit(INTERRUPTED_EXIT)
    results.sort(key=lambda result: (shown.index(result.entry.name), result.size))
    out.print()
    for line in matrix.matrix(shown, results):
        out.print(line)
    out.print()
    for line in [*matrix.faults(results), *matrix.summary(results)]:
        out.print(line)
    document = as_document("evaluators", [result.as_json() for result in results])
    if target:
        write(target, document + "\n")
    elif quiet:
        click.echo(document)
    sys.exit(exit_code(result.verdict.status for result in results if result.is_documented))


def _jobs(
    listed: "list[Entry]",
    file: Path,
    names: Sequence[str],
    cards: int | None,
    sample: int | None,
    seed: int,
) -> "list[Job]":
    """The evaluators that were asked for, and the hands of each.

    Raises:
        RosterError: the roster does not have an evaluator of a name, or none of this size.
    """
    from harness.checking.roster import Job, RosterError
    from harness.hands.scopes import Sample

    entries = {entry.name: entry for entry in listed}
    for name in names:
        if name not in entries:
            similar = get_close_matches(name, entries, 1)
            hint = f"; did you mean {similar[0]!r}?" if similar else ""
            raise RosterError(f"{file} has no evaluator {name!r}{hint}")
    jobs = []
    for name in dict.fromkeys(names or entries):
        entry = entries[name]
        for size in entry.cards if cards is None else [cards]:
            if size in entry.cards:
                scope = Sample(size, sample, seed) if sample else entry.scope(size)
                jobs.append(Job(entry, scope))
    if not jobs:
        raise RosterError(f"{file}: none of these evaluators takes {cards} cards")
    return jobs


def _refuse_missing(jobs: "list[Job]") -> None:
    """Refuse places without an evaluator, before any work starts; commands may be missing."""
    from evaluators import UnknownEvaluatorError
    from harness.adapters.adopt import COMMAND, refuse_missing

    places = {job.entry.place: job.entry.name for job in jobs}
    for place, name in places.items():
        try:
            refuse_missing(place)
        except UnknownEvaluatorError as error:
            raise InputError(f"--from: {name}: {error}") from None
    refuse_unknown([place for place in places if not place.startswith(COMMAND)])


def _prepare_state(folder: Path | None, resume: bool) -> None:
    """Refuse a folder of finished shards that holds a run, if it is not to be resumed."""
    from harness.checking.state import ABOUT

    if not folder:
        return
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--state {folder} is not a folder")
    entries = [entry for entry in folder.glob("*") if not entry.name.startswith(".")]
    is_used = bool(entries)
    if is_used and not resume:
        raise InputError(f"--state {folder} holds a run; --resume goes on with it")
    if resume and not is_used:
        raise InputError(f"--state {folder} holds no run to go on with")
    if not all((entry / ABOUT).exists() or _is_new(entry) for entry in entries):
        raise InputError(f"--state {folder} holds something else than runs of a roster")
    make_folder(folder)


def _is_new(folder: Path) -> bool:
    """Whether a folder holds no more than a run has that ended before it began."""
    return folder.is_dir() and all(entry.name.startswith(".") for entry in folder.iterdir())
