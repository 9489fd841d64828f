"""``allhands bench``, ``chart`` and ``report``."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.check import check_and_show, check_sevens, exit_code
from harness.cli.common import (
    COMMITTED,
    INTERRUPTED_EXIT,
    LOCAL,
    NOT_EQUIVALENT_EXIT,
    UNFINISHED_EXIT,
    InputError,
    installed,
    make_folder,
    refuse_unknown,
    write_verdicts,
)

BASELINE = "treys"

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.checking.verdict import Verdict
    from harness.reporting.charts import Chart
    from harness.timing.results import Results, Timing
    from harness.timing.rounds import Job


@click.command()
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
    help="Time on this workload; repeatable. [random-5, random-7]",
)
@click.option("--full", is_flag=True, help="Time on all workloads: takes most of an hour.")
@click.option("--workloads", "list_workloads", is_flag=True, help="List all workloads.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write pyperf's files there. [reports/local/timing; with --against, reports/local/now]",
)
@click.option("--baseline", default=BASELINE, help=f"Show ratios to this evaluator. [{BASELINE}]")
@click.option("--fast", is_flag=True, help="Three processes instead of ten: rough answers.")
@click.option("--rigorous", is_flag=True, help="Twenty processes: better answers.")
@click.option("--affinity", metavar="CPUS", help="Use only these processors: 1, or 0,2-3.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=60,
    metavar="SECONDS",
    help="Stop timing an evaluator when one process takes longer. [60]",
)
@click.option("--fresh", is_flag=True, help="Start over; also replace timings of another machine.")
@click.option("--show", is_flag=True, help="Show earlier timings without measuring.")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Compare with the run in DIR: what became slower or faster.",
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

    Cards are encoded before the timing: it includes neither reading text nor validation. pyperf
    measures, and its files stay in DIR, one for each evaluator: python -m pyperf compare_to works
    on them. Without an EVALUATOR, this times all that are built in or published, the libraries that
    are installed, and a null evaluator, which shows what the loop costs. The same command resumes a
    run that was interrupted.

    Exit code: 0 done, 1 something became slower (with --against), 2 bad usage or input, 3 some
    could not be timed or compared.
    """
    from harness.adapters.null import name_of
    from harness.reporting import terminal
    from harness.reporting import timing_tables as timing_terminal
    from harness.timing.workloads import COLD, HEADLINES, WORKLOADS

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
    if fast and against:
        raise InputError("--fast and --against do not go together: too few processes to tell")
    if full and workloads:
        raise InputError("--full and --workload do not go together")
    refuse_unknown(list(names), style)
    out = out or _usual_folder(show, against)
    then = _run_in(against) if against else None
    chosen = workloads or (() if full else HEADLINES)
    failed = False
    if not show:
        options = [flag for flag, on in (("--fast", fast), ("--rigorous", rigorous)) if on]
        options += [f"--affinity={affinity}"] if affinity else []
        anchors = _anchors(names, then, style) if then and names else []
        jobs = _jobs(names, style, chosen, anchors)
        if baseline not in {BASELINE, *(name_of(job.name) for job in jobs)}:
            _refuse_untimed(baseline, _read(out))  # before the work, not after it
        failed = _bench(jobs, bool(names), out, options, timeout, fresh)
    results = _read(out)
    _refuse_untimed(baseline, results)

    console = terminal.console()
    shown = workloads or HEADLINES
    own = set(map(name_of, names))
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


def _usual_folder(show: bool, against: Path | None) -> Path:
    """Where timings are, or go: a run of this machine's, or, to be shown, the committed one."""
    if not show:
        return LOCAL / ("now" if against else "timing")
    return next((run / "timing" for run in (LOCAL, COMMITTED) if (run / "timing").is_dir()), LOCAL)


def _read(folder: Path) -> "Results":
    from harness.timing.results import ResultError, read

    try:
        return read(folder)
    except ResultError as error:
        raise InputError(str(error)) from None


def _run_in(folder: Path) -> "Results":
    """What was measured in a folder of reports, or of timings."""
    then = _read(folder / "timing" if (folder / "timing").is_dir() else folder)
    if not then.timings:
        raise InputError(f"--against {folder}: no timing is there")
    return then


def _compare(
    now: "Results", then: "Results", workloads: "Iterable[str]", own: set[str], failed: bool
) -> int:
    """Say what became slower or faster; the exit code."""
    from dataclasses import replace

    from harness.processes.visible import visible
    from harness.reporting import terminal
    from harness.reporting import timing_tables as timing_terminal
    from harness.timing import regressions

    workloads = tuple(workloads)
    asked = tuple(timing for timing in now.timings if not workloads or timing.workload in workloads)
    console = terminal.console()
    console.print()
    try:
        comparison = regressions.compare(replace(now, timings=asked), then, own)
    except regressions.OtherMachineError as error:
        console.print(visible(f"cannot tell: {error}; this is {now.machine}"))
        return UNFINISHED_EXIT
    for line in timing_terminal.comparison(comparison, then):
        console.print(line)
    verdicts = {change.verdict for change in comparison.changes}
    if regressions.SLOWER in verdicts:
        return NOT_EQUIVALENT_EXIT
    unknown = regressions.UNCLEAR in verdicts or not verdicts
    return UNFINISHED_EXIT if failed or unknown else 0


