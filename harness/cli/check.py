"""``allhands check``."""

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.common import (
    GROUP_OF_PUBLISHED,
    INTERRUPTED_EXIT,
    STANDARD_OUTPUT,
    UNFINISHED_EXIT,
    InputError,
    Whole,
    as_document,
    evaluators,
    exit_code,
    file,
    places,
    rules_option,
    sample,
    seconds,
    write,
)
from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.checking.equivalence import Runner
    from harness.checking.state import State
    from harness.checking.tasks import Task
    from harness.checking.verdict import Verdict
    from harness.hands.scopes import Scope
    from harness.processes.limits import Limits

QUICK = 20_000
"""Random hands for ``--quick``."""
HOW = ("python", "numpy", "compiled")
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://\S+:\d+")
STYLE_HELP = "python: a hand a call. numpy: an array of hands. compiled: that in machine code."


@click.command()
@evaluators
@click.option("--cards", type=Whole(5, 7), default=5, help="Cards in a hand. [5]")
@rules_option
@click.option("--style", type=click.Choice(HOW), default="python", metavar="STYLE", help=STYLE_HELP)
@click.option("--compare", is_flag=True, help="Functions of two hands: who wins?")
@click.option("--quick", is_flag=True, help="20,000 random hands: seconds; not a proof.")
@click.option("--sample", type=sample, metavar="N[:SEED]", help="N random hands.")
@click.option("--all", "is_all", is_flag=True, help="6 or 7 cards in every suit: up to hours.")
@click.option("--timeout", type=seconds, default=10, help="The most for one hand. [10]")
@click.option("--memory", type=Whole(100), default=2_000, metavar="MB", help="The most. [2000]")
@click.option("--jobs", metavar="N", help="Processes, or a Dask cluster: tcp://host:8786.")
@click.option("--json", "json_file", type=file, help="Write JSON; - is standard output.")
@click.option("--state", metavar="DIR", help="Keep what is done in DIR; go on from there.")
def check(
    names: tuple[str, ...],
    commands: tuple[str, ...],
    cards: int,
    rules: "Rules",
    style: str,
    compare: bool,
    quick: bool,
    sample: tuple[int, int] | None,
    is_all: bool,
    timeout: float,
    memory: int,
    jobs: str | None,
    json_file: Path | None,
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

    With --rules, an evaluator of another game gets the cards of that game's deck. Of the built-in
    ones, only the rulebook knows these rules, and is checked without an EVALUATOR.

    Of six or seven cards, one hand stands for all that differ only in the names of suits, unless
    --all is given; the verdict says so. Arrays always get all of them.

    Exit code: 0 all are equivalent, 1 some are not, 2 bad usage or input, 3 some checks did not
    finish or an internal error, 130 interrupted, 141 the output pipe was closed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import PUBLISHED, load, rulebook
    from evaluators.preparing import prepare
    from evaluators.rules import STANDARD
    from harness.adapters import COMPARISON
    from harness.adapters.styles import STYLES
    from harness.checking.state import State
    from harness.hands import scopes
    from harness.processes.limits import Limits

    if compare and style != "python":
        raise InputError(f"--compare is a style of its own: leave out --style {style}")
    style = COMPARISON if compare else style
    if sum(map(bool, (quick, sample, is_all))) > 1:
        raise InputError("--quick, --sample and --all each say which hands: choose one")
    built_in = [*STYLES[style].built_in]
    if rules != STANDARD:
        built_in = [name for name in built_in if name == rulebook.name]
    chosen = places(names, commands, style) or built_in
    if compare and not chosen:
        raise InputError("--compare needs a function, mine.py:compare")
    if not chosen:
        raise InputError(f"--style {style} needs an EVALUATOR: none of ours knows {rules.title}")
    sample = (QUICK, 1) if quick else sample
    scope: Scope = scopes.All(cards, rules=rules)
    if sample and sample[0] > scope.all_hands:
        raise InputError(f"--sample {sample[0]}: there are only {scope.all_hands:,}")
    if sample:
        scope = scopes.Sample(cards, *sample, rules=rules)
    elif not (is_all or STYLES[style].takes_arrays):
        scope = scopes.usual(cards, rules=rules)
    quiet = json_file == STANDARD_OUTPUT
    limits = Limits(timeout, memory)
    prepare(chosen, style)
    kept = State(Path(state), chosen, scope, style, _tell) if state else None
    with closing(kept) if kept else nullcontext(), _runner(jobs, state) as run:
        verdicts = check_and_show(chosen, scope, quiet, run, style, limits, kept)
        if GROUP_OF_PUBLISHED in names and scope == scopes.ALL_FIVE:
            sevens = [name for name in PUBLISHED if 7 in load(name).sizes]
            click.echo(err=quiet)
            sample_of = scopes.Sample(7, 100_000)
            verdicts += check_and_show(sevens, sample_of, quiet, run, limits=limits)
        if json_file:
            rows = [verdict.as_json() for verdict in verdicts]
            write(json_file, as_document("evaluators", rows) + "\n")
    sys.exit(exit_code(verdict.status for verdict in verdicts))


@contextmanager
def _runner(jobs: str | None, state: str | None) -> "Iterator[Runner | None]":
    """The runner of tasks: this machine with so many processes, a cluster, or else the usual."""
    from harness.checking.equivalence import on_this_machine

    if jobs is None or (jobs.isdecimal() and int(jobs)):
        yield partial(on_this_machine, jobs=int(jobs)) if jobs else None
        return
    if not ADDRESS.fullmatch(jobs):
        message = "neither a number of processes nor the address of a cluster, tcp://host:8786"
        raise InputError(f"--jobs {jobs}: {message}")
    try:
        from harness.checking.cluster import Cluster, ClusterError
    except ImportError:
        raise InputError(f"--jobs {jobs}: a cluster needs Dask: pip install distributed") from None
    try:
        cluster = Cluster(jobs)
    except ClusterError as error:
        raise InputError(f"--jobs: {error}") from None
    try:
        yield cluster
    except ClusterError as error:
        resumable = f"what is finished is in {state}; the same command goes on with it"
        hint = resumable if state else "with --state DIR, a check can be resumed"
        _tell(f"Error: {error}")
        _tell(hint)
        sys.exit(UNFINISHED_EXIT)
    finally:
        cluster.close()


def _tell(line: str) -> None:
    click.echo(visible(line), err=True)


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

    If it is quiet, standard output is reserved for a document.
    """
    from harness.adapters.styles import STYLES
    from harness.checking import equivalence
    from harness.checking.statuses import EQUIVALENT
    from harness.processes.limits import USUAL
    from harness.reporting import terminal

    out = terminal.console(stderr=quiet)
    is_alone = len(names) == 1
    count = "1 evaluator" if is_alone else f"{len(names)} evaluators"
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
        advance(task.stop - task.start, task.name)

    def preflight(verdict: "Verdict") -> None:
        if lines := [*terminal.preflight(verdict)]:
            out.print(*lines, "", sep="\n")

    told = preflight if is_alone else None  # several have a table, whose rows are enough
    try:
        with terminal.bar(out, len(names) * len(scope), "hands") as advance:
            for verdict in equivalence.check(
                names, scope, progress, style, limits or USUAL, state, run, told
            ):
                verdict_of[verdict.name] = verdict
                if is_alone:
                    out.print(terminal.check_head(names))
                out.print(terminal.check_row(verdict, names))
    except KeyboardInterrupt:
        _tell(f"interrupted: {len(verdict_of)} of {len(names)} verdicts were reached")
        if state:
            _tell(f"what is finished is in {state.folder}; the same command goes on with it")
        sys.exit(INTERRUPTED_EXIT)

    verdicts = [verdict_of[name] for name in names]
    out.print()
    for verdict in verdicts:
        if verdict.status != EQUIVALENT:
            out.print(*terminal.details(verdict), "", sep="\n")
    out.print(*terminal.summary(verdicts), sep="\n")
    return verdicts
