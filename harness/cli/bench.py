"""``allhands bench``."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.common import (
    COMMITTED,
    FOLDER,
    INTERRUPTED_EXIT,
    LOCAL,
    UNFINISHED_EXIT,
    InputError,
    Whole,
    as_document,
    evaluators,
    places,
    write,
)
from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.timing.rounds import Job

EVERYTHING = "all"
HOW = ("python", "numpy", "compiled", EVERYTHING)
STYLE_HELP = "python, numpy or compiled, as of check. [all]"
WORKLOAD_HELP = "One of `allhands list workloads`, or all. Repeatable. [random-5, random-7]"
OUT_HELP = "Where pyperf's files are. [reports/local/timing]"
SAMPLE = 20_000
"""Random hands on which evaluators are checked before they are timed."""
FROM_TEXT_NOTE = """\
from text: each call reads the texts of its cards, which costs one lookup a
card where we do it. Other rows get cards that were encoded before. How yours
can get these: docs/check-your-own.md"""
WIDE_NOTE = "* wider than 10 % of the median: a quieter machine, or more --processes, helps."


@click.command()
@evaluators
@click.option("--style", type=click.Choice(HOW), default="all", metavar="STYLE", help=STYLE_HELP)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help=WORKLOAD_HELP)
@click.option("--processes", type=Whole(1), default=10, help="3: rough. 20: more precise. [10]")
@click.option("--out", type=FOLDER, metavar="DIR", help=OUT_HELP)
@click.option("--show", is_flag=True, help="Show earlier timings without measuring.")
def bench(
    names: tuple[str, ...],
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
    the others are timed from text, too.

    pyperf measures, and its files stay in DIR: python -m pyperf compare_to OLD.json.gz NEW.json.gz
    compares two. Without an EVALUATOR, this times the built-in and the published evaluators, the
    installed libraries, and null evaluators, which measure the loop alone.

    Exit code: 0 done, 2 bad usage or input, 3 some evaluators could not be timed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.null import name_of
    from harness.reporting import terminal, timing_tables
    from harness.reporting.names import name_and_style
    from harness.reporting.report import VERDICTS, labels, read_verdicts
    from harness.timing.results import Timing, read
    from harness.timing.workloads import COLD, FROM_TEXT, HEADLINES, WORKLOADS

    for workload in workloads:
        if workload not in (EVERYTHING, *WORKLOADS, *COLD):
            raise InputError(f"--workload {workload}: there is none; see allhands list workloads")
    named = places(names, style="python" if style == EVERYTHING else style)
    if out is None:
        out = LOCAL / "timing"
        if show and not out.is_dir():
            out = COMMITTED / "timing"
    chosen = list(dict.fromkeys(workloads or HEADLINES))
    if EVERYTHING in workloads:
        chosen = [*WORKLOADS, *COLD]
    failed, earlier = False, set[str]()
    if not show:
        earlier = {timing.run for timing in read(out).timings}  # perhaps of other code
        jobs = jobs_of(named, style, chosen)
        if not jobs:
            raise InputError("none of these evaluators can be timed on these workloads")
        checked = _check(jobs, named, out) if named else []
        jobs = without_errors(jobs, checked)
        failed = time_all(jobs, bool(named), out, processes)
        if checked:
            write(out / VERDICTS, as_document("evaluators", checked) + "\n")
    results = read(out)
    timings = (timing for timing in results.timings if timing.run not in earlier)
    results = replace(results, timings=tuple(timings))
    shown = set(map(name_of, named))
    # Of several verdicts, that of this command counts, then that in the report of the timings.
    folders = COMMITTED, out.parent, out
    verdicts = [
        verdict
        for folder in folders
        for verdict in read_verdicts(folder)["evaluators"]
        if folder == out or verdict["name"] not in named or show
    ]
    console = terminal.console()
    printed: list[Timing] = []
    for workload in chosen:
        timed = results.of(workload)
        if any(row.from_text for row in timed):
            timed += results.of(FROM_TEXT.get(workload, ""))
        rows = [
            row
            for row in sorted(timed, key=lambda row: row.median)
            if (not named or row.name in shown) and style in (row.style, EVERYTHING)
        ]
        if not rows:
            continue
        if printed:
            console.print()
        printed += rows
        marks = labels(verdicts, rows)
        console.print(timing_tables.timing_table(workload, rows, results, marks))
    if not printed and not failed:
        raise InputError(f"{out}: no such timing is there")
    for note, is_needed in (
        (WIDE_NOTE, any(row.is_wide for row in printed)),
        (FROM_TEXT_NOTE, any(row.from_text for row in printed)),
    ):
        if is_needed:
            console.print(f"\n{note}")
    missing = [row for row in timing_tables.not_timed(results) if not named or row[0] in shown]
    if missing:
        console.print("\nnot timed", style="bold")
    for name, of_style, why in missing:
        console.print(f"{visible(name_and_style(name, of_style))}  {visible(why)}")
    sys.exit(UNFINISHED_EXIT if failed else 0)


def _check(jobs: "list[Job]", names: list[str], out: Path) -> "list[dict[str, Any]]":
    """Check evaluators on samples of the hands that they are timed on.

    Returns:
        The verdicts, after those that are in a folder.
    """
    from harness.checking.equivalence import check
    from harness.hands.scopes import Sample
    from harness.reporting import report, terminal
    from harness.reporting.names import name_and_style
    from harness.timing.rounds import TIMED
    from harness.timing.workloads import WORKLOADS

    console = terminal.console(stderr=True)
    earlier = report.read_verdicts(out)["evaluators"]
    verdicts = [row for row in earlier if row["name"] not in names]  # theirs may be of older code
    sizes: dict[tuple[str, int], list[str]] = {}
    for job in jobs:
        for size in sorted({WORKLOADS[n].size for n in job.workloads if n in WORKLOADS}):
            if job.name in names and job.status.status == TIMED:
                sizes.setdefault((job.style, size), []).append(job.name)
    for (style, size), together in sizes.items():
        for verdict in check(together, Sample(size, SAMPLE), style=style):
            verdicts.append(verdict.as_json())
            status = terminal.STATUS[verdict.status][0]
            where = f"{SAMPLE:,} random hands of {size} cards"
            console.print(f"{visible(name_and_style(verdict.name, style))}: {status} on {where}")
    return verdicts


def without_errors(jobs: Iterable["Job"], verdicts: Iterable[Mapping[str, Any]]) -> "list[Job]":
    """Jobs without the workloads of those sizes at which a check ended with an error.

    A function may take five cards only. What fails on all of its workloads keeps them, and its
    status says why.
    """
    from harness.checking.statuses import ERROR, TIMEOUT
    from harness.timing.workloads import WORKLOADS

    failing = {
        (row["name"], row["style"], row["cards"])
        for row in verdicts
        if row["status"] in (ERROR, TIMEOUT)
    }
    left = []
    for job in jobs:
        timed = [name for name in job.workloads if name in WORKLOADS]
        fails = [n for n in timed if (job.name, job.style, WORKLOADS[n].size) in failing]
        if fails and fails != timed:
            about = f"{job.name}: not timed on {', '.join(fails)}, for the check failed there"
            click.echo(visible(about), err=True)
            job = replace(job, workloads=tuple(n for n in job.workloads if n not in fails))
        left.append(job)
    return left


def jobs_of(names: Iterable[str], style: str, workloads: Iterable[str]) -> "list[Job]":
    """The jobs of the named evaluators, or of all, in the styles that they have.

    If one of those that are named reads texts, the others are timed from text, too.
    """
    from evaluators.compiled import store
    from evaluators.preparing import prepare
    from harness.adapters.styles import STYLES
    from harness.timing.rounds import Job, Status, load_all, workloads_for
    from harness.timing.workloads import FROM_TEXT

    named, chosen = list(names), dict.fromkeys(workloads)
    found = []
    for each, its in STYLES.items():
        if not its.timed or style not in (each, EVERYTHING):
            continue
        if style == EVERYTHING and each == "compiled" and not store.is_installed():
            continue
        is_one_of_all = style == EVERYTHING and each != "python"
        ours = [name for name in named if name in its.ours or not is_one_of_all]
        together = ours if named else list(its.timed)
        prepare(together, each)
        found += [(name, each, loaded) for name, loaded in load_all(together, each).items()]
    if any(loaded.reads_texts for *_, loaded in found):
        chosen |= dict.fromkeys(FROM_TEXT[name] for name in chosen if name in FROM_TEXT)
    return [
        Job(name, each, fitting, Status(loaded.status, loaded.message))
        for name, each, loaded in found
        if (fitting := workloads_for(name, each, loaded, chosen))
    ]


def time_all(
    jobs: "list[Job]",
    are_named: bool,
    out: Path,
    processes: int,
    replace: bool = False,
) -> bool:
    """Time evaluators in rounds, and return whether any of them failed.

    An evaluator that is not installed fails only if the user named it.
    """
    from harness.reporting import terminal
    from harness.timing import rounds

    out.mkdir(parents=True, exist_ok=True)
    console = terminal.console(stderr=True)
    console.print(f"rounds of timing: {processes}; pyperf's files go to {visible(str(out))}")

    def progress(job: "Job", n: int) -> None:
        advance(1, str(job).removeprefix("python/"))
        if job is jobs[0] and not console.is_terminal:
            console.print(f"round {n + 1} of {processes}")

    try:
        with terminal.bar(console, processes * len(jobs), "processes") as advance:
            statuses = rounds.run(
                jobs,
                out,
                processes,
                replace=replace,
                progress=progress,
                warn=lambda warning: console.print(visible(warning)),
            )
    except KeyboardInterrupt:
        console.print("interrupted: nothing of this run was written; start it again")
        sys.exit(INTERRUPTED_EXIT)
    failures = {rounds.FAILED, rounds.TIMEOUT} | ({rounds.NOT_INSTALLED} if are_named else set())
    return any(status.status in failures for status in statuses.values())
