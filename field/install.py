"""Give each package an environment of its own, from its lock file: ``python -m field.install``.

A package that cannot be installed is named and left out; its rows of the table say so, too.
"""

import hashlib
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import click

from evaluators.cards import format_hand
from evaluators.rules import RULES
from field.entries import FIELD, named
from harness.hands.arrays import examples

NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
NPM_LOCK, PIP_LOCK = "package-lock.json", "requirements.txt"
PYTHON = ".python-version"
"""The file with the version of Python that a package needs, if it is not this one."""
SECONDS = 900
"""The time limit of one step."""


def main(names: list[str]) -> None:
    """Install the packages of these names, in the list or of their folders; or all."""
    write_classes(FIELD / "classes")
    chosen = sorted({entry.folder for entry in named(names)})
    for number, folder in enumerate(chosen, 1):
        problem = install(folder)
        click.echo(f"{number:>2} of {len(chosen)}  {folder.name}: {problem or 'installed'}")
    if not can_be_offline():
        click.echo("the network cannot be cut off here: the packages run with it", err=True)


def write_classes(folder: Path) -> None:
    """Write one hand of each class of each size and game, for the packages that only compare."""
    for rules, size in product(RULES.values(), (5, 6, 7)):
        hands = map(format_hand, examples(size, rules).values())
        (folder / rules.name).mkdir(parents=True, exist_ok=True)
        (folder / rules.name / f"{size}.txt").write_text("".join(f"{hand}\n" for hand in hands))


def install(folder: Path) -> str:
    """Install a package, unless its lock file is unchanged; return why it failed, or nothing."""
    is_npm = (folder / NPM_LOCK).exists()
    lock = folder / (NPM_LOCK if is_npm else PIP_LOCK)
    stamp, wanted = folder / ".installed", hashlib.sha256(lock.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    stamp.unlink(missing_ok=True)
    (folder / ".problem").write_text("its installation was interrupted\n")
    problem = _failure([NPM] if is_npm else _of_pip(folder, lock), folder)
    if not problem:
        stamp.write_text(wanted)
    (folder / ".problem").write_text(f"{problem}\n")
    return problem


def _of_pip(folder: Path, lock: Path) -> list[list[str]]:
    python, version = str(folder / ".venv/bin/python"), folder / PYTHON
    base = f"python{version.read_text().strip()}" if version.exists() else sys.executable
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    return [
        [base, "-m", "venv", "--clear", str(folder / ".venv")],
        [*pip, "--require-hashes", "--no-deps", "--requirement", str(lock)],
    ]


def _failure(steps: list[list[str]], folder: Path) -> str:
    """Do the steps; return why one failed, or nothing."""
    for step in steps:
        if not shutil.which(step[0]):
            return f"there is no {step[0]}"
        try:
            done = subprocess.run(
                step, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"it could not be installed in {SECONDS} seconds"
        if done.returncode:
            lines = (done.stderr or done.stdout).strip().splitlines()
            return f"it cannot be installed: {lines[-1] if lines else 'no reason was given'}"
    return ""


def can_be_offline() -> bool:
    """True if a process can be started without a network, as `run` does."""
    ways = (["--net"], ["--map-root-user", "--net"]) if shutil.which("unshare") else ()
    commands = (["unshare", *options, "true"] for options in ways)
    runs = (subprocess.run(command, capture_output=True, check=False) for command in commands)
    return any(not done.returncode for done in runs)


if __name__ == "__main__":
    main(sys.argv[1:])
