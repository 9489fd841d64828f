"""``allhands bench``."""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli import common
from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.timing.jobs import Job

SAMPLE = 20_000
"""Random hands on which evaluators are checked before they are timed."""
EVERYTHING = "all"
HOW = ("python", "numpy", "compiled", EVERYTHING)
STYLE_HELP = "python, numpy or compiled, as of check. [all]"
WORKLOAD_HELP = "One of `allhands list workloads`, or all. Repeatable. [random-5, random-7]"
OUT = common.RESULTS / "timing"
OUT_HELP = f"The folder of pyperf's files. [{OUT}]"


@click.command()
@common.evaluators
@click.option("--style", type=click.Choice(HOW), default="all", metavar="STYLE", help=STYLE_HELP)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help=WORKLOAD_HELP)
@click.option(
    "--processes", type=common.Whole(1), default=10, help="3: rough. 20: more precise. [10]"
)
@click.option("--out", type=common.FOLDER, metavar="DIR", help=OUT_HELP)
@click.option("--show", is_flag=True, help="Show earlier timings without measuring.")
def bench(
    names: tuple[str, ...],
    style: str,
    workloads: tuple[str, ...],
    processes: int,
    out: Path | None,
    show: bool,
) -> None:
    """Time evaluators, side by side.

    \b
    allhands bench mine.py treys

    Named evaluators are first checked on 20,000 random hands. Then each is timed on hands whose
    cards were encoded before. An evaluator that takes texts reads them in every call: its row says
    so, and the others are timed from text, too.

    pyperf measures, and writes its files to DIR; python -m pyperf compare_to OLD.json.gz
    NEW.json.gz compares two of them. Without an EVALUATOR, this times the built-in and the
    published evaluators, the installed libraries, and null evaluators, which measure the loop.

    Exit code: 0 done, 2 bad usage or input, 3 some evaluators could not be timed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.null import name_of
    from harness.reporting import terminal
    from harness.reporting.everything import time_all, without_errors
    from harness.reporting.report import VERDICTS, committed_folder, labels, read_verdicts
    from harness.reporting.timing_tables import rows_on, tables
    from harness.timing.jobs import jobs_of
    from harness.timing.results import read
    from harness.timing.workloads import COLD, HEADLINES, WORKLOADS

    for workload in workloads:
        if workload not in (EVERYTHING, *WORKLOADS, *COLD):
            raise common.InputError(f"--workload {workload}: unknown; see allhands list workloads")
    named = [*map(str, common.places(names, style="python" if style == EVERYTHING else style))]
    chosen = [*WORKLOADS, *COLD] if EVERYTHING in workloads else workloads or HEADLINES
    committed = committed_folder()
    if out is None:
        out = committed / "timing" if show and committed and not OUT.is_dir() else OUT
    failed, earlier = False, set[str]()
    if not show:
        earlier = {timing.run for timing in read(out).timings}  # perhaps of other code
        jobs = jobs_of(named, style, chosen)
        if not jobs:
            raise common.InputError("none of these evaluators can be timed on these workloads")
        checked = check_first(jobs, named, out) if named else []
        failed = time_all([*without_errors(jobs, checked)], bool(named), out, processes)
        if checked:
            common.write(out / VERDICTS, common.as_document("evaluators", checked) + "\n")
    results = read(out)
    timings = (timing for timing in results.timings if timing.run not in earlier)
    results = replace(results, timings=tuple(timings))
    shown = set(map(name_of, named))
    rows = {name: timed for name in chosen if (timed := rows_on(results, name, shown, style))}
    if not rows and not failed:
        raise common.InputError(f"{out}: no such timings are there")
    # Of several verdicts the last counts. If evaluators were checked just now, only these count.
    folders = [out] if named and not show else [committed, out.parent, out]
    verdicts = [row for each in folders if each for row in read_verdicts(each)["evaluators"]]
    console = terminal.console()
    for line in tables(results, rows, partial(labels, verdicts), shown):
        console.print(line)
    sys.exit(common.UNFINISHED_EXIT if failed else 0)


def check_first(to_time: "list[Job]", names: list[str], out: Path) -> list[dict[str, Any]]:
    """Check named evaluators on random hands of each size that they are timed on.

    Returns:
        Their verdicts, after those of other evaluators that are in the folder `out`.
    """
    from harness.checking.equivalence import verdicts_on
    from harness.hands.scopes import Sample
    from harness.reporting import terminal
    from harness.reporting.names import name_and_style
    from harness.reporting.report import read_verdicts
    from harness.timing.jobs import TIMED
    from harness.timing.workloads import WORKLOADS

    console = terminal.console(stderr=True)
    earlier = read_verdicts(out)["evaluators"]
    verdicts = [row for row in earlier if row["name"] not in names]  # theirs may be of older code
    to_check: dict[tuple[str, int], list[str]] = {}
    for job in to_time:
        sizes = {WORKLOADS[name].size for name in job.workloads if name in WORKLOADS}
        for size in sorted(sizes):
            if job.name in names and job.status.status == TIMED:
                to_check.setdefault((job.style, size), []).append(job.name)
    for (style, size), together in to_check.items():
        for verdict in verdicts_on(together, Sample(size, SAMPLE), style=style):
            verdicts.append(verdict.as_json())
            status, _ = terminal.STATUS[verdict.status]
            where = f"{SAMPLE:,} random hands of {size} cards"
            console.print(f"{visible(name_and_style(verdict.name, style))}: {status} on {where}")
    return verdicts