def _anchors(names: "Iterable[str]", then: "Results", style: str) -> list[str]:
    """Built-in evaluators that are timed beside those that are asked about, as they were then."""
    from evaluators import BUILT_IN, VECTORIZED
    from harness.timing.regressions import ENOUGH_ANCHORS

    known = VECTORIZED if style == "numpy" else BUILT_IN
    had = {
        timing.name for timing in then.timings if (timing.style == "numpy") == (style == "numpy")
    }
    return [name for name in known if name in had and name not in names][:ENOUGH_ANCHORS]


def _labels(out: Path, timings: "list[Timing]") -> dict[tuple[str, str], str]:
    """What has to be said beside names: those that are not right, or were not checked.

    By the verdicts beside the timings; by the committed ones of what was not checked again.
    """
    from harness.reporting import report

    try:
        mine, committed = (
            report.read_verdicts(folder)["evaluators"] for folder in (out.parent, COMMITTED)
        )
    except report.ReportError as error:
        raise InputError(str(error)) from None
    here = {(verdict["name"], verdict.get("style")) for verdict in mine}
    others = [
        verdict for verdict in committed if (verdict["name"], verdict.get("style")) not in here
    ]
    return report.labels({"evaluators": [*mine, *others]}, timings)


def _jobs(
    names: "Iterable[str]", style: str, workloads: "Iterable[str]", anchors: "Iterable[str]" = ()
) -> "list[Job]":
    """What to time: the named evaluators, or all of them, in the styles they have; and anchors."""
    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED
    from harness.adapters.null import NULL, NULL_ARRAYS
    from harness.timing.rounds import Job, workloads_for

    asked = list(dict.fromkeys(names))
    one_by_one = asked or [NULL, *BUILT_IN, *PUBLISHED, *PEERS]
    as_arrays = asked or [NULL_ARRAYS, *VECTORIZED]
    if asked and style == "both":
        as_arrays = [name for name in asked if name in VECTORIZED]
    jobs = [Job(name, "python", ()) for name in one_by_one if style != "numpy"]
    jobs += [Job(name, "numpy", ()) for name in as_arrays if style != "python"]
    jobs += [Job(name, "numpy" if style == "numpy" else "python", ()) for name in anchors]
    chosen = tuple(workloads)
    fitted = [Job(job.name, job.style, workloads_for(job.name, job.style, chosen)) for job in jobs]
    return [job for job in fitted if job.workloads]


def _bench(
    jobs: "list[Job]", are_named: bool, out: Path, options: list[str], timeout: float, fresh: bool
) -> bool:
    """Time one evaluator after the other; whether any of them failed.

    That one is not installed is a failure only if somebody has named it.
    """
    from harness.reporting import terminal
    from harness.reporting import timing_tables as timing_terminal
    from harness.timing import rounds as timing
    from harness.timing.results import ResultError

    if not jobs:
        raise InputError("none of these evaluators takes a hand of these workloads")
    make_folder(out)
    console = terminal.console(stderr=True)
    rounds = timing.plan(options).rounds
    begun = timing.interrupted(out, jobs, options)
    if begun and not fresh:
        console.print(f"going on with the run that was interrupted in round {begun} of {rounds}")
    clock = timing_terminal.Clock(console, jobs, rounds)
    try:
        with clock.shown():
            statuses = timing.run(jobs, out, options, timeout, fresh, clock.advance, clock.warn)
    except ResultError as error:
        raise InputError(f"{error}; --fresh replaces all that is there") from None
    except KeyboardInterrupt:
        console.print("interrupted; the same command goes on where this was")
        sys.exit(INTERRUPTED_EXIT)
    bad = {timing.FAILED, timing.TIMEOUT} | ({timing.NOT_INSTALLED} if are_named else set())
    return any(status.status in bad for status in statuses.values())


@click.command()
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=LOCAL,
    metavar="DIR",
    help="Read timings and verdicts from DIR, and write charts to it. [reports/local]",
)
@click.option("--baseline", default=BASELINE, help=f"Show ratios to this evaluator. [{BASELINE}]")
def chart(folder: Path, baseline: str) -> None:
    """Draw charts from earlier timings and verdicts."""
    for file in _draw(folder, baseline)[2]:
        click.echo(file)


