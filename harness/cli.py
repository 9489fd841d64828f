"""The ``allhands`` command.

Only click is imported here; each command imports what it needs when it runs, so that
``allhands --help`` answers at once.
"""

import errno
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.charts import Chart
    from harness.hands import Scope
    from harness.limits import Limits
    from harness.results import Results, Timing
    from harness.state import State
    from harness.timing import Job
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


class Commands(click.Group):
    """The commands; what the system refuses them is one line, too."""

    def invoke(self, ctx: click.Context) -> object:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno == errno.EPIPE:  # the reader has seen enough; click knows
                raise
            if error.filename is None:  # what is still to be written cannot be, either
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            where = error.filename or "standard output"
            raise InputError(f"{where}: {error.strerror}") from None


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 90}
)
@click.version_option(package_name="allhands")
def main() -> None:
    """The bench for poker-hand evaluators.

    Every evaluator is run on every hand, shown to order them as the rules do or given the
    hands that prove it wrong, and timed.
    """


@main.command(name="list")
def list_() -> None:
    """Show the evaluators that can be checked and timed."""
    from inspect import getdoc
    from textwrap import shorten

    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED, load
    from evaluators.cards import describe_sizes

    width = max(map(len, (*BUILT_IN, *PUBLISHED, *PEERS)))
    for title, names in (
        ("Built in", BUILT_IN),
        ("As published, faults and all: check --published", PUBLISHED),
        ("Other people's libraries", PEERS),
    ):
        click.secho(title, bold=True)
        for name in names:
            try:
                evaluator = load(name)
            except ImportError:
                click.echo(f"  {name:<{width}}  not installed: pip install 'allhands[peers]'")
                continue
            except Exception as error:
                why = shorten(f"{type(error).__name__}: {error}", 68 - width)
                click.echo(f"  {name:<{width}}  broken: {why}")
                continue
            about = (getdoc(evaluator) or "").partition("\n")[0].replace("`", "")
            cards = describe_sizes(evaluator.sizes).removesuffix(" are needed")
            wins = "lower" if evaluator.lower_wins else "higher"
            click.echo(f"  {name:<{width}}  {cards + ' cards':<13}  {wins} key wins")
            click.secho(f"    {about}", dim=True)
        click.echo()
    click.secho("As arrays of hands, too: check --style numpy", bold=True)
    for name in VECTORIZED:
        click.echo(f"  {name}")


