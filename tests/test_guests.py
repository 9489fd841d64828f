"""The page for contributors, to the letter: what it adds to a copy of this project stays green.

The examples of an evaluator, a library's adapter and a game are taken from the blocks of the page.
"""

import os
import re
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
STEP = re.compile(r"(?:`(\w+)` in )?`([\w/]+\.\w+)`:\n\n```\w+\n(.*?)```", re.DOTALL)
"""A table of a file, or a new file, and the block of the page below: its lines, or its content."""
LIBRARY = """
from evaluators.cards import parse_hand
from evaluators.rank_sums import scalar

def rank(*cards):
    return scalar.evaluate([*map(scalar.encode, parse_hand(" ".join(cards)))])
"""
"""The library of the page's adapter, which does not exist."""
METADATA = "Metadata-Version: 2.1\nName: some-library\nVersion: 1.0\n"
SCRIPTS = "allhands", "lint-imports", "mypy", "ruff"
READY = ".venv/ready", ".venv/ready-for-tests"
"""Files that tell make that the environment is there."""

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="a copy has its guests already, and git does not know it"
)


def steps() -> Iterator[tuple[str, str, str]]:
    """For each step of the page that has a block: a table or nothing, a file, and the block."""
    yield from STEP.findall(PAGE.read_text(encoding="utf-8"))


def add(folder: Path, table: str, file: str, block: str) -> None:
    """Do a step: make the file, or add the block at the end of a table of it."""
    path = folder / file
    if not table:
        path.parent.mkdir(exist_ok=True)
        path.write_text(block, encoding="utf-8")
        return
    lines = re.sub(r"(?m)^\+", "", block)
    before, head, rest = re.split(rf"(?m)^({table} = .)$", path.read_text(encoding="utf-8"))
    entries, end, after = re.split(r"(?m)^([])}])", rest, maxsplit=1)
    path.write_text("".join([before, head, entries, lines, end, after]), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this project with its guests, and an environment that finds no other project."""
    folder = tmp_path_factory.mktemp("guests") / "copy"
    listed = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    for step in steps():
        add(folder, *step)
    strategies = folder / "evaluators/__init__.py"
    text = strategies.read_text(encoding="utf-8")
    strategies.write_text(
        text.replace('"equal_pairs", "", "scalar"', '"equal_pairs", "", "scalar arrays"')
    )
    make_environment(folder)
    return folder


def make_environment(folder: Path) -> None:
    """Make the environment of a copy: the packages of this one, but for this project."""
    venv.create(folder / ".venv", symlinks=True)
    here, there = Path(sysconfig.get_path("scripts")), folder / ".venv/bin"
    (packages,) = folder.glob(".venv/lib/python*/site-packages")
    # A line of such a file is a folder; the files of this kind in that folder are not read.
    (packages / "copy.pth").write_text(f"{folder}\n{sysconfig.get_path('purelib')}\n")
    (packages / "some_library.py").write_text(LIBRARY)
    (packages / "some_library-1.0.dist-info").mkdir()
    (packages / "some_library-1.0.dist-info/METADATA").write_text(METADATA)
    for name in SCRIPTS:
        if not (here / name).exists():  # as where the oldest libraries are tested
            continue
        script = (here / name).read_bytes()
        (there / name).write_bytes(script.replace(bytes(here / "python"), bytes(there / "python")))
        (there / name).chmod(0o755)
    for name in READY:
        (folder / name).touch()


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a copy, as somebody who has nothing but that copy."""
    environment = {name: os.environ[name] for name in ("HOME", "PATH")}
    environment["ALLHANDS_CACHE"] = str(folder.parent / "cache")
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_examples_of_the_page_are_right(copy: Path) -> None:
    """Else a reader begins with an evaluator, an adapter or a game that is wrong.

    They are in the copy alone: a copy that ran the original's code would not know them.
    """
    elsewhere = copy.parent
    for options in (
        ("equal-pairs", "some-library"),
        ("--style", "numpy", "equal-pairs"),
        ("--rules", "manila"),
    ):
        done = run(elsewhere, "copy/.venv/bin/allhands", "check", "--sample", "1000", *options)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.thorough
def test_a_copy_with_guests_is_green(copy: Path) -> None:
    """Else who adds an evaluator, a library or a game as the page says is told to do more."""
    done = run(copy, "make", "test")
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
