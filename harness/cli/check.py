"""``allhands check``."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.common import (
    GROUP_OF_PUBLISHED,
    INTERRUPTED_EXIT,
    UNFINISHED_EXIT,
    InputError,
    Sample,
    as_json,
    exit_code,
    places,
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


@click.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option(
    "--exec",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="A program in any language: it reads hands and writes keys. Repeatable.",
)
@click.option("--cards", type=click.IntRange(5, 7), default=5, metavar="N", help="5, 6 or 7. [5]")
@click.option(
    "--style",
    type=click.Choice(["python", "numpy", "compiled"]),
    default="python",
    metavar="STYLE",
    help="python: a hand a call. numpy: an array of hands. compiled: that in machine code.",
)
@click.option("--compare", is_flag=True, help="Functions or programs of two hands: who wins?")
@click.option("--quick", is_flag=True, help="20,000 random hands: seconds; not a proof.")
@click.option("--sample", type=Sample(), metavar="N[:SEED]", help="N random hands.")
@click.option(
    "--all", "is_all", is_flag=True, help="Six or seven cards in every suit: minutes to hours."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10,
    metavar="SECONDS",
    help="Stop an evaluator that takes longer for one hand. [10]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=100),
    default=2_000,
    metavar="MB",
    help="Stop an evaluator that takes more memory. [2000]",
)
@click.option(
    "--jobs",
    metavar="N",
    help="Processes, or a Dask cluster: tcp://host:8786. [one per core]",
)
@click.option("--json", "json_file", metavar="FILE", help="Write JSON; - is standard output.")
@click.option("--state", metavar="DIR", help="Keep what is done in DIR; go on from there.")
def check(
    names: tuple[str, ...],
    commands: tuple[str, ...],
    cards: int,
    style: str,
    compare: bool,
    quick: bool,
    sample: tuple[int, int] | None,
    is_all: bool,
    timeout: float,
    memory: int,
    jobs: str | None,
    json_file: str | None,
    state: str | None,
) -> None:
    """Check that evaluators order all hands as the rules of poker do.

    \b
    allhands check mine.py
    allhands check --quick --exec "node mine.js"

    Every hand is evaluated, so the verdict covers every pair of hands.

    An EVALUATOR is a name that `allhands list` shows, or a place: mine.py, mine.py:function,
    module or module:attribute. A function is enough: it gets ["Kd", "Qs", "Jc", "Th", "9s"] and
    returns a key. Without an EVALUATOR, all built-in ones are checked; `published` stands for the
    sources' own versions.

    Of six or seven cards, one hand stands for all that differ only in the names of suits, unless
    --all is given; the verdict says so. Arrays always get all of them.

    Exit code: 0 all are equivalent, 1 some are not, 2 bad usage or input, 3 some checks did not
    finish or an internal error, 130 interrupted, 141 the output pipe was closed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import UnknownEvaluatorError
    from harness.adapters.adopt import refuse_missing
    from harness.adapters.comparing import COMPARISON
    from harness.adapters.styles import STYLES
    from harness.hands.scopes import ALL_FIVE
    from harness.processes.limits import Limits

    if compare and style != "python":
        raise InputError(f"--compare is a style of its own: leave out --style {style}")
    style = COMPARISON if compare else style
    if sum(map(bool, (quick, sample, is_all))) > 1:
        raise InputError("--quick, --sample and --all each say which hands: choose one")
    chosen = places(names, commands) or [*STYLES[style].built_in]
    if not chosen:
        raise InputError("--compare needs a function, mine.py:compare, or --exec COMMAND")
    scope = _scope(cards, style, (QUICK, 1) if quick else sample, is_all)
    target, quiet = writable(json_file), json_file == "-"
    limits = Limits(timeout, memory)
    try:
        for name in chosen:
            refuse_missing(name, style)
        prepare(chosen, style)
        with _state(state, chosen, scope, style) as saved, _runner(jobs, state) as run:
            verdicts = check_and_show(chosen, scope, quiet, run, style, limits, saved)
            is_published = GROUP_OF_PUBLISHED in names and scope == ALL_FIVE
            sevens = check_sevens(quiet, run, limits) if is_published else []
            if json_file:
                write(target, as_json(verdicts + sevens) + "\n")
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None
    sys.exit(exit_code(verdict.status for verdict in verdicts + sevens))


def _scope(cards: int, style: str, sample: tuple[int, int] | None, is_all: bool) -> "Scope":
    """The hands to check."""
    from harness.adapters.styles import STYLES
    from harness.hands import scopes

    everything = scopes.All(cards)
    if not sample:
        takes_all = is_all or STYLES[style].takes_arrays
        return everything if takes_all else scopes.usual(cards)
    if sample[0] > everything.all_hands:
        raise InputError(f"--sample {sample[0]}: there are only {everything.all_hands:,}")
    return scopes.Sample(cards, *sample)


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
def _runner(jobs: str | None, state: str | None) -> "Iterator[Runner | None]":
    """The runner of tasks: this machine with so many processes, a cluster, or else the usual."""
    from harness.checking.equivalence import on_this_machine

    if jobs is None or (jobs.isdecimal() and int(jobs)):
        yield partial(on_this_machine, jobs=int(jobs)) if jobs else None
        return
    try:
        from harness.checking.cluster import Cluster, ClusterError
    except ImportError:
        raise InputError(
            f"--jobs {jobs}: a cluster needs the extra: pip install 'allhands[distributed]'"
        ) from None
    try:
        cluster = Cluster(jobs)
    except ClusterError as error:
        raise InputError(f"--jobs: {error}") from None
    try:
        yield cluster
    except ClusterError as error:
        resumable = f"what is finished is in {state}; the same command goes on with it"
        hint = resumable if state else "with --state DIR, a check can be resumed"
        click.echo(f"Error: {visible(str(error))}\n{visible(hint)}", err=True)
        sys.exit(UNFINISHED_EXIT)
    finally:
        cluster.close()


@contextmanager
def _state(
    folder: str | None, names: list[str], scope: "Scope", style: str
) -> "Iterator[State | None]":
    """The saved state in a folder, if one is named."""
    if not folder:
        yield None
        return
    from harness.checking.state import State, StateError

    def tell(line: str) -> None:
        click.echo(visible(line), err=True)

    try:
        state = State(Path(folder), names, scope, style, tell)
    except StateError as error:
        raise InputError(f"--state {error}") from None
    try:
        yield state
    finally:
        state.close()


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
