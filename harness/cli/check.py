"""``allhands check``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.common import (
    INTERRUPTED_EXIT,
    UNFINISHED_EXIT,
    InputError,
    as_json,
    exit_code,
    refuse_missing_program,
    writable,
    write,
)
from harness.cli.prepare import prepare
from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.checking.equivalence import Runner
    from harness.checking.state import State
    from harness.checking.tasks import Task
    from harness.checking.verdict import Verdict
    from harness.hands.scopes import Scope
    from harness.processes.limits import Limits

QUICK = 20_000
"""Random hands for ``--quick``."""
CONFLICTS = {
    "--exec": ("--style numpy", "--style compiled"),
    "--published": ("--style numpy", "--style compiled"),
    "--all": ("--quick", "--sample"),
    "--quick": ("--sample",),
    "--compare": ("--published", "--style numpy", "--style compiled"),
}  # fmt: skip
"""The options that do not go together."""


@click.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option("--published", is_flag=True, help="Check the sources' own versions instead.")
@click.option("--cards", type=click.IntRange(5, 7), default=5, help="Cards in a hand. [5]")
@click.option(
    "--style",
    type=click.Choice(["python", "numpy", "compiled"]),
    default="python",
    help="One hand a call, an array of hands a call, or that in machine code. [python]",
)
@click.option(
    "--all",
    "all_hands",
    is_flag=True,
    help="In the python style, check all hands of 6 or 7 cards: takes minutes to hours.",
)
@click.option(
    "--sample", type=click.IntRange(min=2), metavar="N", help="Check N random hands instead."
)
@click.option(
    "--quick",
    is_flag=True,
    help="Check one hand of each class and 20,000 random hands: takes seconds, is not a proof.",
)
@click.option("--seed", type=int, help="Seed of the sample. [1]")
@click.option(
    "--exec",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Check a program in any language: it reads hands and writes keys. Repeatable.",
)
@click.option(
    "--compare",
    is_flag=True,
    help="Check functions or programs that take two hands and return who wins.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10,
    metavar="SECONDS",
    help="Stop an evaluator that exceeds this time on one hand. [10]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=100),
    default=2_000,
    metavar="MB",
    help="Stop an evaluator whose processes take more memory than this. [2000]",
)
@click.option("--dask", metavar="ADDRESS", help="Check on a Dask cluster: tcp://host:8786.")
@click.option("--jobs", type=click.IntRange(min=1), help="Number of processes. [one per core]")
@click.option(
    "--json", "json_file", metavar="FILE", help="Write the verdicts as JSON; - is standard output."
)
@click.option(
    "--state", metavar="DIR", help="Keep finished parts in DIR; the same check goes on from there."
)
def check(
    names: tuple[str, ...],
    published: bool,
    cards: int,
    style: str,
    all_hands: bool,
    sample: int | None,
    seed: int | None,
    quick: bool,
    commands: tuple[str, ...],
    compare: bool,
    timeout: float,
    memory: int,
    dask: str | None,
    jobs: int | None,
    json_file: str | None,
    state: str | None,
) -> None:
    """Check that evaluators order all hands as the rules of poker do.

    Every hand is evaluated, so the verdict covers every pair of hands. With 6 and 7 cards in the
    python style, one hand stands for all that differ only in the names of suits, unless --all is
    given; the verdict says so.

    An EVALUATOR is a name that `allhands list` shows, or a place: mine.py, mine.py:function,
    module or module:attribute. A function is enough: it gets ["Kd", "Qs", "Jc", "Th", "9s"] and
    returns a key. Without an EVALUATOR, all built-in ones are checked.

    Exit code: 0 all are equivalent, 1 some are not, 2 bad usage or input, 3 some checks did not
    finish or an internal error, 130 interrupted, 141 the output pipe was closed.
    """
    from evaluators import PUBLISHED, UnknownEvaluatorError
    from harness.adapters.adopt import refuse_missing
    from harness.adapters.comparing import COMPARISON
    from harness.adapters.styles import STYLES
    from harness.hands.scopes import All, Sample, usual
    from harness.processes.limits import Limits

    for command in commands:
        refuse_missing_program(command)
    names += tuple(f"exec:{command}" for command in commands)
    if published and names:
        raise InputError("--published says which evaluators; leave the names out")
    options = {
        "--exec": commands, "--published": published, "--all": all_hands, "--sample": sample,
        "--quick": quick, "--compare": compare,
        "--style numpy": style == "numpy", "--style compiled": style == "compiled",
    }  # fmt: skip
    for option, conflicts in CONFLICTS.items():
        for conflict in conflicts:
            if options[option] and options[conflict]:
                raise InputError(f"{option} and {conflict} do not go together")
    if seed is not None and not (sample or quick):
        raise InputError("--seed says which sample; it goes with --sample N")
    if quick:
        sample = QUICK
    if compare and not names:
        raise InputError("--compare needs a function, mine.py:compare, or --exec COMMAND")
    chosen = list(dict.fromkeys(names or (PUBLISHED if published else STYLES[style].built_in)))
    try:
        for name in chosen:
            refuse_missing(name, style)
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None
    style = COMPARISON if compare else style
    prepare(chosen, style)
    target = writable(json_file)
    quiet = json_file == "-"
    limits = Limits(timeout, memory)
    if sample and sample > All(cards).all_hands:
        raise InputError(f"--sample {sample}: there are only {All(cards).all_hands:,}")
    scope: Scope = All(cards)
    if sample:
        scope = Sample(cards, sample, 1 if seed is None else seed)
    elif not (STYLES[style].takes_arrays or all_hands):
        scope = usual(cards)

    saved = _state(Path(state), chosen, scope, style) if state else None
    try:
        with _runner(dask, jobs, state) as run:
            verdicts = check_and_show(chosen, scope, quiet, run, style, limits, saved)
            sevens = check_sevens(quiet, run, limits) if published and scope == All() else []
            if json_file:
                _write_json(as_json(verdicts + sevens), target)
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None
    finally:
        if saved:
            saved.close()
    sys.exit(exit_code(verdict.status for verdict in verdicts + sevens))


def _write_json(document: str, target: Path | None) -> None:
    """Write a document to a file, or to standard output."""
    if target:
        write(target, document + "\n")
    else:
        click.echo(document)


def check_sevens(
    quiet: bool, run: "Runner | None", limits: "Limits | None" = None, size: int = 7
) -> "list[Verdict]":
    """Check the published versions that claim to take seven cards, or six, on a sample."""
    from evaluators import PUBLISHED, load
    from harness.hands.scopes import Sample

    names = [name for name in PUBLISHED if size in load(name).sizes]
    click.echo(err=quiet)
    return check_and_show(names, Sample(size, 100_000), quiet, run, limits=limits)


@contextmanager
def _runner(dask: str | None, jobs: int | None, state: str | None) -> "Iterator[Runner | None]":
    """The runner of tasks: a cluster, or this machine with so many processes; else the usual."""
    from functools import partial

    from harness.checking.equivalence import on_this_machine

    if not dask:
        yield partial(on_this_machine, jobs=jobs) if jobs else None
        return
    try:
        from harness.checking.cluster import Cluster, ClusterError
    except ImportError:
        raise InputError("--dask needs the extra: pip install 'allhands[distributed]'") from None
    try:
        cluster = Cluster(dask)
    except ClusterError as error:
        raise InputError(f"--dask: {error}") from None
    try:
        yield cluster
    except ClusterError as error:
        resumable = f"what is finished is in {state}; the same command goes on with it"
        hint = resumable if state else "with --state DIR, a check can be resumed"
        click.echo(f"Error: {visible(str(error))}\n{visible(hint)}", err=True)
        sys.exit(UNFINISHED_EXIT)
    finally:
        cluster.close()


def _state(folder: Path, names: list[str], scope: "Scope", style: str) -> "State":
    from harness.checking.state import State, StateError

    try:
        return State(folder, names, scope, style, lambda line: click.echo(visible(line), err=True))
    except StateError as error:
        raise InputError(f"--state {error}") from None


def check_and_show(
    names: list[str],
    scope: "Scope",
    quiet: bool,
    run: "Runner | None",
    style: str = "python",
    limits: "Limits | None" = None,
    state: "State | None" = None,
) -> "list[Verdict]":
    """Check, print each verdict at once, then the details of those that are not equivalent.

    Args:
        names: names or places of the evaluators.
        scope: the hands to check.
        quiet: whether standard output is reserved for a document.
        run: the runner of tasks.
        style: the style of the evaluators.
        limits: the limits of each evaluator.
        state: the saved state of finished shards.
    """
    from harness.adapters.styles import STYLES
    from harness.checking import equivalence
    from harness.checking.statuses import EQUIVALENT
    from harness.processes.limits import USUAL
    from harness.reporting import terminal

    out = terminal.console(stderr=quiet)
    is_alone = len(names) == 1
    count = "1 evaluator" if is_alone else f"{len(names)} evaluators"
    bar = terminal.Bar(out, len(names) * len(scope), "hands")
    verdict_of: dict[str, Verdict] = {}

    @cache
    def print_head() -> None:
        """Print the head when tasks begin: then no evaluator is missing."""
        how = "" if style == "python" else f", {STYLES[style].how}"
        out.print(f"{count} on {scope}{how}\n")
        if not is_alone:
            out.print(terminal.check_head(names))

    def progress(task: "Task") -> None:
        print_head()
        bar.advance(task.stop - task.start, task.name)

    def preflight(verdict: "Verdict") -> None:
        if is_alone:  # several evaluators have a table, whose rows are enough
            lines = list(terminal.preflight(verdict))
            for line in [*lines, ""] if lines else []:
                out.print(line)

    try:
        with bar.shown():
            for verdict in equivalence.check(
                names, scope, progress, style, limits or USUAL, state, run, preflight
            ):
                verdict_of[verdict.name] = verdict
                if is_alone:
                    out.print(terminal.check_head(names))
                out.print(terminal.check_row(verdict, names))
    except KeyboardInterrupt:
        out.print(f"\ninterrupted: {len(verdict_of)} of {len(names)} verdicts were reached")
        if state:
            out.print(f"what is finished is in {state.folder}; the same command goes on with it")
        sys.exit(INTERRUPTED_EXIT)

    verdicts = [verdict_of[name] for name in names]
    out.print()
    for verdict in verdicts:
        if verdict.status != EQUIVALENT:
            for line in terminal.details(verdict):
                out.print(line)
            out.print()
    for line in terminal.summary(verdicts):
        out.print(line)
    return verdicts
