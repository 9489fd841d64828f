"""The committed run, and the code that it is of: ``make publish`` and ``make publish-field``.

The run has parts, each of which takes minutes. `reports/run.json` says for each: the commit; hashes
of the sources that its numbers depend on; the day, the machine, and the versions of what it used. A
part whose sources have changed since is stale: ``python -m benchmarks.publish --stale`` lists such
parts, a report that is drawn again says it, and a release does without them. Only stale parts are
measured, so an interrupted run continues where it stopped. The other parts are of the new commit,
too: their sources are the same.

The survey of the field takes two hours, and says of other people's packages what was found on a day
by a commit, which its page names. So it is stale if a package or an adapter changes, and not with
each line of the check: `tests/golden` holds what that says. Then what changed is checked. A list of
the field that names other versions or numbers of cards than the survey makes no page.

Rooms import only from rooms below them, as `make lint` holds, so the sources of a check are its
room and all below it. What is timed is ours, or a library's, and `evaluators` loads it: `adapters`
and `processes`, which load and watch what others write, are not sources of timings.

A change of comments or docstrings makes nothing stale, nor does one of what only draws and writes.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from os import cpu_count
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click
import psutil

from benchmarks import strength
from evaluators import PEERS
from evaluators.cache import write_whole
from field import check as field_check
from field import confirm as field_confirm
from field import timing as field_timing
from harness.cli.report import check_everything
from harness.processes.machine import machine
from harness.reporting.everything import time_everything
from harness.reporting.report import RUN, read_run
from harness.reporting.sources import changed, hashes, said

ROOT = Path(__file__).parent.parent
REPORTS = ROOT / "reports"
FIELD_VERDICTS = REPORTS / "field/verdicts.json"
GENERATED = "reports", "docs", "README.md", "harness/teaching/course/strength.csv"
"""Files that are made of a run; all others have to be committed before."""
TOOLS = ("numpy", "numba", "matplotlib", "pyperf")


class Part(NamedTuple):
    """A part of the run.

    Attributes:
        measure: the function that measures it and writes its files.
        sources: patterns of the files that its numbers depend on.
        is_survey: whether it is of other people's packages, and stays that of its commit.
    """

    measure: Callable[[], object]
    sources: tuple[str, ...]
    is_survey: bool = False


def _time() -> None:
    """Time everything; the earlier timings stay until this is done."""
    local = REPORTS / "local"
    local.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=local) as folder:
        time_everything(Path(folder), True)
        rmtree(REPORTS / "timing", ignore_errors=True)
        (Path(folder) / "timing").rename(REPORTS / "timing")


def _check_field() -> None:
    """Check all packages, and run the lines that show their faults."""
    field_check.main(["--json", str(FIELD_VERDICTS)], standalone_mode=False)
    field_confirm.main(FIELD_VERDICTS, REPORTS / "field/faults.json")


EVALUATORS = ("evaluators/**/*.py",)
CHECK = ("harness/checking/*.py", "harness/faults/*.py", "harness/adapters/*.py",
         "harness/processes/*.py", "harness/hands/*.py", *EVALUATORS)  # fmt: skip
PACKAGES = ("field/entries.py", "field/answering.*", "field/run",
            "harness/adapters/ranking.py",
            "field/packages/*/adapter.*", "field/packages/*/fault.[pm]*",
            "field/packages/*/*requirements.txt", "field/packages/*/package-lock.json")  # fmt: skip
PARTS = {
    "verdicts": Part(lambda: check_everything(REPORTS, True), CHECK),
    "strength": Part(
        strength.main,
        ("benchmarks/strength.py", "harness/__init__.py", "harness/teaching/mistakes.*",
         "harness/teaching/clean.py", "harness/teaching/course/example_tests.*", *CHECK),
    ),
    "timing": Part(
        _time,
        ("harness/timing/*.py", "harness/hands/classes.py", *EVALUATORS),
    ),
    "field": Part(_check_field, PACKAGES, is_survey=True),
    "field-timing": Part(
        partial(field_timing.main, FIELD_VERDICTS, REPORTS / "field/timings.json"),
        ("field/timing.py", "harness/timing/*.py", *PACKAGES),
        is_survey=True,
    ),
}  # fmt: skip


def stale(run: Mapping[str, Any], root: Path) -> dict[str, list[str]]:
    """The parts whose sources are not those that were measured, and the folders that differ."""
    folders = {
        name: changed(run["parts"].get(name, {}).get("sources", {}), hashes(part.sources, root))
        for name, part in PARTS.items()
    }
    return {name: differ for name, differ in folders.items() if differ}


def lines_of_stale(root: Path) -> Iterator[str]:
    """For each stale part, its commit, what has changed since, and what measures it again."""
    run = read_run(root / "reports")
    for name, folders in stale(run, root).items():
        part = run["parts"].get(name)
        state = said(part["commit"], folders) if part else "never measured"
        command = "make publish-field" if PARTS[name].is_survey else "make publish"
        yield f"{name}: {state}; measure again: {command}"


def output(*command: str) -> str:
    """The output of a command; it has to succeed."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def git(*arguments: str) -> str:
    """The answer of git about this project."""
    return output("git", "-C", str(ROOT), *arguments)


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(tuple(PARTS)))
@click.option("--stale", "only_list", is_flag=True, help="List them, and measure nothing.")
def main(names: Iterable[str], only_list: bool) -> None:
    """Measure those of the parts NAMES, or of all, that are stale."""
    if only_list:
        lines = [*lines_of_stale(ROOT)]
        click.echo("\n".join(lines or ["nothing is stale"]))
        sys.exit(bool(lines))
    changed = git("status", "--porcelain", "--", ".", *(f":!{path}" for path in GENERATED))
    if changed:
        sys.exit(f"a run is of one commit; these are not committed:\n{changed.rstrip()}")
    commit, run = git("rev-parse", "HEAD").strip(), read_run(REPORTS)
    to_measure = stale(run, ROOT)
    for name, part in run["parts"].items():
        if name not in to_measure and not PARTS[name].is_survey:
            part["commit"] = commit
    for name in [name for name in to_measure if not names or name in names]:
        load, *_ = psutil.getloadavg()
        if load > (cpu_count() or 1) / 2:
            click.secho(f"the load is {load:.1f}: other programs will disturb the run", fg="yellow")
        click.secho(f"\n{name}", bold=True)
        sources = hashes(PARTS[name].sources, ROOT)
        PARTS[name].measure()
        run["parts"][name] = {
            "commit": commit,
            "sources": sources,
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "machine": machine(),
            "versions": _versions(),
        }
        _write(run)
    _write(run)


def _versions() -> dict[str, str]:
    """The versions of the libraries that are used, and of those that are measured."""
    versions = {}
    for name in (*TOOLS, *PEERS):
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return versions


def _write(run: dict[str, Any]) -> None:
    write_whole(REPORTS / RUN, json.dumps(run, indent=2) + "\n")


if __name__ == "__main__":
    main()
