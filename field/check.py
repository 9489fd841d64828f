"""Check the packages: ``python -m field.check [NAME]... [--json FILE]``.

A check of all packages keeps its finished parts until it is complete, so that it goes on where it
was interrupted.
"""

import shutil
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from evaluators.cache import write_whole
from field.entries import FIELD, Entry, named
from harness.adapters import ranking
from harness.adapters.place import Place
from harness.checking.equivalence import verdicts_on
from harness.checking.state import State
from harness.cli.common import as_document
from harness.hands.scopes import Scope
from harness.processes.limits import Limits
from harness.processes.machine import machine
from harness.processes.visible import visible

LISTS = "families", "failures"
"""The parts of a verdict that the page does not read, most of its size."""
STATE = FIELD / ".state"
"""The folder of the finished parts of an interrupted check of all packages."""


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "target", metavar="FILE", help="Write the verdicts as JSON.")
def main(names: tuple[str, ...], target: str | None) -> None:
    """Check the packages of these names, or all."""
    with TemporaryDirectory() as empty:
        rows = verdicts(named(names), Path(empty) if names else STATE / _of_shared_code())
    if target:
        write_whole(Path(target), as_document("evaluators", rows) + "\n")
    if not names:
        shutil.rmtree(STATE)


def verdicts(entries: Sequence[Entry], state: Path) -> list[dict[str, Any]]:
    """The verdicts on packages as plain values, at each of their sizes. Each is printed at once.

    Packages that are checked on the same hands are checked together.

    Args:
        entries: the packages.
        state: the folder of the finished parts, see `State`; a package with a changed file is
            checked again.
    """
    rows: dict[tuple[str, int], dict[str, Any]] = {}
    groups: dict[tuple[Scope, Limits], dict[str, Entry]] = {}
    for entry in entries:
        for size in entry.cards:
            rows[entry.place, size] = {}  # in the order of the list
            group = groups.setdefault((entry.scope(size), Limits(entry.timeout)), {})
            group[entry.place] = entry
    for (scope, limits), group in groups.items():
        with closing(State(state, [*map(Place.of, group)], scope, "python")) as finished:
            for verdict in verdicts_on(group, scope, limits=limits, state=finished):
                entry = group[verdict.name]
                verdict.name = entry.name
                click.echo(visible(repr(verdict)))
                rows[entry.place, scope.size] = _row(entry, verdict.as_json())
    return list(rows.values())


def _row(entry: Entry, verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict with the promise, the date and the version, and without its lists of classes."""
    kept = {name: value for name, value in verdict.items() if name not in LISTS}
    is_documented = verdict["cards"] in entry.documented
    date, version = machine()["date"], entry.about["version"]
    return kept | {"documented": is_documented, "date": date, "version": version}


def _of_shared_code() -> str:
    """A hash of the files that adapters share, which `State` does not see."""
    files = [*sorted(FIELD.glob("answering.*")), Path(ranking.__file__)]
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


if __name__ == "__main__":
    main()