@main.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option("--published", is_flag=True, help="Check the sources' own versions instead.")
@click.option("--cards", type=click.IntRange(5, 7), default=5, help="Cards in a hand. [5]")
@click.option(
    "--style",
    type=click.Choice(["python", "numpy"]),
    default="python",
    help="One hand a call, or an array of hands. [python]",
)
@click.option(
    "--all",
    "all_hands",
    is_flag=True,
    help="All hands of 6 or 7 cards in the python style, too: takes from minutes to hours.",
)
@click.option(
    "--sample", type=click.IntRange(min=2), metavar="N", help="Check N random hands instead."
)
@click.option("--seed", type=int, default=1, help="Which sample. [1]")
@click.option(
    "--exec",
    "commands",
    multiple=True,
    metavar="COMMAND",
    help="Check a command, in any language: hands in, keys out. May be given again.",
)
@click.option(
    "--compare",
    is_flag=True,
    help="Check functions of two hands that say who wins, on pairs of them.",
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=10,
    metavar="SECONDS",
    help="Give an evaluator up that takes longer for a hand. [10]",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    default=2_000,
    metavar="MB",
    help="What one of its processes may take. [2000]",
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes. [one a core]")
@click.option(
    "--json", "json_file", metavar="FILE", help="Write the verdicts; - for standard output."
)
@click.option(
    "--state", metavar="DIR", help="Keep what is finished there, so that the run can be stopped."
)
@click.option("--resume", is_flag=True, help="Go on with the run that --state DIR holds.")
@click.option("--junit", metavar="FILE", help="Write them as JUnit's XML, too.")
@click.option("--gradescope", metavar="FILE", help="Write them as Gradescope's results.json, too.")
def check(
    names: tuple[str, ...],
    published: bool,
    cards: int,
    style: str,
    all_hands: bool,
    sample: int | None,
    seed: int,
    commands: tuple[str, ...],
    compare: bool,
    timeout: float,
    memory: int,
    jobs: int | None,
    json_file: str | None,
    state: str | None,
    resume: bool,
    junit: str | None,
    gradescope: str | None,
) -> None:
    """Hold the order of all hands against the rules.

    Every hand is evaluated, so that the verdict is about every pair of hands. Only 6 and 7 cards
    in the python style are, without --all, one hand for all that are alike up to the names of
    suits; the verdict says so.

    An EVALUATOR is a name that `allhands list` shows, or a place: mine.py, mine.py:function,
    module or module:attribute. A function is enough: it gets ["Kd", "Qs", "Jc", "Th", "9s"] and
    returns a key. Without any, all built-in ones are checked.

    Exit code: 0 all are equivalent, 1 some are not, 2 bad usage or input, 3 some could not be
    checked to the end.
    """
    from evaluators import BUILT_IN, PUBLISHED, VECTORIZED
    from harness.hands import Scope
    from harness.limits import Limits
    from harness.writers import as_gradescope, as_junit

    names += tuple(f"exec:{command}" for command in commands)
    if published and names:
        raise InputError("--published says which evaluators; leave the names out")
    if commands and style == "numpy":
        raise InputError("--exec and --style numpy do not go together")
    if published and style == "numpy":
        raise InputError("--published and --style numpy do not go together: there are none")
    if all_hands and sample:
        raise InputError("--all and --sample do not go together")
    if compare:
        _compare_pairs(names, Limits(timeout, memory), json_file)
    built_in = VECTORIZED if style == "numpy" else BUILT_IN
    chosen = list(dict.fromkeys(names or (PUBLISHED if published else built_in)))
    _know(chosen, style)
    target = _target(json_file)
    junit_target = _target(junit, "--junit")
    gradescope_target = _target(gradescope, "--gradescope")

    if sample and sample > Scope(cards).all_hands:
        raise InputError(f"--sample {sample}: there are only {Scope(cards).all_hands:,}")
    every = cards == 5 or style == "numpy" or all_hands
    scope = Scope(cards, sample, seed, up_to_suits=not every and sample is None)

    if resume and not state:
        raise InputError("--resume goes with --state DIR")
    kept = _state(Path(state), chosen, scope, style, resume) if state else None
    limits = Limits(timeout, memory)
    verdicts = _check(chosen, scope, jobs, json_file == "-", style, limits, kept)
    if published and scope == Scope():
        verdicts += _check_sevens(jobs, quiet=json_file == "-")
    if target:
        _write_json(target, verdicts)
    elif json_file == "-":
        click.echo(_as_json(verdicts))
    for path, write in ((junit_target, as_junit), (gradescope_target, as_gradescope)):
        if path:
            _write(path, write(verdicts))
    sys.exit(exit_code(verdicts))


def _compare_pairs(names: tuple[str, ...], limits: "Limits", json_file: str | None) -> NoReturn:
    """Check comparisons, print what was found out, and leave."""
    import json

    from harness import terminal
    from harness.comparing import compare
    from harness.machine import machine
    from harness.verdict import EQUIVALENT, NOT_EQUIVALENT

    if not names:
        raise InputError("--compare needs a function: mine.py:compare")
    target = _target(json_file)
    out = terminal.console(stderr=json_file == "-")
    found = list(compare(names, limits))
    for each in found:
        for line in terminal.compared(each):
            out.print(line)
    document = {"machine": machine(), "comparisons": [each.as_json() for each in found]}
    if target:
        _write(target, json.dumps(document, indent=2) + "\n")
    elif json_file == "-":
        click.echo(json.dumps(document, indent=2))
    statuses = {each.status for each in found}
    if statuses - {EQUIVALENT, NOT_EQUIVALENT}:
        sys.exit(UNFINISHED_EXIT)
    sys.exit(NOT_EQUIVALENT_EXIT if NOT_EQUIVALENT in statuses else EQUIVALENT_EXIT)


def _check_sevens(jobs: int | None, quiet: bool) -> "list[Verdict]":
    """The published versions whose texts promise seven cards, on a sample of these."""
    from evaluators import PUBLISHED, load
    from harness.hands import Scope

    names = [name for name in PUBLISHED if 7 in load(name).sizes]
    click.echo(err=quiet)
    return _check(names, Scope(7, 100_000), jobs, quiet)


def _state(folder: Path, names: list[str], scope: "Scope", style: str, resume: bool) -> "State":
    from harness.state import State, StateError, about

    try:
        return State(folder, about(names, scope, style), resume)
    except StateError as error:
        raise InputError(f"--state {error}") from None


def _check(
    names: list[str],
    scope: "Scope",
    jobs: int | None,
    quiet: bool,
    style: str = "python",
    limits: "Limits | None" = None,
    state: "State | None" = None,
) -> "list[Verdict]":
    """Check, print each verdict as it comes, then the details of those that failed."""
    from harness import equivalence, terminal
    from harness.limits import Limits
    from harness.verdict import EQUIVALENT

    out = terminal.console(stderr=quiet)
    many = "1 evaluator" if len(names) == 1 else f"{len(names)} evaluators"
    arrays = ", an array of them a call" if style == "numpy" else ""
    out.print(f"{many} on {scope}{arrays}\n")
    out.print(terminal.check_head(names))
    bar = terminal.Bar(out, len(names) * len(scope), "hands")
    found: dict[str, Verdict] = {}
    try:
        with bar.shown():
            for verdict in equivalence.check(
                names,
                scope,
                jobs,
                lambda task: bar.advance(task.stop - task.start, task.name),
                style,
                limits or Limits(),
                state,
            ):
                found[verdict.name] = verdict
                out.print(terminal.check_row(verdict, names))
    except KeyboardInterrupt:
        out.print(f"\ninterrupted: {len(found)} of {len(names)} verdicts were reached")
        sys.exit(INTERRUPTED_EXIT)

    verdicts = [found[name] for name in names]
    out.print()
    for verdict in verdicts:
        if verdict.status != EQUIVALENT:
            for line in terminal.details(verdict):
                out.print(line)
            out.print()
    for line in terminal.summary(verdicts):
        out.print(line)
    return verdicts


def exit_code(verdicts: "list[Verdict]") -> int:
    """What the command says to a script."""
    from harness.verdict import EQUIVALENT, NOT_EQUIVALENT

    statuses = {verdict.status for verdict in verdicts}
    if statuses - {EQUIVALENT, NOT_EQUIVALENT}:
        return UNFINISHED_EXIT
    return NOT_EQUIVALENT_EXIT if NOT_EQUIVALENT in statuses else EQUIVALENT_EXIT


@main.command()
@click.argument("hand", nargs=-1, required=True)
def rank(hand: tuple[str, ...]) -> None:
    """Say what a hand is worth.

    A HAND has 5 to 7 cards: allhands rank Kd Qs Jc Th 9s
    """
    from evaluators import BUILT_IN, load
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness.classes import CATEGORIES, class_of, classes

    try:
        cards = parse_hand(hand, range(5, 8))
    except CardError as error:
        raise InputError(str(error)) from None
    mine = class_of(cards)
    all_hands = sum(each.size for each in classes())
    beaten = sum(each.size for each in classes()[mine.number :])
    kin = [each for each in classes() if each.category == mine.category]

    click.secho(f"{format_hand(cards)}: {mine}", bold=True)
    if len(cards) > 5:
        click.echo("  (its best five cards, among hands of five)")
    click.echo(f"  class     {mine.number:>9,} of {len(classes()):,}")
    place = f"{kin.index(mine) + 1:,} of {len(kin):,} from the top"
    click.echo(f"  category  {CATEGORIES[mine.category]}, {place}")
    for verb, hands in (
        ("beats", beaten),
        ("ties", mine.size),
        ("loses to", all_hands - beaten - mine.size),
    ):
        of = f" of {all_hands:,} hands" if verb == "beats" else ""
        itself = ", itself included" if verb == "ties" else ""
        click.echo(f"  {verb:<8}  {hands:>9,}{of}{itself}: {hands / all_hands:.4%}")
    click.echo()
    for name in BUILT_IN:
        evaluator = load(name)
        if len(cards) not in evaluator.sizes:
            continue
        key = evaluator.evaluate([evaluator.encode(card) for card in cards])
        click.echo(f"  {name:<{max(map(len, BUILT_IN))}}  {key!r}")


@main.command()
@click.argument("file", default="-")
def showdown(file: str) -> None:
    """Say who wins. FILE, or standard input, has one of two forms.

    \b
    A player a line:      Joe, 3H, 4H, 5H, 6H, 8H
    Two hands a line:     5H 5C 6S 7S KD 2C 3S 8S 8D TD
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.cards import CardError, format_hand
    from harness.showdown import explain, read, tally

    name = "standard input" if file == "-" else file
    try:
        with click.open_file(file, encoding="utf-8-sig") as lines:
            players, duels = read(lines)
    except UnicodeDecodeError:
        raise InputError(f"{name}: it is not UTF-8 text") from None
    except CardError as error:
        raise InputError(f"{name}, {error}") from None
    except OSError as error:
        raise InputError(f"{name}: {error.strerror}") from None

    if players:
        click.secho(explain(players), bold=True)
        width = max(len(player.name) for player in players)
        for player in sorted(players, key=lambda player: player.hand_class.number):
            click.echo(f"  {player.name:<{width}}  {format_hand(player.hand)}  {player.hand_class}")
        return
    for number, duel in enumerate(duels, start=1):
        verb = {"left": "beats", "right": "loses to", "neither": "ties with"}[duel.winner]
        click.echo(f"{number:>4}  {duel.winner:<7}  {duel.left} {verb} {duel.right}")
    counts = tally(duels)
    of = "1 showdown" if len(duels) == 1 else f"{len(duels):,} showdowns"
    click.secho(
        f"left wins {counts['left']:,}, right wins {counts['right']:,}, "
        f"{counts['neither']:,} tied, of {of}",
        bold=True,
    )


@main.command()
@click.argument("hand", nargs=-1, required=True)
@click.option("--opponents", type=click.IntRange(1, 22), default=1, help="Random hands. [1]")
@click.option("--board", default="", metavar="CARDS", help="3 to 5 cards that all share.")
@click.option("--dead", default="", metavar="CARDS", help="Cards known to be in no hand.")
@click.option("--sample", type=click.IntRange(min=1), metavar="N", help="Sample N showdowns.")
@click.option("--seed", type=int, default=1, help="Which sample. [1]")
def odds(
    hand: tuple[str, ...],
    opponents: int,
    board: str,
    dead: str,
    sample: int | None,
    seed: int,
) -> None:
    """Say how often a hand wins against random ones.

    A HAND has 5 cards, or 2 beside a board: allhands odds As Kd --board "Qs Jd 2c"

    All showdowns are counted if there are at most 300 million, else 2 million are sampled, and
    the standard error is shown.
    """
    from evaluators.cards import CardError, format_hand, parse_hand
    from harness import terminal
    from harness.odds import MOST_COUNTED, how_many
    from harness.odds import odds as count_or_sample

    found: list[tuple[int, ...]] = []
    for option, text, sizes in (
        ("", hand, (2, 5)),
        ("--board: ", (board,), (0, 3, 4, 5)),
        ("--dead: ", (dead,), range(48)),
    ):
        try:
            cards = parse_hand(text, sizes) if any(map(str.strip, text)) or not option else ()
        except CardError as error:
            raise InputError(f"{option}{error}") from None
        for other in found:
            if twice := [card for card in cards if card in other]:
                raise InputError(f"{option}{format_hand(twice)} is in use already")
        found.append(cards)
    mine, community, gone = found
    if community and len(mine) == 5:
        raise InputError("--board goes with a hand of 2 cards")
    left = 52 - sum(map(len, found))
    needed = opponents * len(mine) + (5 - len(community) if len(mine) == 2 else 0)
    if needed > left:
        raise InputError(f"--opponents {opponents}: {needed} cards are needed, {left} are left")

    whole = how_many(mine, community, gone, opponents)
    if sample is None and whole > MOST_COUNTED:
        sample = 2_000_000
    console = terminal.console()
    bar = terminal.Bar(console, sample or whole, "showdowns")
    try:
        with bar.shown():
            result = count_or_sample(
                mine, community, gone, opponents, sample, seed, lambda n: bar.advance(n, "odds")
            )
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED_EXIT)

    against = "1 random hand" if opponents == 1 else f"{opponents} random hands"
    on = f" on {format_hand(community)}" if community else ""
    without = f", {format_hand(gone)} gone" if gone else ""
    click.secho(f"{format_hand(mine)}{on} against {against}{without}", bold=True)
    many = f"{whole:,}" if whole < 10**18 else f"{whole:.1e}"
    how = f"a sample of {many}, drawn with seed {seed}" if sample else "all there are"
    click.echo(f"  {result.showdowns:,} showdowns, {how}")
    for verb, times in (("wins", result.wins), ("ties", result.ties), ("loses", result.losses)):
        spread = f"  ± {result.standard_error(times):.4%}" if sample else ""
        click.echo(f"  {verb:<5}  {times:>11,}  {times / result.showdowns:>9.4%}{spread}")
    click.echo(f"  {'share of the pot':<18}  {result.pots / result.showdowns:>9.4%}")
    if sample:
        click.echo("  ± is the standard error")


def _know(names: list[str], style: str = "python") -> None:
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
    tasks = [(name, style) for name in names if name not in ours and not name.startswith("exec:")]
    for _, refusal, _ in workers.run(_look_for, tasks, 1):
        if refusal and isinstance(refusal, str):
            raise InputError(refusal)


def _look_for(task: tuple[str, str]) -> str:
    """Why there is no such evaluator; nothing if there is one, whatever is wrong with it."""
    from evaluators import UnknownEvaluatorError, load_vectorized
    from harness import adopt
    from harness.limits import in_time

    name, style = task
    try:
        with in_time(LOOKING):
            load_vectorized(name) if style == "numpy" else adopt.load(name)
    except UnknownEvaluatorError as error:
        return str(error)
    except BaseException:
        return ""
    return ""


def _target(name: str | None, option: str = "--json") -> Path | None:
    """Where to write, refused before anything runs if it cannot be."""
    if name in (None, "-"):
        return None
    path = Path(str(name))
    if path.is_dir():
        raise InputError(f"{option} {name}: it is a folder")
    if not path.parent.is_dir():
        raise InputError(f"{option} {name}: there is no folder {path.parent}")
    return path


def _as_json(verdicts: "list[Verdict]") -> str:
    import json

    from harness.machine import machine

    document = {
        "machine": machine(),
        "evaluators": [verdict.as_json() for verdict in verdicts],
    }
    return json.dumps(document, indent=2)


def _write_json(path: Path, verdicts: "list[Verdict]") -> None:
    _write(path, _as_json(verdicts) + "\n")


def _write(path: Path, text: str) -> None:
    from harness.files import write_whole

    try:
        write_whole(path, text)
    except OSError as error:
        _fail(f"{path}: {error.strerror}")


def _fail(message: str) -> NoReturn:
    raise InputError(message)


@main.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option(
    "--style",
    type=click.Choice(["python", "numpy", "both"]),
    default="both",
    help="One hand a call, or an array of hands. [both]",
)
@click.option(
    "--workload",
    "workloads",
    multiple=True,
    metavar="NAME",
    help="Time on this; may be given again. [random-5, random-7]",
)
@click.option("--full", is_flag=True, help="Time on all workloads: takes half an hour, or more.")
@click.option("--workloads", "list_workloads", is_flag=True, help="Show all workloads, and stop.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where the files of pyperf go. [reports/timing; with --against, reports/now]",
)
@click.option("--baseline", default="treys", help="What ratios are to. [treys]")
@click.option("--fast", is_flag=True, help="Fewer processes: rough answers.")
@click.option("--rigorous", is_flag=True, help="More processes: better answers.")
@click.option("--affinity", metavar="CPUS", help="Run on these processors only: 1, or 0,2-3.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    metavar="SECONDS",
    help="Give an evaluator up when a process takes longer. [60]",
)
@click.option("--fresh", is_flag=True, help="Begin anew, and replace what another machine timed.")
@click.option("--show", is_flag=True, help="Measure nothing; show what was measured before.")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Say what became slower or faster than in the run there.",
)
def bench(
    names: tuple[str, ...],
    style: str,
    workloads: tuple[str, ...],
    full: bool,
    list_workloads: bool,
    out: Path | None,
    baseline: str,
    fast: bool,
    rigorous: bool,
    affinity: str | None,
    timeout: float,
    fresh: bool,
    show: bool,
    against: Path | None,
) -> None:
    """Time evaluators.

    Cards are encoded beforehand: no text is read and nothing is checked. pyperf measures, and
    its files stay in DIR, one for each evaluator: python -m pyperf compare_to works on them.
    Without an EVALUATOR, all are timed that are built in or published, the libraries that are
    installed, and one that does nothing, which shows what the loop costs. A run that is
    interrupted goes on where it was when it is started again.

    Exit code: 0 done, 1 something became slower (with --against), 2 bad usage or input, 3 some
    could not be timed, or compared.
    """
    from harness import terminal, timing_terminal
    from harness.results import ResultError, read
    from harness.workloads import COLD, HEADLINES, WORKLOADS

    if list_workloads:
        for workload in WORKLOADS.values():
            click.echo(f"{workload.name:<15}  {workload.about}")
        click.echo("\nIn a fresh process, once: " + ", ".join(COLD))
        return
    for workload_name in workloads:
        if workload_name not in (*WORKLOADS, *COLD):
            raise InputError(f"--workload {workload_name}: there is none; --workloads shows all")
    if fast and rigorous:
        raise InputError("--fast and --rigorous do not go together")
    if full and workloads:
        raise InputError("--full and --workload do not go together")
    _know(list(names), style)
    out = out or REPORTS / ("now" if against and not show else "timing")
    then = _run_in(against) if against else None
    chosen = workloads or (() if full else HEADLINES)
    failed = False
    if not show:
        options = [flag for flag, on in (("--fast", fast), ("--rigorous", rigorous)) if on]
        options += [f"--affinity={affinity}"] if affinity else []
        failed = _bench(names, style, chosen, out, options, timeout, fresh)
    try:
        results = read(out)
    except ResultError as error:
        raise InputError(str(error)) from None

    console = terminal.console()
    shown = workloads or HEADLINES
    own = {_own_name(name) for name in names}
    any_shown = False
    for workload_name in shown:
        timings = [
            timing
            for timing in results.of(workload_name)
            if (not own or timing.name in own) and style in (timing.style, "both")
        ]
        if timings:
            if any_shown:
                console.print()
            any_shown = True
            base = results.find(baseline, workload_name)
            for line in timing_terminal.timing_table(
                workload_name, timings, base, _labels(out, timings)
            ):
                console.print(line)
    if not any_shown and not failed:
        raise InputError(f"{out}: no such timing is there")
    missing = {
        key: status
        for key, status in results.statuses.items()
        if status["status"] != "timed" and (not own or key.split("/", 1)[1] in own)
    }
    for line in timing_terminal.not_timed(missing):
        console.print(line)
    if then:
        sys.exit(_compare(results, then, shown if not full else (), own, failed))
    sys.exit(UNFINISHED_EXIT if failed else 0)


def _run_in(folder: Path) -> "Results":
    """What was measured in a folder of reports, or of timings."""
    from harness.results import ResultError, read

    try:
        then = read(folder / "timing" if (folder / "timing").is_dir() else folder)
    except ResultError as error:
        raise InputError(str(error)) from None
    if not then.timings:
        raise InputError(f"--against {folder}: no timing is there")
    return then


def _compare(
    now: "Results", then: "Results", workloads: "Iterable[str]", own: set[str], failed: bool
) -> int:
    """Say what became slower or faster; the exit code."""
    from dataclasses import replace

    from harness import regressions, terminal, timing_terminal

    asked = tuple(
        timing
        for timing in now.timings
        if (not workloads or timing.workload in workloads) and (not own or timing.name in own)
    )
    console = terminal.console()
    console.print()
    try:
        comparison = regressions.compare(replace(now, timings=asked), then)
    except regressions.OtherMachineError as error:
        console.print(f"cannot tell: {error}; this is {now.machine}", markup=False)
        return UNFINISHED_EXIT
    for line in timing_terminal.comparison(comparison, then):
        console.print(line)
    verdicts = {change.verdict for change in comparison.changes}
    if regressions.SLOWER in verdicts:
        return NOT_EQUIVALENT_EXIT
    return UNFINISHED_EXIT if failed or not verdicts else 0


def _own_name(name: str) -> str:
    from harness.timing import Job, name_of

    return name_of(Job(name, "python", ()))


def _labels(out: Path, timings: "list[Timing]") -> dict[tuple[str, str], str]:
    """What has to be said beside names, if the folder has verdicts beside its timings."""
    from harness import report

    try:
        document = report.read_verdicts(out.parent)
    except report.ReportError:
        return {}
    return report.labels(document, timings) if document["evaluators"] else {}


def _jobs(names: "Iterable[str]", style: str, workloads: "Iterable[str]") -> "list[Job]":
    """What to time: the named evaluators, or all of them, in the styles they have."""
    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED
    from harness.timing import NULL, Job, workloads_for

    one_by_one = list(dict.fromkeys(names)) or [NULL, *BUILT_IN, *PUBLISHED, *PEERS]
    if style == "numpy":
        as_arrays = list(dict.fromkeys(names)) or list(VECTORIZED)
    else:
        as_arrays = [name for name in VECTORIZED if name in names or not names]
    jobs = [Job(name, "python", ()) for name in one_by_one if style != "numpy"]
    jobs += [Job(name, "numpy", ()) for name in as_arrays if style != "python"]
    chosen = tuple(workloads)
    fitted = [Job(job.name, job.style, workloads_for(job.name, job.style, chosen)) for job in jobs]
    return [job for job in fitted if job.workloads]


def _bench(
    names: "Iterable[str]",
    style: str,
    workloads: "Iterable[str]",
    out: Path,
    options: list[str],
    timeout: float,
    fresh: bool,
) -> bool:
    """Time one evaluator after the other; whether any of them failed."""
    from harness import terminal, timing, timing_terminal
    from harness.results import ResultError

    names = list(names)
    jobs = _jobs(names, style, workloads)
    if not jobs:
        raise InputError("none of these evaluators takes a hand of these workloads")
    _folder(out)
    console = terminal.console(stderr=True)
    rounds, _ = timing.plan(options)
    begun = timing.interrupted(out, jobs, options)
    if begun and not fresh:
        console.print(f"going on with the run that was interrupted in round {begun} of {rounds}")
    clock = timing_terminal.Clock(console, jobs, rounds)
    try:
        with clock.shown():
            statuses = timing.run(jobs, out, options, timeout, fresh, clock.advance)
    except ResultError as error:
        raise InputError(f"{error}; --fresh replaces all that is there") from None
    except KeyboardInterrupt:
        console.print("interrupted; the same command goes on where this was")
        sys.exit(INTERRUPTED_EXIT)
    bad = {timing.FAILED, timing.TIMEOUT} | ({timing.NOT_INSTALLED} if names else set())
    return any(status.status in bad for status in statuses.values())


@main.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=REPORTS,
    metavar="DIR",
    help="Where the files are, and the charts go. [reports]",
)
@click.option("--baseline", default="treys", help="What ratios are to. [treys]")
def chart(folder: Path, baseline: str) -> None:
    """Draw charts from the files of a bench and a check."""
    for file in _draw(folder, baseline)[2]:
        click.echo(file)


def _draw(folder: Path, baseline: str) -> "tuple[Results, list[Chart], list[Path]]":
    from harness import charts, report
    from harness.results import ResultError, read

    try:
        results = read(folder / "timing")
        verdicts = report.read_verdicts(folder)
    except (ResultError, report.ReportError) as error:
        raise InputError(str(error)) from None
    if not results.timings:
        raise InputError(f"{folder / 'timing'}: no timing is there; run allhands bench first")
    drawn = charts.charts_of(results, report.labels(verdicts, results.timings), baseline)
    return results, drawn, charts.draw_all(drawn, folder)


@main.command(name="report")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=REPORTS,
    metavar="DIR",
    help="Where everything goes. [reports]",
)
@click.option("--redraw", is_flag=True, help="Make charts and page anew from the files there.")
@click.option("--full", is_flag=True, help="Time on all workloads: takes half an hour, or more.")
@click.option("--fast", is_flag=True, help="Time with fewer processes.")
@click.option("--baseline", default="treys", help="What ratios are to. [treys]")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to check with. [one a core]")
def report_(
    folder: Path, redraw: bool, full: bool, fast: bool, baseline: str, jobs: int | None
) -> None:
    """Check, time, and draw everything, on one page.

    Writes verdicts.json, pyperf's files, charts, index.html and README.md into DIR. What was
    published is checked too, and is expected to be wrong; the exit code is about the others.
    What the folder has from another machine is replaced.
    """
    from harness import report
    from harness.workloads import QUICK

    _folder(folder / "timing")
    verdicts: list[Verdict] = []
    failed = False
    if not redraw:
        verdicts = _check_all(folder, jobs)
        click.secho("\n4 of 5: time\n", bold=True)
        options = ["--fast"] if fast else []
        workloads = () if full else QUICK
        elsewhere = _is_elsewhere(folder / "timing")
        failed = _bench((), "both", workloads, folder / "timing", options, 60, elsewhere)
        click.secho("\n5 of 5: draw\n", bold=True)
    results, drawn, written = _draw(folder, baseline)
    try:
        written += report.write(folder, results, drawn, baseline)
    except report.ReportError as error:
        raise InputError(str(error)) from None
    for file in written:
        click.echo(file)
    sys.exit(UNFINISHED_EXIT if failed else exit_code(verdicts))


def _check_all(folder: Path, jobs: int | None) -> "list[Verdict]":
    """Check all there is, and write the verdicts; those that are not about what was published."""
    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED
    from harness import report
    from harness.hands import Scope

    click.secho("1 of 5: check\n", bold=True)
    verdicts = _check([*BUILT_IN, *filter(_installed, PEERS)], Scope(), jobs, quiet=False)
    click.secho("\n2 of 5: check arrays of hands\n", bold=True)
    verdicts += _check(list(VECTORIZED), Scope(), jobs, quiet=False, style="numpy")
    click.secho("\n3 of 5: check what was published\n", bold=True)
    published = _check(list(PUBLISHED), Scope(), jobs, quiet=False)
    published += _check_sevens(jobs, quiet=False)
    _write_json(folder / report.VERDICTS, verdicts + published)
    return verdicts


def _installed(name: str) -> bool:
    from evaluators import load

    try:
        load(name)
    except ImportError:
        return False
    return True


def _is_elsewhere(out: Path) -> bool:
    from harness.results import ResultError
    from harness.timing import refuse_other_machines

    try:
        refuse_other_machines(out)
    except ResultError:
        return True
    return False


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
