"""``allhands report`` and ``chart``."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.bench import (
    BASELINE,
    jobs_of,
    time_all,
)
from harness.cli.check import check_and_show, check_sevens
from harness.cli.common import (
    COMMITTED,
    LOCAL,
    UNFINISHED_EXIT,
    InputError,
    as_json,
    exit_code,
    installed,
    write,
)

SAMPLE = 20_000
"""Hands of six and of seven cards that a report checks before it times them."""

if TYPE_CHECKING:
    from collections.abc import Iterable

    from harness.checking.verdict import Verdict
    from harness.reporting.charts import Chart
    from harness.timing.results import Results


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


def _draw(folder: Path, baseline: str) -> "tuple[Results, list[Chart], list[Path]]":
    from harness.reporting import charts, report
    from harness.timing.results import read

    results = read(folder / "timing")
    verdicts = report.read_verdicts(folder)
    if not results.timings:
        raise InputError(f"{folder / 'timing'}: no timing is there; run allhands bench first")
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
@click.option("--redraw", is_flag=True, help="Do not measure: draw again from the files in DIR.")
@click.option("--full", is_flag=True, help="Time on all workloads: takes most of an hour.")
@click.option("--fast", is_flag=True, help="Time with three processes instead of ten.")
@click.option("--baseline", default=BASELINE, help=f"Show ratios to this evaluator. [{BASELINE}]")
@click.option("--jobs", type=click.IntRange(min=1), help="Checking processes. [one per core]")
def report_(
    folder: Path, redraw: bool, full: bool, fast: bool, baseline: str, jobs: int | None
) -> None:
    """Check, time and draw everything, on one page.

    Writes verdicts.json, pyperf's files, charts, index.html and README.md to DIR, and replaces
    timings of another machine there. The published versions are also checked; they are expected to
    be wrong, and do not affect the exit code.
    """
    from harness.reporting import report
    from harness.timing.workloads import QUICK

    (folder / "timing").mkdir(parents=True, exist_ok=True)
    verdicts: list[Verdict] = []
    failed = False
    if not redraw:
        verdicts = _check_all(folder, jobs, (6, 7) if full else (7,))
        click.secho("\n4 of 5: time\n", bold=True)
        jobs_to_time = jobs_of((), "all", () if full else QUICK)
        failed = time_all(jobs_to_time, False, folder / "timing", 3 if fast else 10, replace=True)
        click.secho("\n5 of 5: draw\n", bold=True)
    results, drawn, files = _draw(folder, baseline)
    files += report.write(folder, results, drawn, baseline, _committed_beside(folder))
    for file in files:
        click.echo(file)
    click.echo(f"\nopen {folder / report.PAGE}")
    sys.exit(UNFINISHED_EXIT if failed else exit_code(verdict.status for verdict in verdicts))


def _committed_beside(folder: Path) -> "Results | None":
    """The committed run, to be shown beside the run in another folder."""
    from harness.timing.results import ResultError, read

    if folder.resolve() == COMMITTED.resolve():
        return None
    try:
        committed = read(COMMITTED / "timing")
    except ResultError:
        return None
    return committed if committed.timings else None


def _check_all(folder: Path, jobs: int | None, sizes: "Iterable[int]") -> "list[Verdict]":
    """Check all evaluators, write the verdicts, and return those on unpublished versions.

    With five cards, all hands are checked; with other `sizes`, a sample.
    """
    from evaluators import ARRAYS, BUILT_IN, COMPILED, PEERS, PUBLISHED
    from evaluators.compiled import store
    from evaluators.preparing import prepare
    from harness.checking.equivalence import on_this_machine
    from harness.hands.scopes import All, Sample
    from harness.reporting import report

    run = partial(on_this_machine, jobs=jobs)
    click.secho("1 of 5: check\n", bold=True)
    names = [*BUILT_IN, *filter(installed, PEERS)]
    scopes = [All(), *(Sample(size, SAMPLE) for size in sizes)]
    verdicts = [verdict for scope in scopes for verdict in check_and_show(names, scope, False, run)]
    click.secho("\n2 of 5: check arrays of hands\n", bold=True)
    for scope in scopes:
        verdicts += check_and_show(list(ARRAYS), scope, False, run, "numpy")
    if store.is_installed():
        prepare(COMPILED, "compiled")
        for scope in scopes:
            verdicts += check_and_show(list(COMPILED), scope, False, run, "compiled")
    else:
        click.echo("Without Numba, machine code is left out: pip install 'allhands[compiled]'")
    click.secho("\n3 of 5: check what was published\n", bold=True)
    published = check_and_show(list(PUBLISHED), All(), False, run)
    for size in sizes:
        published += check_sevens(False, run, size=size)
    write(folder / report.VERDICTS, as_json(verdicts + published) + "\n")
    return verdicts
