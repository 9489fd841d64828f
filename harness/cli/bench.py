"""``allhands bench``."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from harness.cli import common
from harness.processes.visible import visible

if TYPE_CHECKING:
    from evaluators.rules import Rules
    from harness.timing.jobs import Job
    from harness.timing.results import Timing

SLOWER_EXIT = 1
SAMPLE = 20_000
"""Random hands on which evaluators are checked before they are timed."""
EVERYTHING = "all"
HOW = ("python", "numpy", "compiled", EVERYTHING)
STYLE_HELP = "python, numpy or compiled, as of check. [all]"
WORKLOAD_HELP = "One of `allhands list workloads`, or all. Repeatable. [random-5, random-7]"
OUT = common.RESULTS / "timing"
UNTIL_HELP = "More rounds until the intervals of the ratios are this narrow; at most 10 minutes."
SLOWER_HELP = "Exit code 1 if the first is shown to be slower by so much."
COUNT_HELP = "Count instructions with Valgrind, which no other program disturbs."
MOST_SECONDS = 600
"""The time after which no further round begins."""
OUT_HELP = f"The folder of pyperf's files. [{OUT}]"


@click.command()
@common.evaluators
@click.option("--style", type=click.Choice(HOW), default="all", metavar="STYLE", help=STYLE_HELP)
@click.option("--workload", "workloads", multiple=True, metavar="NAME", help=WORKLOAD_HELP)
@click.option(
    "--processes", type=common.Whole(1), default=10, help="3: rough. 20: more precise. [10]"
)
@click.option("--until", type=common.share, metavar="2%", help=UNTIL_HELP)
@click.option("--fail-slower", "slower", type=common.share, metavar="3%", help=SLOWER_HELP)
@click.option("--json", "json_file", type=common.file, help="Write the comparisons; - as in check.")
@click.option("--count", is_flag=True, help=COUNT_HELP)
@click.option("--out", type=common.FOLDER, metavar="DIR", help=OUT_HELP)
@click.option("--show", is_flag=True, help="Show earlier timings without measuring.")
def bench(
    names: tuple[str, ...],
    style: str,
    workloads: tuple[str, ...],
    processes: int,
    until: float | None,
    slower: float | None,
    json_file: Path | None,
    count: bool,
    out: Path | None,
    show: bool,
) -> None:
    """Time evaluators, side by side.

    \b
    allhands bench mine.py treys

    Named evaluators are first checked on 20,000 random hands. Then each is timed on hands whose
    cards were encoded before. An evaluator that takes texts reads them in every call: its row says
    so, and the others are timed from text, too.

    The first EVALUATOR is compared with each of the others of its style: the ratio of their times
    is taken in each round. A sentence says that it is faster or slower if all of the ratio's
    interval says so.

    pyperf measures, and writes its files to DIR. Without an EVALUATOR, this times the built-in and
    the published evaluators, the installed libraries, and null evaluators, which measure the loop.

    Exit code: 0 done, 1 a slowdown was shown (--fail-slower), 2 bad usage or input, 3 some
    evaluators could not be timed.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators.null import name_of
    from harness.reporting import terminal
    from harness.reporting.everything import time_all, without_errors
    from harness.reporting.report import VERDICTS, committed_folder, labels, read_verdicts
    from harness.reporting.timing_tables import rows_on, sentences, tables
    from harness.timing.comparison import FEWEST, compare, in_order
    from harness.timing.counting import refuse_missing_tool
    from harness.timing.jobs import jobs_of
    from harness.timing.results import read
    from harness.timing.workloads import COLD, DEALT, HEADLINES, WORKLOADS

    for workload in workloads:
        if workload not in (EVERYTHING, *WORKLOADS, *COLD):
            raise common.InputError(f"--workload {workload}: unknown; see allhands list workloads")
    named = common.places(names, style="python" if style == EVERYTHING else style)
    everything = [name for name in (*WORKLOADS, *COLD) if name != DEALT]
    chosen = everything if EVERYTHING in workloads else workloads or HEADLINES
    shown = [name_of(place.text) for place in named]
    asked = {"--until": until, "--fail-slower": slower, "--json": json_file}
    if len(shown) < 2 and any(asked.values()):
        option = next(option for option, value in asked.items() if value)
        raise common.InputError(f"{option} needs two EVALUATORs to compare, new.py old.py")
    if slower and not until and processes < FEWEST:
        raise common.InputError(f"--fail-slower needs {FEWEST} --processes: fewer show nothing")
    if count:
        if not named or until or show:
            raise common.InputError("--count needs EVALUATORs, and neither --until nor --show")
        refuse_missing_tool()
    if show and until:
        raise common.InputError("--until: --show measures nothing")
    committed = committed_folder()
    if out is None:
        out = committed / "timing" if show and committed and not OUT.is_dir() else OUT
    failed, earlier = False, set[str]()
    # Of several verdicts the last counts. If evaluators were checked just now, only these count.
    folders = [out] if named and not show else [committed, out.parent, out]
    verdicts = [row for each in folders if each for row in read_verdicts(each)["evaluators"]]
    if not show:
        earlier = {timing.run for timing in read(out).timings}  # perhaps of other code
        jobs = jobs_of(named, style, chosen)
        if not jobs:
            raise common.InputError("none of these evaluators can be timed on these workloads")
        checked = check_first(jobs, [*map(str, named)], out) if named else []
        verdicts = checked or verdicts
        to_time, end = [*without_errors(jobs, checked)], monotonic() + MOST_SECONDS
        if count:
            to_time.sort(key=lambda job: named.index(job.at))
            sys.exit(_count(to_time, slower, json_file, checked))
        missing = partial(_missing, first=shown[0], until=until, end=end) if shown[1:] else None
        failed = time_all(to_time, bool(named), out, processes, missing=missing)
        if checked:
            common.write_document(out / VERDICTS, "evaluators", checked)
    results = read(out)
    timings = (timing for timing in results.timings if timing.run not in earlier)
    results = replace(results, timings=tuple(timings))
    rows = {name: timed for name in chosen if (timed := rows_on(results, name, shown, style))}
    compared = []
    if shown:
        rows = {name: in_order(timed, shown) for name, timed in rows.items()}
        together = dict.fromkeys(timing for timed in rows.values() for timing in timed)
        compared = compare(together, shown[0])
    if not rows and not failed:
        raise common.InputError(f"{out}: no such timings are there")
    console = terminal.console(stderr=json_file == common.STANDARD_OUTPUT)
    for line in (
        *tables(results, rows, partial(labels, verdicts), shown),
        *sentences(compared, bool(until)),
    ):
        console.print(line)
    if json_file:
        common.write_document(json_file, "comparisons", [each.as_json() for each in compared])
    if any(asked.values()) and not (compared or failed):
        raise common.InputError(f"{shown[0]} shares no style and workload with the others")
    is_slower = slower is not None and any(each.is_slower(slower) for each in compared)
    sys.exit(common.UNFINISHED_EXIT if failed else SLOWER_EXIT * is_slower)


