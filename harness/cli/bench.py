"""``allhands bench``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.common import (
    COMMITTED,
    INTERRUPTED_EXIT,
    LOCAL,
    NOT_EQUIVALENT_EXIT,
    UNFINISHED_EXIT,
    InputError,
    make_folder,
    refuse_unknown,
)
from harness.cli.prepare import prepare

BASELINE = "treys"

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.timing.results import Results, Timing
    from harness.timing.rounds import Job


@click.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option(
    "--style",
    type=click.Choice(["python", "numpy", "compiled", "all"]),
    default="all",
    help="One hand a call, an array of hands, or that in machine code. [all]",
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
@click.option("--fast", is_flag=True, help="Three processes instead of ten: rough timings.")
@click.option("--rigorous", is_flag=True, help="Twenty processes: more precise timings.")
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
    help="Compare with the run in DIR, and show which timings became slower or faster.",
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

    Cards are encoded before the timing, which includes neither reading text nor validation. pyperf
    measures, and its files stay in DIR, one for each evaluator: python -m pyperf compare_to works
    on them. Without an EVALUATOR, this times the built-in and the published evaluators, the
    installed libraries, and a null evaluator, which measures the loop alone. The same command
    resumes an interrupted run.

    Exit code: 0 done, 1 some timings became slower (with --against), 2 bad usage or input, 3 some
    evaluators could not be timed or compared.
    """
    from evaluators.null import name_of
    from harness.reporting import terminal, timing_tables
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
    refuse_unknown(list(names), "python" if style == "all" else style)
    out = out or _default_folder(show, against)
    earlier = _earlier_run(against) if against else None
    failed = False
    if not show:
        options = [flag for flag, on in (("--fast", fast), ("--rigorous", rigorous)) if on]
        options += [f"--affinity={affinity}"] if affinity else []
        anchors = _anchors(names, earlier, style) if earlier and names else []
        jobs = jobs_of(names, style, workloads or (() if full else HEADLINES), anchors)
        if baseline not in {BASELINE, *(name_of(job.name) for job in jobs)}:
            refuse_untimed(baseline, read_timings(out))  # before the work, not after it
        failed = time_all(jobs, bool(names), out, options, timeout, fresh)
    results = read_timings(out)
    refuse_untimed(baseline, results)

    console = terminal.console()
    shown = workloads or HEADLINES
    named = set(map(name_of, names))
    any_shown = False
    for workload_name in shown:
        timings = [
            timing
            for timing in results.of(workload_name)
            if (not named or timing.name in named) and style in (timing.style, "all")
        ]
        if timings:
            if any_shown:
                console.print()
            any_shown = True
            base = results.find(baseline, workload_name)
            labels = _labels(out, timings)
            console.print(timing_tables.timing_table(workload_name, timings, base, labels))
    if not any_shown and not failed:
        raise InputError(f"{out}: no such timing is there")
    missing = {
        key: status
        for key, status in results.statuses.items()
        if status["status"] != "timed" and (not named or key.split("/", 1)[1] in named)
    }
    for line in timing_tables.not_timed(missing):
        console.print(line)
    if earlier:
        sys.exit(_compare(results, earlier, () if full else shown, named, failed))
    sys.exit(UNFINISHED_EXIT if failed else 0)


def _default_folder(show: bool, against: Path | None) -> Path:
    """The folder of this machine's timings; to show timings, the committed one if there is none."""
    if not show:
        return LOCAL / ("now" if against else "timing")
    return next((run / "timing" for run in (LOCAL, COMMITTED) if (run / "timing").is_dir()), LOCAL)


def read_timings(folder: Path) -> "Results":
    """The timings in a folder."""
    from harness.timing.results import ResultError, read

    try:
        return read(folder)
    except ResultError as error:
        raise InputError(str(error)) from None


def _earlier_run(folder: Path) -> "Results":
    """The results in a folder of reports, or of timings."""
    earlier = read_timings(folder / "timing" if (folder / "timing").is_dir() else folder)
    if not earlier.timings:
        raise InputError(f"--against {folder}: no timing is there")
    return earlier


def _compare(
    now: "Results", earlier: "Results", workloads: tuple[str, ...], named: set[str], failed: bool
) -> int:
    """Print which timings became slower or faster, and return the exit code."""
    from dataclasses import replace

    from harness.processes.visible import visible
    from harness.reporting import terminal, timing_tables
    from harness.timing import regressions

    timings = (timing for timing in now.timings if not workloads or timing.workload in workloads)
    console = terminal.console()
    console.print()
    try:
        comparison = regressions.compare(replace(now, timings=tuple(timings)), earlier, named)
    except regressions.OtherMachineError as error:
        console.print(visible(f"cannot tell: {error}; this is {now.machine}"))
        return UNFINISHED_EXIT
    for line in timing_tables.comparison(comparison, earlier):
        console.print(line)
    verdicts = {change.verdict for change in comparison.changes}
    if regressions.SLOWER in verdicts:
        return NOT_EQUIVALENT_EXIT
    unknown = regressions.UNCLEAR in verdicts or not verdicts
    return UNFINISHED_EXIT if failed or unknown else 0


