"""Check the packages: ``python -m field.check [NAME]... [--json FILE]``.

A check of all packages keeps each verdict until it is complete. If it was interrupted, it goes on
where it stopped.
"""

import json
import shutil
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from evaluators.cache import write_whole
from field.entries import FIELD, Entry, read
from field.omaha import FAULTS, NO_FAULT, Showdowns
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.cli.common import as_document
from harness.hands.scopes import Scope
from harness.processes.limits import Limits
from harness.processes.machine import machine
from harness.reporting import terminal

STATE = FIELD / ".state"
"""The folder of the verdicts of an unfinished check of all packages."""


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "target", metavar="FILE", help="Write the verdicts as JSON.")
def main(names: tuple[str, ...], target: str | None) -> None:
    """Check the packages of these names, or all."""
    entries = [entry for entry in read() if not names or entry.name in names]
    if unknown := set(names) - {entry.name for entry in entries}:
        sys.exit(f"no package is called {min(unknown)!r}")
    with TemporaryDirectory() as empty:
        rows = verdicts(entries, Path(empty) if names else STATE)
    if target:
        write_whole(Path(target), as_document("evaluators", rows) + "\n")
    if not names:
        shutil.rmtree(STATE)


def verdicts(entries: Sequence[Entry], state: Path) -> list[dict[str, Any]]:
    """The verdicts on packages as plain values, at each of their sizes. Each is printed at once.

    Packages that are checked on the same hands are checked together.

    Args:
        entries: the packages.
        state: the folder that keeps the verdicts. Those in it are not reached again, unless the
            package, its adapter or its entry has changed. An error is tried again, too.
    """
    state.mkdir(parents=True, exist_ok=True)
    rows: dict[Path, dict[str, Any]] = {}
    groups: dict[tuple[Scope, Limits], dict[str, tuple[Entry, Path]]] = {}
    for entry in entries:
        for size in entry.cards:
            file = state / _file_name(entry, size)
            rows[file] = json.loads(file.read_text()) if file.exists() else {}
            scope = entry.scope(size)
            if rows[file]:
                continue
            if isinstance(scope, Showdowns):
                rows[file] = _kept(file, entry, scope.held(entry.name, entry.command))
                click.echo("{name}, {scope}: {status}\n  {message}".format(**rows[file]).rstrip())
            else:
                group = groups.setdefault((scope, Limits(entry.timeout)), {})
                group[entry.place] = entry, file
    for (scope, limits), group in groups.items():
        for verdict in check(list(group), scope, limits=limits):
            entry, file = group[verdict.name]
            verdict.name = entry.name
            _print(verdict)
            rows[file] = _kept(file, entry, verdict.as_json())
    return list(rows.values())


def _kept(file: Path, entry: Entry, verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict with the version, the date and the promise; it is kept, unless it is an error."""
    is_documented = verdict["cards"] in entry.documented
    date = machine()["date"]
    row = verdict | {"documented": is_documented, "date": date, "version": entry.about["version"]}
    if verdict["status"] in (EQUIVALENT, NOT_EQUIVALENT, NO_FAULT, FAULTS):
        write_whole(file, json.dumps(row))
    return row


def _file_name(entry: Entry, size: int) -> str:
    """A name that changes with all that a verdict depends on."""
    root = entry.folder.parents[1]
    files = [*entry.folder.iterdir(), *root.glob("answering.*"), root / "run"]
    digest = sha256(f"{entry} {entry.scope(size)} {sys.version}".encode())
    for file in sorted(file for file in files if file.is_file()):
        digest.update(file.read_bytes())
    return f"{entry.folder.name}-{size}-{digest.hexdigest()[:12]}.json"


def _print(verdict: Verdict) -> None:
    """Print a verdict in a line and, if it is not equivalent, the faults."""
    out = terminal.console()
    words, colour = terminal.STATUS[verdict.status]
    out.print(f"{verdict.name}, {verdict.scope}: {words}", style=colour)
    if verdict.status != EQUIVALENT:
        for line in [*terminal.details(verdict)][1:]:
            out.print(line)


if __name__ == "__main__":
    main()
