"""Would a test notice if a line were wrong? A sample of mutants: ``make mutants``.

A mutant is this project with one small change, made by Cosmic Ray: another operator, a number one
higher, a loop that never runs. Places in the code are drawn with a seed, and one of the changes
that are possible at each. First the tests of the changed file run, then those of its room. A mutant
that all let pass survives: a test is missing, or it means the same as the original. A person has to
look at each survivor.

First, all tests have to pass without a change, and each mutant has to compile. Else a failure would
say nothing about the tests.
"""

import ast
import os
import signal
import subprocess
import sys
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import perf_counter

import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
ROOMS = {"evaluators": ROOT / "evaluators"} | {
    file.parent.name: file.parent for file in sorted(ROOT.glob("harness/*/__init__.py"))
}
"""The folders whose mutants are counted together."""
A_ROOM, JOBS = 12, 2
SECONDS, LONGER, LONGEST = 30.0, 4, 900.0
"""After so many seconds, and so many times the seconds without a change, tests count as failed: a
loop may never end. Without a change, they may take so long."""
NO_CHANGE = "core/NoOp", "core/RemoveDecorator"
"""What changes nothing; without a `cache`, for one, code is slower and means the same."""
QUICK = "not thorough and not all_hands"
"""The marks of the tests that run."""


@dataclass(frozen=True)
class Mutant:
    """A file with a change.

    Attributes:
        file: the file, from the folder of the project.
        line: the number of the changed line.
        before: the line as it was.
        after: the line with the change.
        source: the whole file with the change.
    """

    file: str
    line: int
    before: str
    after: str
    source: str


def mutant(file: str, operator: str, occurrence: int) -> Mutant:
    """The mutant that an operator of Cosmic Ray makes at one of its places."""
    old = (ROOT / file).read_text()
    new = str(mutate_code(old, get_operator(operator)(), occurrence))
    lines = old.splitlines(), new.splitlines()
    changes = SequenceMatcher(None, *lines, autojunk=False).get_opcodes()
    _, start, stop, first, last = next(change for change in changes if change[0] != "equal")
    before, after = (
        " ".join(map(str.strip, part)) for part in (lines[0][start:stop], lines[1][first:last])
    )
    return Mutant(file, start + 1, before, after, new)


