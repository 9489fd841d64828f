"""Compare a run of the field with the committed one: ``python -m field.compare VERDICTS``.

Prints what differs: packages, versions, verdicts, digests, and the numbers of wrong showdowns.
Exit code 1 if something does.
"""

import json
import sys
from pathlib import Path
from typing import Any

import click

from field.entries import FIELD
from field.results import RUNS

COMPARED = (
    *("status", "scope", "hands", "classes", "digest", "documented"),
    *("reversed", "false_ties", "false_wins", "showdowns", "witness"),
)


def rows(file: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """The verdicts of a run, by package and number of cards, without what time changes."""
    found = {}
    for verdict in json.loads(file.read_text())["evaluators"]:
        kept = {key: verdict[key] for key in COMPARED}
        found[verdict["name"], verdict["cards"]] = kept | {"version": verdict["about"]["version"]}
    return found


def differences(before: Path, after: Path) -> list[str]:
    """A line for each verdict that differs."""
    old, new = rows(before), rows(after)
    lines = []
    for key in sorted(old.keys() | new.keys()):
        name, cards = key
        changed = [
            f"{what} {old[key][what]} is now {new[key][what]}"
            for what in (*COMPARED, "version")
            if key in old and key in new and old[key][what] != new[key][what]
        ]
        if key not in old or key not in new:
            changed = ["only in this run" if key in new else "not in this run"]
        if changed:
            lines.append(f"{name}, {cards} cards: {'; '.join(changed)}")
    return lines


def main(after: Path) -> None:
    """Compare, print, and exit."""
    before = FIELD.parent / RUNS / "verdicts.json"
    if not before.exists():
        click.echo("there is no committed run to compare with")
        return
    lines = differences(before, after)
    for line in lines:
        click.echo(line)
    verdicts = f"{len(rows(after))} verdicts"
    click.echo(f"{verdicts}: {len(lines)} differ from the committed run" if lines else
               f"{verdicts}, the same as in the committed run")  # fmt: skip
    sys.exit(bool(lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
