"""Check newer versions of the packages: ``python -m field.newer [NAME]...``.

The newest version of each package is installed in a copy of its folder, with the newest versions
of what it needs, and checked as the list says. What the committed run found stands beside. The
list does not change. ``--version`` names another one, for one package.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from field.check import verdicts
from field.entries import FIELD, SAMPLE, Entry, named
from field.install import NPM, PYTHON, failure, in_environment, write_classes
from field.results import RUNS, WORDS, Package, cell, packages

SHARED = "run", "answering.py", "answering.mjs", "classes"
"""What adapters need from the folder above theirs."""


def newest(entry: Entry) -> str:
    """The newest version of a package in its registry, releases alone; empty if there is none."""
    if entry.about["registry"] == "npm":
        command = ["npm", "view", entry.name, "version"]
    else:
        command = [sys.executable, "-m", "pip", "index", "versions", entry.name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"^(?:\S+ \()?([\w.+-]+)\)?$", done.stdout, re.MULTILINE)
    return found[1] if found and not done.returncode else ""


def installed(root: Path, entry: Entry, version: str) -> tuple[Path, str]:
    """A copy of a package's folder with another version, and why it could not be installed."""
    for name in SHARED:
        (root / "field" / name).symlink_to(FIELD / name)
    for name in ("harness", "evaluators"):
        (root / name).symlink_to(FIELD.parent / name)
    folder, old = root / "field/packages" / entry.folder.name, entry.about["version"]
    shutil.copytree(
        entry.folder, folder, ignore=shutil.ignore_patterns(".*", "node_modules", "*-lock.json")
    )
    if (entry.folder / PYTHON).exists():
        shutil.copy(entry.folder / PYTHON, folder)
    wanted = folder / ("package.json" if entry.about["registry"] == "npm" else "requirements.in")
    wanted.write_text(wanted.read_text().replace(old, version))
    if wanted.suffix == ".json":
        problem = failure([["npm", "install", *NPM[2:]]], folder)
    else:
        problem = failure(in_environment(folder, "--requirement", str(wanted)), folder)
    (folder / ".problem").write_text(f"{problem}\n") if problem else (folder / ".installed").touch()
    return folder, problem


def compared(entries: Sequence[Entry], version: str) -> Iterator[str]:
    """For each game of a package, its verdicts in the list's version and in another one."""
    run = packages(FIELD.parent / RUNS / "verdicts.json")
    with TemporaryDirectory() as root:
        (Path(root) / "field/packages").mkdir(parents=True)
        folder, problem = installed(Path(root), entries[0], version)
        if problem:
            yield problem
            return
        for entry in entries:
            about = entry.about | {"version": version}
            moved = replace(entry, folder=folder, about=about)
            rows = verdicts([moved])
            now = Package(**vars(moved), verdicts={row["cards"]: row for row in rows})
            before = [old for old in run if (old.name, old.rules) == (entry.name, entry.rules)]
            for size in entry.cards:
                old = cell(before[0], size) if before else "-"
                yield f"{WORDS[size]}{entry.rules.of_game}: {old} before, {cell(now, size)} now"


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--version", "other", metavar="VERSION", help="Check this version, not the newest.")
@click.option("--quick", is_flag=True, help=f"Check {SAMPLE:,} hands of each number of cards.")
def main(names: tuple[str, ...], other: str | None, quick: bool) -> None:
    """Check the newest versions of the packages of these names, or of all."""
    write_classes(FIELD / "classes")
    entries = [entry.quick() if quick else entry for entry in named(names)]
    groups = [[*group] for _, group in groupby(entries, lambda entry: entry.folder)]
    if other and len(groups) != 1:
        raise click.UsageError("--version is of one package: name it")
    same = 0
    for entries in groups:
        name, old = entries[0].name, entries[0].about["version"]
        version = other or newest(entries[0])
        if not version or version == old:
            same += 1
            if not version:
                click.echo(f"{name}: its registry does not say its newest version", err=True)
            continue
        lines = [*compared(entries, version)]
        click.secho(f"{name} {old} -> {version}", bold=True)
        click.echo("\n".join(f"  {line}" for line in lines))
    if same:
        click.echo(f"{same} of {len(groups)} have no newer version")


if __name__ == "__main__":
    main()
