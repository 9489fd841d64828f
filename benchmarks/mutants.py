"""Would a test notice if a line were wrong? A sample of mutants: ``make mutants``.

A mutant is this project with one small change, made by Cosmic Ray: another operator, a number one
higher, a loop that never runs. The tests of the changed file should fail. Places in the code are
drawn with a seed, and one of the changes that are possible at each. A mutant that all tests let
pass survives: it means the same as the original, or a test is missing. `EQUAL` has those that mean
the same, with the reason; they count as survivors.

First, all tests have to pass without a change, and each mutant has to compile. Else a failure would
say nothing about the tests.
"""

import ast
import os
import signal
import subprocess
import sys
import warnings
from collections import Counter, defaultdict
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

from benchmarks.equal_mutants import EQUAL

ROOT = Path(__file__).parent.parent
ROOMS: dict[str, tuple[str, Sequence[str]]] = {
    "strategies": ("evaluators/**/*.py", ("test_evaluators", "test_published", "arrays")),
    "hands": ("harness/hands/*.py", ("hands",)),
    "processes": ("harness/processes/*.py", ("processes",)),
    "adapters": ("harness/adapters/*.py", ("adapters", "checking/test_check_here")),
    "checking": (
        "harness/checking/*.py",
        ("checking/test_check_here", "checking/test_examination", "checking/test_judgement"),
    ),
    "timing": ("harness/timing/*.py", ("timing",)),
    "teaching": ("harness/teaching/**/*.py", ("teaching/grader/test_grade",)),
    "table": ("harness/table/*.py", ("table",)),
    "reporting": ("harness/reporting/**/*.py", ("reporting",)),
    "testing": ("harness/testing/*.py", ("checking/test_check_here",)),
    "cli": ("harness/cli/*.py", ("cli/test_cli", "cli/test_bench", "cli/test_grade")),
}
"""The files of each room, whose mutants are counted together, and the tests that all of them have.

Those of each file itself run first.
"""
A_ROOM = 12
SECONDS, LONGER = 30.0, 4
"""After so many seconds, and so many times the seconds without a change, tests count as failed: a
loop may never end."""
NO_CHANGE = "cache", "lru_cache", "overload", "dataclass"
"""Decorators without which code means the same, and is slower or less strict."""
QUICK = "not thorough and not all_hands"
"""The marks of the tests that run."""


@dataclass(frozen=True)
class Mutant:
    """A file with a change.

    Attributes:
        file: the file, from the folder of the project.
        function: the function, the class or the constant in which the change is.
        operator: what makes the change, without its variants: ``NumberReplacer``.
        line: the number of the changed line.
        before: the line as it was.
        after: the line with the change.
        source: the whole file with the change.
    """

    file: str
    function: str
    operator: str
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
    kind = operator.removeprefix("core/").partition("_")[0]
    return Mutant(file, _function_at(old, start + 1), kind, start + 1, before, after, new)


def _function_at(source: str, line: int) -> str:
    """The names of the class, the function or the constant that a line is in."""
    names: list[str] = []
    node: ast.AST = ast.parse(source)
    while inner := next(
        (
            child
            for child in ast.iter_child_nodes(node)
            if getattr(child, "lineno", line + 1) <= line <= (getattr(child, "end_lineno", 0) or 0)
        ),
        None,
    ):
        if isinstance(inner, ast.ClassDef | ast.FunctionDef):
            names.append(inner.name)
        elif isinstance(inner, ast.Assign | ast.AnnAssign) and not names:
            targets = inner.targets if isinstance(inner, ast.Assign) else [inner.target]
            names.append(ast.unparse(targets[0]))
        node = inner
    return ".".join(names)


def changes(file: str) -> Iterator[list[tuple[str, str, int]]]:
    """For each place of a file where something can be changed, the arguments of `mutant`."""
    source = (ROOT / file).read_text()
    nodes = list(ast_nodes(get_ast(source)))
    skipped = set(_without_meaning(source))
    places = defaultdict(list)
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments() or name == "core/NoOp":
            continue
        positions = [place for node in nodes for place in operator().mutation_positions(node)]
        for occurrence, (start, _) in enumerate(positions):
            if start[0] not in skipped:
                places[start, name.partition("_")[0]].append((file, name, occurrence))
    for key in sorted(places):
        yield places[key]


