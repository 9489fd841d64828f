"""``allhands bench``."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.common import (
    COMMITTED,
    INTERRUPTED_EXIT,
    LOCAL,
    UNFINISHED_EXIT,
    InputError,
    as_document,
    make_folder,
    places,
    refuse_unknown,
    write,
)
from harness.cli.prepare import prepare

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.timing.results import Results, Timing
    from harness.timing.rounds import Job

BASELINE = "treys"
EVERYTHING = "all"
SAMPLE = 20_000
"""Random hands on which evaluators are checked before they are timed."""
FROM_TEXT_NOTE = """\
from text: each call reads the texts of its cards; other rows get cards that
were encoded before. How yours can get these: docs/check-your-own.md"""
PROGRAM_NOTE = """\
Of a program, the start is left out. The null program reads and answers lines,
and ranks nothing: its time is a part of that of each program."""


@click.command()
@click.argument("names", metavar="[EVALUATOR]...", nargs=-1)
@click.option("--exec", "commands", multiple=True, metavar="COMMAND", help="A program. Repeatable.")
@click.option(
    "--style",
    type=click.Choice(["python", "numpy", "compiled", "all"]),
    default="all",
    metavar="STYLE",
    help="python, numpy or compiled, as of check. [all]",
)
@click.option(
    "--workload",
    "workloads",
    multiple=True,
    metavar="NAME",
    help="One that `allhands list --workloads` shows, or all. Repeatable. [random-5, random-7]",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=10,
    metavar="N",
    help="Rounds, with a process each: 3 are quick and rough, 20 more precise. [10]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where pyperf's files are. [reports/local/timing]",
)
@click.option("--show", is_flag=True, help="Show earlier timings without measuring.")
def bench(
    names: tuple[str, ...],
    commands: tuple[str, ...],
    style: str,
    workloads: tuple[str, ...],
    processes: int,
    out: Path | None,
    show: bool,
) -> None:
    """Time evaluators, one beside the other.

    \b
    allhands bench mine.py treys

    Those that you name are first checked on 20,000 random hands. Then each is timed on hands whose
    cards are encoded before. One that takes texts reads them in every call; its row says so, and
    the others are timed from text, too. Of a program, the time of its start is left out.

    pyperf measures, and its files stay in DIR: python -m pyperf compare_to OLD.json.gz NEW.json.gz
    compares two. Without an EVALUATOR, this times the built-in and the published evaluators, the
    installed libraries, and null evaluators, which measure the loop alone.

    Exit code: 0 done, 2 bad usage or input, 3 some evaluators could not be timed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.null import PROGRAM, PROGRAM_NAME, name_of
    from harness.reporting import terminal, timing_tables
    from harness.timing.workloads import COLD, FROM_TEXT, HEADLINES, WORKLOADS

    for workload in workloads:
        if workload not in (EVERYTHING, *WORKLOADS, *COLD):
            raise InputError(f"--workload {workload}: there is none; see allhands list --workloads")
    named = places(names, commands)
    refuse_unknown(named, "python" if style == "all" else style)
    out = out or _default_folder(show)
    failed = False
    if not show:
        chosen = () if EVERYTHING in workloads else workloads or HEADLINES
        jobs = jobs_of(named, style, chosen)
        if named:
            _check(jobs, named, out)
        failed = time_all(jobs, bool(named), out, processes)
    results = read_timings(out)
    shown = {name_of(name) for name in (*named, *[PROGRAM] * bool(commands))}
    console = terminal.console()
    timings: list[Timing] = []
    for workload in [each for each in workloads if each != EVERYTHING] or HEADLINES:
        texts = results.of(FROM_TEXT.get(workload, "")) if named else []
        rows = [
            row
            for row in sorted(results.of(workload) + texts, key=lambda row: row.median)
            if (not named or row.name in shown) and style in (row.style, EVERYTHING)
        ]
        if not rows:
            continue
        if timings:
            console.print()
        timings += rows
        base = results.find(BASELINE, workload)
        console.print(timing_tables.timing_table(workload, rows, base, _labels(out, rows)))
    if not timings and not failed:
        raise InputError(f"{out}: no such timing is there")
    for note, is_needed in (
        (FROM_TEXT_NOTE, any(row.from_text for row in timings)),
        (PROGRAM_NOTE, any(row.name == PROGRAM_NAME for row in timings)),
    ):
        if is_needed:
            console.print(f"\n{note}")
    missing = {
        key: status
        for key, status in results.statuses.items()
        if status["status"] != "timed" and (not named or key.split("/", 1)[1] in shown)
    }
    for line in timing_tables.not_timed(missing):
        console.print(line)
    sys.exit(UNFINISHED_EXIT if failed else 0)


def _default_folder(show: bool) -> Path:
    """The folder of this machine's timings; to show timings, the committed one if there is none."""
    runs = (LOCAL, COMMITTED) if show else ()
    return next((run / "timing" for run in runs if (run / "timing").is_dir()), LOCAL / "timing")


def read_timings(folder: Path) -> "Results":
    """The timings in a folder."""
    from harness.timing.results import ResultError, read

    try:
        return read(folder)
    except ResultError as error:
        raise InputError(str(error)) from None