def _refuse_untimed(baseline: str, results: "Results") -> None:
    """Refuse a baseline that was not timed; the usual one may not be installed."""
    if baseline != BASELINE and all(timing.name != baseline for timing in results.timings):
        raise InputError(f"--baseline {baseline}: there is no timing of it")


def _draw(folder: Path, baseline: str) -> "tuple[Results, list[Chart], list[Path]]":
    from harness.reporting import charts, report
    from harness.timing.results import ResultError, read

    try:
        results = read(folder / "timing")
        verdicts = report.read_verdicts(folder)
    except (ResultError, report.ReportError) as error:
        raise InputError(str(error)) from None
    if not results.timings:
        raise InputError(f"{folder / 'timing'}: no timing is there; run allhands bench first")
    _refuse_untimed(baseline, results)
    drawn = charts.charts_of(results, report.labels(verdicts, results.timings), baseline)
    return results, drawn, charts.draw_all(drawn, folder)


@click.command(name="report")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=LOCAL,
    metavar="DIR",
    help="Write everything to DIR. [reports/local]",
)
@click.option("--redraw", is_flag=True, help="Only draw again, from the files in DIR.")
@click.option("--full", is_flag=True, help="Time on all workloads: takes most of an hour.")
@click.option("--fast", is_flag=True, help="Time with three processes instead of ten.")
@click.option("--baseline", default=BASELINE, help=f"Show ratios to this evaluator. [{BASELINE}]")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes that check. [one a core]")
def report_(
    folder: Path, redraw: bool, full: bool, fast: bool, baseline: str, jobs: int | None
) -> None:
    """Check, time and draw everything, on one page.

    Writes verdicts.json, pyperf's files, charts, index.html and README.md to DIR, and replaces
    timings of another machine there. The published versions are checked, too; they are expected to
    be wrong, and do not count for the exit code.
    """
    from harness.reporting import report
    from harness.timing.workloads import QUICK

    make_folder(folder / "timing")
    verdicts: list[Verdict] = []
    failed = False
    if not redraw:
        verdicts = _check_all(folder, jobs, (6, 7) if full else (7,))
        click.secho("\n4 of 5: time\n", bold=True)
        options = ["--fast"] if fast else []
        workloads = () if full else QUICK
        elsewhere = _is_elsewhere(folder / "timing")
        to_time = _jobs((), "both", workloads)
        failed = _bench(to_time, False, folder / "timing", options, 60, elsewhere)
        click.secho("\n5 of 5: draw\n", bold=True)
    results, drawn, written = _draw(folder, baseline)
    try:
        beside = _committed_beside(folder)
        written += report.write(folder, results, drawn, baseline, beside)
    except report.ReportError as error:
        raise InputError(str(error)) from None
    for file in written:
        click.echo(file)
    click.echo(f"\nopen {folder / report.PAGE}")
    sys.exit(UNFINISHED_EXIT if failed else exit_code(verdicts))


def _committed_beside(folder: Path) -> "Results | None":
    """The committed run, for a page about another one."""
    from harness.timing.results import ResultError, read

    if folder.resolve() == COMMITTED.resolve():
        return None
    try:
        committed = read(COMMITTED / "timing")
    except ResultError:
        return None
    return committed if committed.timings else None


SAMPLE = 20_000
"""Hands of six and of seven cards that are checked before a report times them."""


def _check_all(folder: Path, jobs: int | None, sizes: "Iterable[int]" = (7,)) -> "list[Verdict]":
    """Check all there is, and write the verdicts; those that are not about what was published.

    All hands of five cards; of other `sizes`, a sample.
    """
    from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED
    from harness.checking.equivalence import on_this_machine
    from harness.hands.scopes import Scope
    from harness.reporting import report

    run = partial(on_this_machine, jobs=jobs)
    click.secho("1 of 5: check\n", bold=True)
    names = [*BUILT_IN, *filter(installed, PEERS)]
    scopes = [Scope(), *(Scope(size, SAMPLE) for size in sizes)]
    verdicts = [verdict for scope in scopes for verdict in check_and_show(names, scope, False, run)]
    click.secho("\n2 of 5: check arrays of hands\n", bold=True)
    for scope in scopes:
        verdicts += check_and_show(list(VECTORIZED), scope, False, run, "numpy")
    click.secho("\n3 of 5: check what was published\n", bold=True)
    published = check_and_show(list(PUBLISHED), Scope(), False, run)
    for size in sizes:
        published += check_sevens(False, run, size)
    write_verdicts(folder / report.VERDICTS, verdicts + published)
    return verdicts


def _is_elsewhere(out: Path) -> bool:
    from harness.timing.results import ResultError
    from harness.timing.rounds import refuse_other_machines

    try:
        refuse_other_machines(out)
    except ResultError:
        return True
    return False
