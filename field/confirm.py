"""Run the lines that show each fault: ``python -m field.confirm VERDICTS OUT``.

They use the package alone, in its environment, without our code. The JSON has what they print, by
package folder; and which tests notice the faults of a package that is wrong by the standard rules.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import click

from evaluators.cache import write_whole
from evaluators.rules import STANDARD
from field.caught import caught
from field.entries import FIELD
from field.results import WRONG, packages
from harness.adapters.commands import NOT_FOUND
from harness.checking.statuses import ERROR, NOT_EQUIVALENT

SECONDS = 60


def confirmed() -> dict[str, str]:
    """The text that the lines print, by the folder of the package."""
    printed = {}
    for file in sorted((FIELD / "packages").glob("*/fault.toml")):
        text = printed_by(file.parent)
        if text is None:
            click.echo(f"{file.parent.name} is not installed", err=True)
        else:
            printed[file.parent.name] = text
    return printed


def printed_by(folder: Path) -> str | None:
    """The text that the lines of a package print; None if it is not installed."""
    done = subprocess.run(
        [str(FIELD / "run"), str(folder), "--fault"], capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    if done.returncode not in (0, NOT_FOUND):
        sys.exit(f"{folder.name}: its lines fail: {done.stderr.strip()[-300:]}")
    return None if done.returncode else done.stdout


def tools() -> dict[str, str]:
    """The versions of the programs that run and compile the packages, in their own words."""
    found = {"python": sys.version.split()[0]}
    for name in ("node", "cc"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
            found[name] = said.stdout.splitlines()[0]
    return found


def noticed(verdicts: Path) -> dict[str, dict[int, dict[str, bool]]]:
    """The tests that notice the faults of wrong packages, by folder and number of cards."""
    return {
        package.folder.name: {
            size: caught(package, size, verdict["key_that_wins_was_found_out"] == "lower")
            for size, verdict in package.verdicts.items()
            if verdict["documented"] and verdict["status"] in (NOT_EQUIVALENT, ERROR)
        }
        for package in packages(verdicts)
        if (package.status, package.rules) == (WRONG, STANDARD)
    }


def main(verdicts: Path, target: Path) -> None:
    """Write the printed texts, the tests, and the versions of the programs that ran, as JSON."""
    document = {"tools": tools(), "printed": confirmed(), "noticed": noticed(verdicts)}
    write_whole(target, json.dumps(document, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
