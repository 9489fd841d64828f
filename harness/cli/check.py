"""``allhands check``."""

import re
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli import common
from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.checking.equivalence import RunTasks
    from harness.checking.state import State
    from harness.checking.verdict import Verdict
    from harness.hands.scopes import Scope

QUICK = 20_000
"""Random hands for ``--quick``."""
HOW = ("python", "numpy", "compiled")
PROCESSES = re.compile(r"[1-9]\d{0,2}")
ADDRESS = re.compile(r"(tcp|tls|ws|wss)://\S+:\d+")
FLOPS_HELP = "Omaha: every hand on N random boards."
ALL_HELP = "6 or 7 cards, all suits: minutes in C, up to hours in Python."
STYLE_HELP = "python: a hand a call. numpy: an array of hands. compiled: that in machine code."
NUMBERING_HELP = "Card numbers, such as '13*suit+rank'; or a file of 52."
TEST_HELP = "Write a test for pytest with hands that are wrong."
KEYS_HELP = "A key for each hand: mine.u32, .i64, .f64; -.u32 is standard input."
ONE_HOT = {"one-hot-52": (52,), "one-hot-4x13": (4, 13)}
"""The shapes of hands as ones and zeros, by name."""
AS_HELP = "Hands as ones and zeros: one-hot-52, one-hot-4x13."
BATCH_HELP = "Hands in each call with an array."


GROUPS = {"commands": "What is checked", "batch": "How it runs", "json_file": "What is written"}
"""The first option of each group of the help, in the order of their declaration, and its title."""


class Grouped(click.Command):
    """A command whose help shows its options in groups, and leaves out --help."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write each group under its title."""
        title, groups = "", dict[str, list[tuple[str, str]]]()
        for option in (each for each in self.params if isinstance(each, click.Option)):
            title = GROUPS.get(str(option.name)) or title
            name, text = option.get_help_record(ctx) or ("", "")
            groups.setdefault(title, []).append((name.ljust(17), text))
        for title, records in groups.items():
            with formatter.section(title):
                formatter.write_dl(records)