def _anchors(names: "Iterable[str]", earlier: "Results", style: str) -> list[str]:
    """Built-in evaluators to time beside the named ones, because the earlier run has them too."""
    from evaluators import BUILT_IN, BY_STYLE
    from harness.timing.regressions import ENOUGH_ANCHORS

    style = "python" if style == "all" else style
    timed = {timing.name for timing in earlier.timings if timing.style == style}
    candidates = BUILT_IN if style == "python" else BY_STYLE[style]
    return [name for name in candidates if name in timed and name not in names][:ENOUGH_ANCHORS]


def _labels(out: Path, timings: "list[Timing]") -> dict[tuple[str, str], str]:
    """Labels for evaluators that are not equivalent, or were not checked.

    They follow the verdicts beside the timings, or else the committed verdicts.
    """
    from harness.reporting import report

    local, committed = (read_verdicts(folder)["evaluators"] for folder in (out.parent, COMMITTED))
    checked = {(verdict["name"], verdict.get("style")) for verdict in local}
    rest = [
        verdict for verdict in committed if (verdict["name"], verdict.get("style")) not in checked
    ]
    return report.labels({"evaluators": [*local, *rest]}, timings)


def read_verdicts(folder: Path) -> "dict[str, Any]":
    """The verdicts in a folder of reports."""
    from harness.reporting import report

    try:
        return report.read_verdicts(folder)
    except report.ReportError as error:
        raise InputError(str(error)) from None


def jobs_of(
    names: "Iterable[str]", style: str, workloads: "Iterable[str]", anchors: "Iterable[str]" = ()
) -> "list[Job]":
    """The jobs of the named evaluators, or of all, in the styles that they have; and of anchors."""
    from evaluators.compiled import store
    from harness.adapters.styles import STYLES
    from harness.timing.rounds import Job, workloads_for

    named = list(dict.fromkeys(names))
    all_of = {name: list(each.timed) for name, each in STYLES.items() if each.timed}
    pairs: list[tuple[str, str]] = []
    for each, ours in all_of.items():
        if style == each:
            pairs += [(name, each) for name in named or ours]
        elif style == "all" and (each != "compiled" or store.is_installed()):
            pairs += [
                (name, each)
                for name in named or ours
                if not named or each == "python" or name in STYLES[each].ours
            ]
    pairs += [(name, "python" if style == "all" else style) for name in anchors]
    for each in all_of:
        if of_style := [name for name, its_style in pairs if its_style == each]:
            prepare(of_style, each)
    chosen = tuple(workloads)
    jobs = [Job(name, each, workloads_for(name, each, chosen)) for name, each in pairs]
    return [job for job in jobs if job.workloads]


def time_all(
    jobs: "list[Job]", are_named: bool, out: Path, options: list[str], timeout: float, fresh: bool
) -> bool:
    """Time evaluators in rounds, and return whether any of them failed.

    An evaluator that is not installed fails only if the user named it.
    """
    from harness.reporting import terminal, timing_tables
    from harness.timing import rounds
    from harness.timing.results import ResultError

    if not jobs:
        raise InputError("none of these evaluators takes a hand of these workloads")
    make_folder(out)
    console = terminal.console(stderr=True)
    count = rounds.plan(options).rounds
    begun = rounds.interrupted(out, jobs, options)
    if begun and not fresh:
        console.print(f"resuming the run that was interrupted in round {begun} of {count}")
    clock = timing_tables.Clock(console, jobs, count)
    try:
        with clock.shown():
            statuses = rounds.run(jobs, out, options, timeout, fresh, clock.advance, clock.warn)
    except ResultError as error:
        raise InputError(f"{error}; --fresh replaces all that is there") from None
    except KeyboardInterrupt:
        console.print("interrupted; the same command resumes this run")
        sys.exit(INTERRUPTED_EXIT)
    failures = {rounds.FAILED, rounds.TIMEOUT} | ({rounds.NOT_INSTALLED} if are_named else set())
    return any(status.status in failures for status in statuses.values())


def refuse_untimed(baseline: str, results: "Results") -> None:
    """Refuse a baseline that was not timed; the default may be missing: it may not be installed."""
    if baseline != BASELINE and all(timing.name != baseline for timing in results.timings):
        raise InputError(f"--baseline {baseline}: there is no timing of it")
