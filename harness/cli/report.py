"""``allhands report``."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.bench import jobs_of, time_all, without_errors
from harness.cli.check import check_and_show
from harness.cli.common import (
    COMMITTED,
    FOLDER,
    LOCAL,
    UNFINISHED_EXIT,
    InputError,
    as_document,
    evaluators,
    exit_code,
    places,
    write,
)

if TYPE_CHECKING:
    from harness.checking.verdict import Verdict
    from harness.hands.scopes import Scope
    from harness.timing.results import Results
    from harness.timing.rounds import Job

FOLDER_HELP = "Write everything to DIR. [reports/local]"
SAMPLE, MORE, SLOW_SAMPLE = 5_000, 20_000, 100_000
"""Hands of six and of seven cards that are checked; with --full; and of five, of what is slow."""
SLOW = ("pokerkit", "pokerlib", "matrix-score-as-published")
"""The slowest, with more than 5 µs for a hand of five: they are checked on a sample of these."""

LEFT_OUT = ("scale-10000000", "text-5", "text-7")
"""Workloads that a report does without: the first takes minutes, and no page shows the others."""
OF_CHAPTER_8 = ("cactus-kev-dict", "cactus-kev-perfect-hash")
"""Evaluators that chapter 8 of the course compares by category."""


@click.command(name="report")
@evaluators
@click.option("--folder", type=FOLDER, default=LOCAL, metavar="DIR", help=FOLDER_HELP)
@click.option("--redraw", is_flag=True, help="Do not measure: draw again from the files in DIR.")
@click.option("--full", is_flag=True, help="Leave nothing out: takes about an hour.")
def report_(names: tuple[str, ...], folder: Path, redraw: bool, full: bool) -> None:
    """Check, time and draw everything on one page.

    Your own EVALUATOR comes first on it.

    \b
    allhands report mine.py
    allhands report --redraw --folder reports

    Writes verdicts.json, pyperf's files, charts, index.html and README.md to DIR, and replaces
    timings of another machine there. Without --full, the three slowest, pokerkit, pokerlib and
    the published matrix score, are checked on a sample, and ten evaluators are timed, in three
    processes each. The published versions, which are wrong, do not affect the exit code.
    """  # noqa: D301 - click reads the backspace as: leave these lines as they are
    from evaluators import BUILT_IN, PEERS, PUBLISHED

    verdicts: list[Verdict] = []
    failed = False
    if redraw and names:
        raise InputError(f"--redraw measures nothing, and so not {names[0]}: leave one of them out")
    there_anyway = {*BUILT_IN, *PEERS, *PUBLISHED}
    mine = [name for name in places(names) if name not in there_anyway]
    if not redraw:
        folder.mkdir(parents=True, exist_ok=True)
        verdicts = check_everything(folder, full, mine)
        click.echo(f"\nThe verdicts are on a page: open {_write(folder, is_timed=False)[0]}")
        click.secho("\nHow fast is it?\n", bold=True)
        failed = time_everything(folder, full, mine)
    files = _write(folder)
    click.echo("\n".join(map(str, files)))
    click.echo(f"\nopen {files[0]}")
    sys.exit(UNFINISHED_EXIT if failed else exit_code(verdict.status for verdict in verdicts))


def _write(folder: Path, is_timed: bool = True) -> list[Path]:
    """Draw the charts and write the page: the written files, the page first."""
    from harness.reporting import charts, report
    from harness.timing.results import Results, read

    results = read(folder / "timing") if is_timed else Results()
    if is_timed and not results.timings:
        raise InputError(f"{folder / 'timing'}: no timing is there; run allhands report first")
    labels = report.labels(report.read_verdicts(folder)["evaluators"], results.timings)
    drawn = charts.charts_of(results, labels) if is_timed else []
    files = charts.draw_all(drawn, folder)
    return report.write(folder, results, drawn, _committed_beside(folder)) + files


def _committed_beside(folder: Path) -> "Results":
    """The committed run, to be shown beside the run in another folder; else no results."""
    from harness.timing.results import ResultError, Results, read

    if folder.resolve() != COMMITTED.resolve():
        with suppress(ResultError):
            return read(COMMITTED / "timing")
    return Results()


def check_everything(folder: Path, full: bool, mine: Sequence[str] = ()) -> "list[Verdict]":
    """Check all evaluators, a user's first; write all verdicts, return those not on published ones.

    All hands of five cards are checked, but of what is slow, and a sample of six and of seven. In
    full, also all of six and seven cards: arrays, machine code, and rank sums one by one.
    """
    from evaluators import ARRAYS, BUILT_IN, COMPILED, PEERS, PUBLISHED
    from evaluators.compiled import store
    from evaluators.preparing import prepare
    from harness.hands.scopes import All, Sample
    from harness.reporting import report
    from harness.timing.rounds import NOT_INSTALLED, load_all

    loaded = load_all([*mine, *BUILT_IN, *PEERS, *PUBLISHED], "python")
    verdicts: list[Verdict] = []

    def check(names: Iterable[str], scope: "Scope", style: str = "python") -> None:
        if fitting := [name for name in names if scope.size in loaded[name].sizes]:
            click.echo()
            prepare(fitting, style)
            verdicts.extend(check_and_show(fitting, scope, False, None, style))

    click.secho("Is it right?", bold=True)
    # First, for libraries take seconds to import; the oracle, which is the slowest, comes last.
    oracle, *strategies = BUILT_IN
    check(mine, All())
    check([*strategies, oracle], All())
    libraries = [name for name in PEERS if loaded[name].status != NOT_INSTALLED]
    slow = () if full else SLOW
    others = [*libraries, *PUBLISHED]
    check([name for name in others if name not in slow], All())
    check([name for name in others if name in slow], Sample(5, SLOW_SAMPLE))
    more = [Sample(size, MORE if full else SAMPLE) for size in (6, 7)]
    for sample in more:
        check([*mine, *BUILT_IN, *others], sample)
    whole = [All(), *([All(6), All(7)] if full else more)]
    if full:
        check(["rank-sums"], All(7))
    for scope in whole:
        check(ARRAYS, scope, "numpy")
    if store.is_installed():
        for scope in whole:
            check(COMPILED, scope, "compiled")
    else:
        click.echo("Without Numba, machine code is left out: pip install numba")
    rows = [verdict.as_json() for verdict in verdicts]
    write(folder / report.VERDICTS, as_document("evaluators", rows) + "\n")
    return [verdict for verdict in verdicts if verdict.name not in PUBLISHED]


def time_everything(folder: Path, full: bool, mine: Sequence[str] = ()) -> bool:
    """Time evaluators into a folder; return whether any of them failed."""
    from harness.reporting.report import read_verdicts

    jobs = without_errors(_jobs(full, mine), read_verdicts(folder)["evaluators"])
    return time_all(jobs, False, folder / "timing", 10 if full else 3, True)


def _jobs(full: bool, mine: Sequence[str]) -> "list[Job]":
    """What is timed: the rows of the first chart, with the loop alone; or everything.

    In full, what is beside the headlines is timed for the evaluators in the charts alone:
    showdowns, six cards, categories, and the number of hands.
    """
    from evaluators.null import NULL
    from harness.reporting.charts.cost import COMPARED
    from harness.timing.workloads import CATEGORY_NAMES, HEADLINES, WORKLOADS

    if full:
        jobs = jobs_of(mine, "python", HEADLINES) if mine else []
        for job in jobs_of((), "all", ()):
            without = [*LEFT_OUT]
            if job.name not in COMPARED:
                without += [name for name in WORKLOADS if name.startswith("scale-")]
            if job.style != "python" or job.name not in (*COMPARED, *OF_CHAPTER_8):
                without += ["random-6", "showdowns", *CATEGORY_NAMES]
            fitting = tuple(name for name in job.workloads if name not in without)
            jobs.append(replace(job, workloads=fitting))
        return jobs
    return jobs_of((NULL, *mine, *COMPARED), "python", HEADLINES)