def _missing(timings: "Sequence[Timing]", first: str, until: float | None, end: float) -> str:
    """The widest interval of a ratio, unless all are narrow enough or time is over."""
    from harness.timing.comparison import compare

    widest = max(compare(timings, first), key=lambda each: each.width, default=None)
    if not (until and widest and widest.width > until) or monotonic() > end:
        return ""
    (low, high), ratio = widest.ratios.interval, f"{widest.new.name} / {widest.old.name}"
    return f"{widest.where}: {ratio} is {low:.3f} to {high:.3f}, until {until * 100:g} % wide"


def _count(
    jobs: "list[Job]", slower: float | None, json_file: Path | None, checked: list[dict[str, Any]]
) -> int:
    """Print the instructions of evaluators for a hand, as multiples of the first's; the exit code.

    It is that of a slowdown if the first executes so many more than another one of its style.

    Raises:
        InputError: nothing was counted, or a slowdown is asked for and nothing was compared.
    """
    from harness.reporting import terminal
    from harness.reporting.names import described
    from harness.reporting.report import labels
    from harness.timing.counting import counts

    err, failures = terminal.console(stderr=True), list[str]()
    counted = [*counts(jobs, lambda it: err.print(visible(f"counting: {it}")), failures.append)]
    if not (counted or failures):
        raise common.InputError("none of these evaluators can be counted on these workloads")
    console = terminal.console(stderr=json_file == common.STANDARD_OUTPUT)
    times_others = list[float]()
    marks = labels(checked, counted)
    for workload in dict.fromkeys(each.workload for each in counted):
        first, *_ = together = [each for each in counted if each.workload == workload]
        of_first = {each[1:4]: each.instructions for each in together if each.name == jobs[0].name}
        times_others += (
            of_first[each[1:4]] / max(each.instructions, 1)
            for each in together
            if each.name != jobs[0].name and each[1:4] in of_first
        )
        notes = [marks.get((each.name, each.style), "") for each in together]
        names = (
            visible(described(each)) + f" ({note})" * bool(note)
            for each, note in zip(together, notes)
        )
        numbers = (f"{each.instructions:,.1f}" for each in together)
        least = first.instructions
        ratios = (f"{each.instructions / least:.3f}" if least else "-" for each in together)
        rows = zip(names, numbers, ratios)
        console.print(terminal.table([workload, "instructions/hand", f"x {first.name}"], [*rows]))
    console.print(
        "\nA count, and not a time: it says nothing of caches, and of jumps guessed wrongly."
    )
    if json_file:
        common.write_document(json_file, "counts", [each._asdict() for each in counted])
    for failure in failures:
        err.print(visible(failure))
    if slower is None or failures:
        return common.UNFINISHED_EXIT * bool(failures)
    if not times_others:
        raise common.InputError(f"{jobs[0].name} shares no style and workload with the others")
    return SLOWER_EXIT * (max(times_others) > 1 + slower)


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
    to_check: dict[tuple[str, int, Rules], list[Any]] = {}
    for job in to_time:
        timed = [WORKLOADS[name] for name in job.workloads if name in WORKLOADS]
        for size, rules in sorted({(each.size, each.rules) for each in timed}, key=itemgetter(0)):
            if job.name in names and job.status.status == TIMED:
                to_check.setdefault((job.style, size, rules), []).append(job.at)
    for (style, size, rules), together in to_check.items():
        for verdict in verdicts_on(together, Sample(size, SAMPLE, rules=rules), style=style):
            verdicts.append(verdict.as_json())
            status, _ = terminal.STATUS[verdict.status]
            what = "deals" if rules.parts else f"hands of {size} cards"
            where = f"{SAMPLE:,} random {what}"
            console.print(f"{visible(name_and_style(verdict.name, style))}: {status} on {where}")
    return verdicts