def _without_meaning(source: str) -> Iterator[int]:
    """The lines whose change no test could see.

    These are annotations, imports for type checkers, and decorators in `NO_CHANGE`.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from range(node.lineno, node.body[-1].lineno + 1)
        annotations = [getattr(node, name, None) for name in ("annotation", "returns")]
        decorators = [
            decorator
            for decorator in getattr(node, "decorator_list", ())
            if ast.unparse(decorator).partition("(")[0] in NO_CHANGE
        ]
        for part in (*annotations, *decorators):
            if isinstance(part, ast.expr):
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
    with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
        try:
            compile(mutant.source, mutant.file, "exec")
        except SyntaxError:
            return False
    return True


def reason(mutant: Mutant) -> str:
    """Why a mutant means the same as the original, if it is known to."""
    return EQUAL.get((mutant.file, mutant.function, mutant.operator), "")


def own_tests(file: str) -> list[str]:
    """The tests of a file, its doctests, and those of all files with its name in the strategies."""
    path = Path(file)
    own = Path("tests", path.parent, f"test_{path.name}")
    alike = Path("tests/evaluators", path.stem, f"test_{path.name}")
    if path.stem == "lesson":
        alike = Path("tests/test_lessons.py")
    chosen = [own, path, alike] if path.parts[0] == "evaluators" else [own, path]
    return [str(test) for test in chosen if (ROOT / test).exists()]


def tests_of(room: str) -> list[str]:
    """The tests that all files of a room have."""
    folder = "tests/evaluators" if room == "strategies" else "tests/harness"
    paths = [f"{folder}/{name}" for name in ROOMS[room][1]]
    return [path if (ROOT / path).is_dir() else f"{path}.py" for path in paths]


def dies(mutant: Mutant, tests: Sequence[str], seconds: Mapping[str, float], folder: Path) -> bool:
    """Whether a test fails in a copy with the change: a test of the file, or one of `tests`.

    Args:
        mutant: the change.
        tests: further tests.
        seconds: how long each of all these tests takes without a change.
        folder: the copy.
    """
    first = [test for test in own_tests(mutant.file) if test not in tests]
    changed = folder / mutant.file
    original = changed.read_text()
    changed.write_text(mutant.source)
    try:
        return any(
            not passes(test, folder, SECONDS + LONGER * seconds[test]) for test in [*first, *tests]
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
@click.option("--jobs", default=2, help="Processes. [2]")
@click.argument("rooms", nargs=-1)
def main(seed: int, count: int, jobs: int, rooms: Sequence[str]) -> None:
    """Sample mutants of ROOMS, run the tests of each, and print which survive."""
    began = perf_counter()
    chosen = {
        room: sample(
            [str(file.relative_to(ROOT)) for file in sorted(ROOT.glob(files))], count, seed
        )
        for room, (files, _) in ROOMS.items()
        if room in (rooms or ROOMS)
    }
    queue = SimpleQueue[Path]()
    with TemporaryDirectory() as root, ThreadPoolExecutor(jobs) as pool:
        for job in range(jobs):
            folder = Path(root, str(job))
            copytree(ROOT, folder, ignore=ignore_patterns(".*", "local", "__pycache__"))
            queue.put(folder)

        def in_a_copy(work: Callable[[Path], bool]) -> bool:
            folder = queue.get()
            try:
                return work(folder)
            finally:
                queue.put(folder)

        def timed(test: str) -> float:
            """The seconds that a test takes without a change; 0 if it fails."""
            start = perf_counter()
            has_passed = in_a_copy(partial(passes, test, limit=600.0))
            return (perf_counter() - start) * has_passed

        needed = {test for room in chosen for test in tests_of(room)}
        needed |= {test for drawn in chosen.values() for m in drawn for test in own_tests(m.file)}
        seconds = dict(zip(sorted(needed), pool.map(timed, sorted(needed))))
        if failing := [test for test, took in seconds.items() if not took]:
            raise click.ClickException(f"without a change, these fail: {', '.join(failing)}")

        def died(mutant: Mutant, tests: Sequence[str]) -> bool:
            return in_a_copy(partial(dies, mutant, tests, seconds))

        results = {
            room: pool.map(partial(died, tests=tests_of(room)), drawn)
            for room, drawn in chosen.items()
        }
        total: Counter[str] = Counter()
        click.echo(_row("room", Counter()))
        for room, drawn in chosen.items():
            alive = [mutant for mutant, is_dead in zip(drawn, results[room]) if not is_dead]
            equal = sum(bool(reason(mutant)) for mutant in alive)
            counts = Counter(mutants=len(drawn), died=len(drawn) - len(alive), equal=equal)
            total += counts
            click.echo(_row(room, counts))
            for mutant in alive:
                where = f"{mutant.file}:{mutant.line} {mutant.function} {mutant.operator}"
                click.echo(f"  {where}: {reason(mutant) or 'SURVIVED'}")
                click.echo(f"    - {mutant.before}\n    + {mutant.after}")
    click.echo(_row("all", total))
    click.echo(f"seed {seed}, {perf_counter() - began:,.0f} seconds, {jobs} processes")


def _row(room: str, counts: Counter[str]) -> str:
    columns = "mutants", "died", "equal"
    if not counts:
        return f"{room:<14}" + "".join(f"{column:>9}" for column in (*columns, "died"))
    share = f"{counts['died'] / counts['mutants']:.1%}"
    return f"{room:<14}" + "".join(f"{counts[column]:>9}" for column in columns) + f"{share:>9}"


if __name__ == "__main__":
    main()