def changes(file: str) -> Iterator[list[tuple[str, str, int]]]:
    """For each place of a file where something can be changed, the arguments of `mutant`."""
    source = (ROOT / file).read_text()
    nodes = list(ast_nodes(get_ast(source)))
    skipped = set(_annotations(source))
    places = defaultdict(list)
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments() or name in NO_CHANGE:
            continue
        positions = [place for node in nodes for place in operator().mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            if start[0] not in skipped:
                places[start, name.partition("_")[0]].append((file, name, occurrence))
    for key in sorted(places):
        yield places[key]


def _annotations(source: str) -> Iterator[int]:
    """The lines of annotations, whose change no test could see."""
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            if isinstance(part := getattr(node, name, None), ast.expr):
                yield from range(part.lineno, (part.end_lineno or part.lineno) + 1)


def sample(files: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """One mutant that compiles for each of some places, drawn with a seed."""
    random = Random(seed)
    places = [place for file in files for place in changes(file)]
    random.shuffle(places)
    choices = (
        [made for arguments in place if compiles(made := mutant(*arguments))] for place in places
    )
    return list(islice((random.choice(made) for made in choices if made), count))


def compiles(mutant: Mutant) -> bool:
    """Whether a mutant is a program; ``if not a := b:`` is not."""
    with warnings.catch_warnings(action="ignore", category=SyntaxWarning), suppress(SyntaxError):
        compile(mutant.source, mutant.file, "exec")
        return True
    return False


def own_tests(file: str) -> list[str]:
    """The tests of a file, its doctests, and those of all files with its name in the strategies."""
    path = Path(file)
    own = Path("tests", path.parent, f"test_{path.name}")
    alike = Path("tests/evaluators", path.stem, f"test_{path.name}")
    chosen = [own, path, alike] if path.parts[0] == "evaluators" else [own, path]
    return [str(test) for test in chosen if (ROOT / test).exists()]


def tests_of(room: str) -> str:
    """The tests of a room."""
    return str("tests" / ROOMS[room].relative_to(ROOT))


def dies(mutant: Mutant, room: str, seconds: Mapping[str, float], folder: Path) -> bool:
    """Whether a test fails in a copy with the change: a test of the file, or one of its room.

    Args:
        mutant: the change.
        room: the room of the file.
        seconds: how long each of these tests takes without a change.
        folder: the copy.
    """
    changed = folder / mutant.file
    original = changed.read_text()
    changed.write_text(mutant.source)
    try:
        return any(
            not passes(test, folder, SECONDS + LONGER * seconds[test])
            for test in [*own_tests(mutant.file), tests_of(room)]
        )
    finally:
        changed.write_text(original)


def passes(test: str, folder: Path, limit: float) -> bool:
    """Whether the tests of a file or folder pass in a copy of the project, within a time limit."""
    options = "-x", "-q", "-m", QUICK, "-p", "no:cacheprovider"
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, test],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit) in (0, 5)  # 5: there is no test
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@click.command()
@click.option("--seed", default=1, help="Of the sample. [1]")
@click.option("--count", default=A_ROOM, help=f"Mutants of each room. [{A_ROOM}]")
@click.argument("rooms", nargs=-1)
def main(seed: int, count: int, rooms: Sequence[str]) -> None:
    """Sample mutants of ROOMS, run the tests of each, and print which survive."""
    began = perf_counter()
    chosen = {
        room: sample(
            [str(file.relative_to(ROOT)) for file in sorted(ROOMS[room].rglob("*.py"))], count, seed
        )
        for room in rooms or ROOMS
    }
    needed = {tests_of(room) for room in chosen}
    needed |= {test for drawn in chosen.values() for m in drawn for test in own_tests(m.file)}
    copies = SimpleQueue[Path]()

    def in_a_copy(work: Callable[[Path], bool]) -> bool:
        folder = copies.get()
        try:
            return work(folder)
        finally:
            copies.put(folder)

    def timed(test: str) -> float:
        """The seconds that a test takes without a change; 0 if it fails."""
        start = perf_counter()
        has_passed = in_a_copy(partial(passes, test, limit=LONGEST))
        return (perf_counter() - start) * has_passed

    with TemporaryDirectory() as root, ThreadPoolExecutor(JOBS) as pool:
        for job in range(JOBS):
            folder = Path(root, str(job))
            copytree(ROOT, folder, ignore=ignore_patterns(".*", "local", "__pycache__"))
            copies.put(folder)
        seconds = dict(zip(sorted(needed), pool.map(timed, sorted(needed))))
        if failing := [test for test, took in seconds.items() if not took]:
            raise click.ClickException(f"without a change, these fail: {', '.join(failing)}")
        died = {
            room: pool.map(lambda m, room=room: in_a_copy(partial(dies, m, room, seconds)), drawn)
            for room, drawn in chosen.items()
        }
        alive, mutants = 0, 0
        for room, drawn in chosen.items():
            survivors = [mutant for mutant, is_dead in zip(drawn, died[room]) if not is_dead]
            show(room, len(drawn), len(survivors))
            for mutant in survivors:
                click.echo(f"  {mutant.file}:{mutant.line}")
                click.echo(f"    - {mutant.before}\n    + {mutant.after}")
            alive, mutants = alive + len(survivors), mutants + len(drawn)
    show("all", mutants, alive)
    click.echo(f"seed {seed}, {perf_counter() - began:,.0f} seconds, {JOBS} processes")


def show(room: str, mutants: int, alive: int) -> None:
    """Print a line with the share of the mutants that died."""
    died = mutants - alive
    click.echo(f"{room:<12}{died:>5} of {mutants:>3} mutants died{died / max(1, mutants):>8.1%}")


if __name__ == "__main__":
    main()