def read_verdicts(folder: Path) -> "dict[str, Any]":
    """The verdicts in a folder of reports, or of timings."""
    from harness.reporting import report

    try:
        return report.read_verdicts(folder)
    except report.ReportError as error:
        raise InputError(str(error)) from None


def _labels(out: Path, timings: "list[Timing]") -> dict[tuple[str, str], str]:
    """Labels for evaluators that are not equivalent, or were not checked.

    Of several verdicts, that of this command counts, then that in the report of the timings, then
    the committed one.
    """
    from harness.reporting import report

    folders = (COMMITTED, out.parent, out)
    verdicts = [verdict for folder in folders for verdict in read_verdicts(folder)["evaluators"]]
    return report.labels({"evaluators": verdicts}, timings)


def _check(jobs: "list[Job]", names: list[str], out: Path) -> None:
    """Check evaluators on samples of the hands that they are timed on; keep the verdicts."""
    from evaluators import UnknownEvaluatorError
    from harness.checking.equivalence import check
    from harness.hands.scopes import Sample
    from harness.processes.visible import visible
    from harness.reporting import report, terminal
    from harness.timing.workloads import WORKLOADS

    make_folder(out)
    console = terminal.console(stderr=True)
    verdicts = {
        (row["name"], row["style"], row["cards"]): row for row in read_verdicts(out)["evaluators"]
    }
    sizes: dict[tuple[str, int], list[str]] = {}
    for job in jobs:
        for size in sorted({WORKLOADS[n].size for n in job.workloads if n in WORKLOADS}):
            if job.name in names:
                sizes.setdefault((job.style, size), []).append(job.name)
    try:
        for (style, size), together in sizes.items():
            for verdict in check(together, Sample(size, SAMPLE), style=style):
                verdicts[verdict.name, style, size] = verdict.as_json()
                status = terminal.STATUS[verdict.status][0]
                how = "" if style == "python" else f", {style}"
                where = f"{SAMPLE:,} random hands of {size} cards"
                console.print(f"{visible(verdict.name)}{how}: {status} on {where}")
    except UnknownEvaluatorError as error:
        raise InputError(str(error)) from None
    write(out / report.VERDICTS, as_document("evaluators", [*verdicts.values()]) + "\n")


def jobs_of(names: "Iterable[str]", style: str, workloads: "Iterable[str]") -> "list[Job]":
    """The jobs of the named evaluators, or of all, in the styles that they have.

    If one of those that are named reads texts, the others are timed from text, too; beside a
    program, the null program.
    """
    from evaluators.compiled import store
    from evaluators.null import PROGRAM
    from harness.adapters.adopt import COMMAND
    from harness.adapters.styles import STYLES
    from harness.timing.rounds import Job, reads_texts, workloads_for
    from harness.timing.workloads import FROM_TEXT

    named, chosen = list(names), list(workloads)
    if any(map(reads_texts, named)):
        chosen += [FROM_TEXT[name] for name in chosen if name in FROM_TEXT]
    if any(name.startswith(COMMAND) for name in named) and PROGRAM not in named:
        named.append(PROGRAM)
    jobs = []
    for each, its in STYLES.items():
        if not its.timed or style not in (each, "all"):
            continue
        if style == "all" and each == "compiled" and not store.is_installed():
            continue
        is_one_of_all = style == "all" and each != "python"
        ours = [name for name in named if name in its.ours or not is_one_of_all]
        together = ours if named else list(its.timed)
        if together:
            prepare(together, each)
        jobs += [Job(name, each, workloads_for(name, each, chosen)) for name in together]
    return [job for job in jobs if job.workloads]


def time_all(
    jobs: "list[Job]", are_named: bool, out: Path, processes: int, replace: bool = False
) -> bool:
    """Time evaluators in rounds, and return whether any of them failed.

    An evaluator that is not installed fails only if the user named it.
    """
    from harness.processes.visible import visible
    from harness.reporting import terminal
    from harness.timing import rounds
    from harness.timing.results import ResultError

    if not jobs:
        raise InputError("none of these evaluators takes a hand of these workloads")
    make_folder(out)
    console = terminal.console(stderr=True)
    console.print(f"timing in {processes} rounds; pyperf's files go to {visible(str(out))}")
    bar = terminal.Bar(console, processes * len(jobs), "processes")

    def progress(job: "Job", n: int) -> None:
        bar.advance(1, str(job).removeprefix("python/"))
        if job is jobs[0] and not console.is_terminal:
            console.print(f"round {n + 1} of {processes}")

    def warn(warning: str) -> None:
        console.print(visible(warning))

    try:
        with bar.shown():
            statuses = rounds.run(
                jobs, out, processes, replace=replace, progress=progress, warn=warn
            )
    except ResultError as error:
        raise InputError(f"{error}; delete that folder, or choose another with --out") from None
    except KeyboardInterrupt:
        console.print("interrupted: nothing of this run was written; start it again")
        sys.exit(INTERRUPTED_EXIT)
    failures = {rounds.FAILED, rounds.TIMEOUT} | ({rounds.NOT_INSTALLED} if are_named else set())
    return any(status.status in failures for status in statuses.values())
