"""Check the packages: ``python -m field.check [NAME]... [--json FILE]``.

The file keeps each verdict as soon as it is known. What has not changed since is not checked again:
an interrupted check goes on where it stopped, and of a list with a new package, that is checked.
"""

import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import click

from field.entries import FIELD, Entry, named
from field.install import NPM_LOCK, PIP_LOCK, PYTHON
from harness.adapters import ranking
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import NOT_INSTALLED
from harness.cli.common import write_document
from harness.hands.scopes import Scope
from harness.processes.limits import Limits
from harness.processes.machine import machine
from harness.processes.visible import visible

LISTS = "families", "failures"
"""The parts of a verdict that the page does not read, most of its size."""
OWN = "adapter.py", "adapter.mjs", PIP_LOCK, NPM_LOCK, PYTHON
"""The files of a package that its verdict depends on."""


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "target", metavar="FILE", help="Keep the verdicts, and check what changed.")
def main(names: tuple[str, ...], target: str | None) -> None:
    """Check the packages of these names, or all."""
    verdicts(named(names), Path(target) if target else None)


def verdicts(entries: Sequence[Entry], file: Path | None = None) -> list[dict[str, Any]]:
    """The verdicts on packages as plain values, at each of their sizes. New ones are printed.

    Packages that are checked on the same hands are checked together.

    Args:
        entries: the packages.
        file: the file that keeps the verdicts.
    """
    rows: dict[tuple[str, str, int], dict[str, Any]] = {}
    try:
        for row in json.loads(file.read_text())["evaluators"] if file and file.exists() else ():
            rows[row["name"], row["rules"], row["cards"]] = row
    except (ValueError, LookupError, TypeError):
        sys.exit(f"{file} is there, and is not a file of these verdicts")
    groups: dict[tuple[Scope, Limits], dict[str, Entry]] = {}
    for entry in entries:
        for size in entry.cards:
            row = rows.get((entry.name, entry.rules.name, size), {})
            if row.get("code") == code_of(entry, size):
                row["documented"] = size in entry.documented
            else:
                group = groups.setdefault((entry.scope(size), Limits(entry.timeout)), {})
                group[entry.place] = entry
    for (scope, limits), group in groups.items():
        for verdict in verdicts_on(group, scope, limits=limits):
            entry = group[verdict.name]
            verdict.name = entry.name
            click.echo(visible(repr(verdict)))
            rows[entry.name, entry.rules.name, scope.size] = _row(entry, verdict.as_json())
            if file:
                write_document(file, "evaluators", [*rows.values()])
    return [rows[entry.name, entry.rules.name, size] for entry in entries for size in entry.cards]


def _row(entry: Entry, verdict: dict[str, Any]) -> dict[str, Any]:
    """A verdict with the promise, the date, the version and the code; without lists of classes."""
    kept = {name: value for name, value in verdict.items() if name not in LISTS}
    size, is_there = verdict["cards"], verdict["status"] != NOT_INSTALLED
    return kept | {
        "documented": size in entry.documented,
        "date": machine()["date"],
        "version": entry.about["version"],
        "code": code_of(entry, size) if is_there else "",
    }


def code_of(entry: Entry, size: int) -> str:
    """A hash of all that a verdict depends on, but for the check itself."""
    sample, version = entry.sample.get(str(size)), entry.about["version"]
    digest = sha256(repr((version, entry.rules.name, size, sample, entry.timeout)).encode())
    files = [*sorted(FIELD.glob("answering.*")), FIELD / "run", Path(ranking.__file__)]
    for path in (*files, *(entry.folder / name for name in OWN)):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()[:12]


if __name__ == "__main__":
    main()
