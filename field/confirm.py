"""Run the lines that show each fault, in its environment: ``python -m field.confirm OUT``.

They use the package alone, without our code. The JSON has what they print, by package folder.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import click

from evaluators.cache import write_whole
from field.entries import FIELD
from harness.adapters.commands import NOT_FOUND

SECONDS = 60


def confirmed() -> dict[str, str]:
    """The text that the lines print, by the folder of the package."""
    printed = {}
    for file in sorted((FIELD / "packages").glob("*/fault.toml")):
        folder = file.parent
        done = subprocess.run(
            [str(FIELD / "run"), str(folder), "--fault"], capture_output=True, text=True,
            timeout=SECONDS, check=False,
        )  # fmt: skip
        if done.returncode == NOT_FOUND:
            click.echo(f"{folder.name} is not installed", err=True)
            continue
        if done.returncode:
            sys.exit(f"{folder.name}: its lines fail: {done.stderr.strip()[-300:]}")
        printed[folder.name] = done.stdout
    return printed


def tools() -> dict[str, str]:
    """The versions of the programs that run and compile the packages, in their own words."""
    found = {"python": sys.version.split()[0]}
    for name in ("node", "cc"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=False)
            found[name] = said.stdout.splitlines()[0]
    return found


def main(target: Path) -> None:
    """Write the printed texts, and the versions of the programs that ran, as JSON."""
    document = {"tools": tools(), "printed": confirmed()}
    write_whole(target, json.dumps(document, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
