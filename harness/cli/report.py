"""``allhands report``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli import common

if TYPE_CHECKING:
    from harness.checking.verdict import Verdict

FOLDER_HELP = f"Write everything to DIR. [{common.RESULTS}]"


@click.command(name="report")
@common.evaluators
@click.option(
    "--folder", type=common.FOLDER, default=common.RESULTS, metavar="DIR", help=FOLDER_HELP
)
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
    from harness.reporting import report
    from harness.reporting.everything import time_everything

    verdicts: list[Verdict] = []
    failed = False
    if redraw and names:
        raise common.InputError(f"--redraw measures nothing: leave out {names[0]}, or --redraw")
    known = {*BUILT_IN, *PEERS, *PUBLISHED}
    mine = [name for name in map(str, common.places(names)) if name not in known]
    if not redraw:
        verdicts = check_everything(folder, full, mine)
        page, *_ = report.draw(folder, is_timed=False)
        click.echo(f"\nThe verdicts are on a page: open {page}")
        click.secho("\nHow fast is it?\n", bold=True)
        failed = time_everything(folder, full, mine)
    files = report.draw(folder)
    click.echo("\n".join(map(str, files)))
    click.echo(f"\nopen {files[0]}")
    sys.exit(common.UNFINISHED_EXIT if failed else common.exit_code(verdicts))


def check_everything(folder: Path, full: bool, mine: Sequence[str] = ()) -> "list[Verdict]":
    """Check all evaluators, and write all verdicts; return those not on published versions."""
    from evaluators import PUBLISHED
    from evaluators.compiled import store
    from evaluators.preparing import MISSING, prepare
    from harness.adapters.place import Place
    from harness.cli import showing
    from harness.reporting.everything import checks
    from harness.reporting.report import VERDICTS

    verdicts: list[Verdict] = []
    planned = checks(full, mine)
    folder.mkdir(parents=True, exist_ok=True)
    click.secho("Is it right?", bold=True)
    for names, scope, style in planned:
        click.echo()
        prepare(names, style)
        rest = f"{VERDICTS} has them all"
        verdicts += showing.check_and_show([*map(Place.of, names)], scope, style=style, rest=rest)
    if not store.is_installed():
        click.echo(f"no machine code: {MISSING}")
    rows = [verdict.as_json() for verdict in verdicts]
    common.write_document(folder / VERDICTS, "evaluators", rows)
    return [verdict for verdict in verdicts if verdict.name not in PUBLISHED]