@click.command(cls=Grouped)
@common.evaluators
@common.programs
@click.option("--keys", type=common.keys, multiple=True, metavar="FILE", help=KEYS_HELP)
@click.option("--cards", type=common.Whole(5, 7), help="Cards in a hand. [5]")
@common.rules_option
@click.option("--quick", is_flag=True, help="20,000 random hands: seconds; not a proof.")
@click.option("--sample", type=common.sample, metavar="N[:SEED]", help="N random hands.")
@click.option("--flops", type=common.flops, metavar="N[:SEED]", help=FLOPS_HELP)
@click.option("--all", "is_all", is_flag=True, help=ALL_HELP)
@click.option("--compare", is_flag=True, help="Functions of two or more hands: who wins?")
@click.option("--categories", is_flag=True, help="Functions that name the category of a hand.")
@click.option("--best-five", is_flag=True, help="Functions that pick the best 5 of 6 or 7 cards.")
@click.option("--style", type=click.Choice(HOW), metavar="STYLE", help=STYLE_HELP)
@click.option("--each", is_flag=True, help="Functions of one hand as an array; vmap for JAX.")
@click.option("--numbering", type=common.numbering, metavar="N", help=NUMBERING_HELP)
@click.option("--as", "one_hot", type=click.Choice([*ONE_HOT]), metavar="FORM", help=AS_HELP)
@click.option("--batch", type=common.Whole(1), metavar="N", help=BATCH_HELP)
@click.option("--timeout", type=common.seconds, default=10, help="Limit for one hand. [10]")
@click.option("--memory", type=common.Whole(100), default=2000, metavar="MB", help="Limit. [2000]")
@click.option("--jobs", metavar="N", help="Processes, or a Dask cluster: tcp://host:8786.")
@click.option("--json", "json_file", type=common.file, help="Write JSON; - is standard output.")
@click.option("--write-test", type=common.new_file, metavar="FILE", help=TEST_HELP)
@click.option("--state", metavar="DIR", help="Keep what is done in DIR; go on from there.")
def check(
    names: tuple[str, ...],
    commands: tuple[str, ...],
    keys: tuple[str, ...],
    cards: int | None,
    rules: "Rules",
    style: str | None,
    each: bool,
    numbering: tuple[int, ...] | None,
    one_hot: str | None,
    batch: int | None,
    compare: bool,
    categories: bool,
    best_five: bool,
    quick: bool,
    sample: tuple[int, int] | None,
    flops: tuple[int, int] | None,
    is_all: bool,
    timeout: float,
    memory: int,
    jobs: str | None,
    json_file: Path | None,
    write_test: Path | None,
    state: str | None,
) -> None:
    """Check that evaluators order all hands as the rules of poker do.

    \b
    allhands check mine.py                 a function, on every hand of five cards
    allhands check --quick mine.py:score   one of several; seconds, not a proof
    allhands check --cards 7 mine.py       hands of seven cards, as in Hold'em
    allhands check --exec "node mine.js"   a program, in any language

    A function gets ["Kd", "Qs", "Jc", "Th", "9s"] and returns a key: a number, a text, or a tuple
    or list of these. An EVALUATOR is a file, mine.py or mine.py:function; a module, or
    module:attribute; or a name that `allhands list` shows. Without one, all built-in ones are
    checked; `published` stands for the sources' own versions.

    With --rules, an evaluator of another game gets the cards of that game's deck. Of the built-in
    ones, only the rulebook knows these rules, and is checked without an EVALUATOR.

    Every hand is evaluated, so the verdict covers every pair of hands. Of six or seven cards, one
    hand stands for all that differ only in the names of suits, unless --all is given; the verdict
    says so. Arrays always get all of them.

    Exit code: 0 all are equivalent, 1 some are not, 2 bad usage or input, 3 some checks did not
    finish or an internal error, 130 interrupted, 141 the output pipe was closed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import OF_DEALS, PUBLISHED, load, rulebook
    from evaluators.preparing import prepare
    from evaluators.rules import STANDARD
    from harness.adapters import BEST_FIVE, COMPARISON, NAMING, STORED
    from harness.adapters.adopt import style_of
    from harness.adapters.place import PLAIN, Form, Place
    from harness.adapters.styles import STYLES
    from harness.checking.state import State
    from harness.cli.showing import check_and_show
    from harness.hands import scopes
    from harness.processes.limits import Limits

    names = (*names, *keys)
    options = {
        COMPARISON: "--compare" * compare,
        NAMING: "--categories" * categories,
        BEST_FIVE: "--best-five" * best_five,
        style: f"--style {style}" * bool(style),
    }
    asked = {style: option for style, option in options.items() if option}
    if len(asked) > 1:
        raise common.InputError("{} is a style of its own: leave out {}".format(*asked.values()))
    if cards and rules.parts:
        raise common.InputError(
            f"--cards: a deal{rules.of_game} has {rules.sizes[0]} cards, always"
        )
    cards = cards or rules.sizes[0]
    if flops and not rules.parts:
        raise common.InputError("--flops: the hands of this game have no board: add --rules omaha")
    if best_five and cards == 5:
        raise common.InputError("--best-five picks from 6 or 7 cards: add --cards 7")
    style = next(iter(asked), None) or style_of(map(Place.of, names), each)
    if rules.parts and style not in HOW:
        what = asked.get(style, "a file of keys")
        raise common.InputError(f"{what}: deals{rules.of_game} are checked by a key for each alone")
    if style == STORED and jobs and not PROCESSES.fullmatch(jobs):
        raise common.InputError(f"--jobs {jobs}: files of keys are not sent to a cluster")
    form = Form(numbering or (), ONE_HOT.get(one_hot or "", ()), each, batch or 0)
    if form.one_hot and {*(numbering or range(52))} != {*range(52)}:
        raise common.InputError(f"--as {one_hot} needs numbers from 0 to 51: mend --numbering")
    if sum(map(bool, (quick, sample, flops, is_all))) > 1:
        which = "--quick, --sample, --flops and --all"
        raise common.InputError(f"{which} each say which hands: choose one")
    if form != PLAIN and (
        style not in HOW or commands or {*names} & {*STYLES[style].ours} or not names
    ):
        of = "of your own, of card numbers or arrays: mine.py:function"
        raise common.InputError(f"--each, --numbering, --as and --batch need functions {of}")
    built_in = [*STYLES[style].built_in]
    if rules != STANDARD:
        built_in = [name for name in built_in if name == rulebook.name]
    if rules.parts and STYLES[style].takes_arrays:
        built_in = [f"{OF_DEALS[rules.name]}.{'arrays' if style == 'numpy' else style}"]
    chosen = [replace(place, form=form) for place in common.places(names, commands, style)]
    chosen = chosen or [*map(Place.of, built_in)]
    if not chosen and asked and style not in HOW:
        raise common.InputError(f"{asked[style]} needs a function, mine.py:name")
    if not chosen:
        raise common.InputError(
            f"--style {style} needs an EVALUATOR: none of ours knows {rules.title}"
        )
    if write_test and chosen != [Place.of(place.text) for place in chosen[:1]]:
        other = "--each, --numbering, --as, --batch, @VERSION and -.u32"
        raise common.InputError(f"--write-test needs one EVALUATOR, without {other}")
    if state == "":
        raise common.InputError("--state: the name of the folder is empty")
    drawn, seed = sample or (QUICK * quick, 1)
    if drawn > rules.how_many(cards):
        raise common.InputError(f"--sample {drawn}: there are only {rules.how_many(cards):,}")
    scope: Scope = scopes.usual(cards, rules=rules)
    if drawn:
        scope = scopes.Sample(cards, drawn, seed, rules=rules)
    elif flops:
        scope = scopes.OnSomeBoards(cards, *flops, rules=rules)
    elif is_all or STYLES[style].takes_arrays:
        scope = scopes.whole(cards, rules)
    quiet = json_file == common.STANDARD_OUTPUT
    prepare(map(str, chosen), style)
    kept = State(Path(state), chosen, scope, style, _tell) if state else None
    with closing(kept) if kept else nullcontext(), _runner(jobs, kept) as run:
        folder = None if json_file else common.RESULTS
        limits = Limits(timeout, memory)
        show = partial(check_and_show, quiet=quiet, run=run, limits=limits, folder=folder)
        verdicts = show(chosen, scope, style=style, state=kept)
        if common.GROUP_OF_PUBLISHED in names and scope == scopes.ALL_FIVE:
            click.echo(err=quiet)
            sevens = [Place.of(name) for name in PUBLISHED if 7 in load(name).sizes]
            verdicts += show(sevens, scopes.Sample(7, 100_000))
    if json_file:
        common.write_document(json_file, "evaluators", [each.as_json() for each in verdicts])
    if write_test:
        click.echo(visible(_written(write_test, verdicts[0])), err=quiet)
    sys.exit(common.exit_code(verdicts))


def _written(file: Path, verdict: "Verdict") -> str:
    """Write a test with the hands that a verdict shows, if it shows some; the words about it."""
    from harness.reporting.counterexample import as_test

    text = "" if verdict else as_test(verdict)
    if not text:
        why = (
            "it is equivalent"
            if verdict
            else "the verdict has no two hands that show the fault again"
        )
        return f"{file} is not written: {why}."
    with file.open("x", encoding="utf-8") as new:
        new.write(text)
    return f"The test is in {file}: pytest {file}"


@contextmanager
def _runner(jobs: str | None, state: "State | None") -> "Iterator[RunTasks | None]":
    """The runner of tasks: this machine with N processes, a cluster, or else the usual."""
    from harness.checking.equivalence import on_this_machine
    from harness.cli.showing import resumable

    if jobs is None or PROCESSES.fullmatch(jobs):
        yield partial(on_this_machine, jobs=int(jobs)) if jobs else None
        return
    if not ADDRESS.fullmatch(jobs):
        message = "neither 1 to 999 processes nor the address of a cluster, tcp://host:8786"
        raise common.InputError(f"--jobs {jobs}: {message}")
    try:
        from harness.checking.cluster import Cluster, ClusterError
    except ImportError:
        raise common.InputError(
            f"--jobs {jobs}: a cluster needs Dask: pip install distributed"
        ) from None
    try:
        cluster = Cluster(jobs)
    except ClusterError as error:
        raise common.InputError(f"--jobs: {error}") from None
    with closing(cluster):
        try:
            yield cluster
        except ClusterError as error:
            _tell(f"Error: {error}")
            _tell(resumable(state))
            sys.exit(common.UNFINISHED_EXIT)


def _tell(line: str) -> None:
    click.echo(visible(line), err=True)
