"""Give each package an environment of its own, from its lock file: ``python -m field.install``.

A package that cannot be installed is named and left out; its rows of the table say so, too.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from evaluators.cards import format_hand
from field.entries import FIELD, GAMES, Entry, left_out, named
from harness.hands.scopes import usual

NPM = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
NPM_LOCK, PIP_LOCK = "package-lock.json", "requirements.txt"
NEEDED = "registry", "version", "language", "calls", "promise"
"""What an entry has to say about its package."""
REGISTRIES = "PyPI", "npm"
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
    for rules in GAMES.values():
        (folder / rules.name).mkdir(parents=True, exist_ok=True)
        for size in rules.sizes:
            hands = map(format_hand, usual(size, rules=rules).examples.values())
            text = "".join(f"{hand}\n" for hand in hands)
            (folder / rules.name / f"{size}.txt").write_text(text)


def install(folder: Path) -> str:
    """Install a package, unless its lock and its Python are unchanged; return why it failed."""
    is_npm = (folder / NPM_LOCK).exists()
    lock = folder / (NPM_LOCK if is_npm else PIP_LOCK)
    stamp = folder / ".installed"
    of_python = (folder / PYTHON).read_bytes() if (folder / PYTHON).exists() else b""
    wanted = hashlib.sha256(lock.read_bytes() + of_python).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    stamp.unlink(missing_ok=True)
    (folder / ".problem").write_text("its installation was interrupted\n")
    pip = in_environment(folder, "--require-hashes", "--no-deps", "--requirement", str(lock))
    problem = failure([NPM] if is_npm else pip, folder)
    if not problem:
        stamp.write_text(wanted)
    (folder / ".problem").write_text(f"{problem}\n")
    return problem


def in_environment(folder: Path, *what: str) -> list[list[str]]:
    """The commands that make a folder's virtual environment, and install something into it."""
    python, version = str(folder / ".venv/bin/python"), folder / PYTHON
    base = f"python{version.read_text().strip()}" if version.exists() else sys.executable
    return [
        [base, "-m", "venv", "--clear", str(folder / ".venv")],
        [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *what],
    ]


def problems(entry: Entry) -> Iterator[str]:
    """What is wrong with an entry and with the lock file in its folder, in words."""
    about, folder = entry.about, entry.folder
    if missing := [name for name in NEEDED if not isinstance(about.get(name), str)]:
        yield f"field.toml: {entry.name} lacks {', '.join(missing)}, which are texts"
        return
    if about["registry"] not in REGISTRIES:
        yield f"field.toml: {entry.name}: registry is {' or '.join(REGISTRIES)}"
    if {type(n) for n in (*entry.cards, *entry.documented)} - {int}:
        yield f"field.toml: {entry.name}: cards and documented are lists of numbers"
    if not all(str(n).isdecimal() and n for n in entry.sample.values()):
        yield f"field.toml: {entry.name}: sample has a number of hands, as in {{ 7 = 500_000 }}"
    if entry.name in [each["name"] for each in left_out()]:
        yield f"field.toml: {entry.name} is also among those that are left out"
    version = folder / PYTHON
    if version.exists() and not re.fullmatch(r"3\.\d+\s*", version.read_text()):
        yield f"{folder.name}/{PYTHON}: write a version such as 3.13"
    is_npm = about["registry"] == "npm"
    lock = folder / (NPM_LOCK if is_npm else PIP_LOCK)
    for file in (lock, folder / ("adapter.mjs" if is_npm else "adapter.py")):
        if not file.exists():
            yield f"{folder.name}/{file.name} is missing"
    if lock.exists():
        for line in _of_lock(entry, lock.read_text()):
            yield f"{folder.name}/{lock.name}: {line}"


def _of_lock(entry: Entry, text: str) -> Iterator[str]:
    """What is wrong with a lock file: another version, a line without a hash, an address."""
    name, version = entry.name, entry.about["version"]
    if entry.about["registry"] == "npm":
        packages = json.loads(text)["packages"]
        locked = packages.get(f"node_modules/{name}", {}).get("version")
        each = [package for path, package in packages.items() if path]
        hashed = [package for package in each if package.get("integrity", "").startswith("sha512-")]
        has_address = any("resolved" in package for package in each)
    else:
        normal = re.sub("[-_.]+", "-", name.lower())
        pins = dict(re.findall(r"(?m)^([\w.-]+)(?:\[.*\])?==(\S+)", text.lower()))
        locked, each = pins.get(normal), [*pins]
        hashed = re.findall(r"(?m)^\S+==\S+(?: ;.*)? \\\n    --hash=sha256:", text)
        has_address = "://" in text
        if option := re.search(r"(?m)^--\S+", text):
            yield f"it has the option {option[0]}"
    if locked != version.lower():
        yield f"it has {name} {locked}, field.toml has {version}"
    if len(hashed) < len(each):
        yield f"{len(each) - len(hashed)} of {len(each)} packages have no hash"
    if has_address:
        yield "it has the address of a registry"


def failure(steps: list[list[str]], folder: Path) -> str:
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
            lines = (done.stderr or done.stdout).strip().splitlines() or ["no reason was given"]
            said = next((line for line in lines if line.startswith("ERROR: ")), lines[-1])
            return f"{Path(step[0]).name} cannot install it: {said.removeprefix('ERROR: ')}"
    return ""


def can_be_offline() -> bool:
    """True if a process can be started without a network, as `run` does."""
    ways = (["--net"], ["--map-root-user", "--net"]) if shutil.which("unshare") else ()
    commands = (["unshare", *options, "true"] for options in ways)
    runs = (subprocess.run(command, capture_output=True, check=False) for command in commands)
    return any(not done.returncode for done in runs)


if __name__ == "__main__":
    main(sys.argv[1:])
