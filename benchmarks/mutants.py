"""Would a test notice if a line were wrong? A sample of mutants: ``make mutants``.

A mutant is this project with one small change, made by Cosmic Ray in a copy: another operator, a
number one higher, a loop that never runs. Places in the code of a room are drawn with a seed, and
one of the changes that are possible at each. Then the doctests and tests of the room run, and if
these let it pass, all others. A mutant that all let pass survives: a test is missing, or it means
the same as the original. A person has to look at each survivor.

First, all tests have to pass without a change, and each mutant has to compile. Else a failure would
say nothing about the tests.
"""

import ast
import os
import shlex
import sys
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import chdir
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory
from time import perf_counter

import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.testing import run_tests
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkResult

ROOT = Path(__file__).parent.parent
ROOMS = {"evaluators": "evaluators"} | {
    file.parent.name: f"harness/{file.parent.name}"
    for file in sorted(ROOT.glob("harness/*/__init__.py"))
}
"""The folders whose mutants are counted together."""
A_ROOM = 12
SECONDS, LONGER, LONGEST = 30.0, 4, 900.0
"""After so many seconds, and so many times the seconds without a change, tests count as failed: a
loop may never end. Without a change, they may take so long."""
NO_CHANGE = "core/NoOp", "core/RemoveDecorator"
"""What changes nothing; without a `cache`, for one, code is slower and means the same."""
LEFT_OUT = ".git", ".venv*", ".*_cache", "__pycache__", "_build", "local", "node_modules"
"""What no test needs."""
PYTEST = (
    *(sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"),
    *("-n", "2", "--dist", "loadfile", "-m", "not thorough and not all_hands"),
    *("--deselect", "tests/test_publish.py::test_no_committed_result_is_stale"),
)
"""All quick tests but that one, which fails after any change of what was measured."""


def changes(file: str) -> Iterator[list[MutationSpec]]:
    """For each place of a file where something can be changed, the changes that are possible."""
    source = Path(file).read_text(encoding="utf-8")
    nodes = list(ast_nodes(get_ast(source)))
    skipped = set(_annotations(source))
    places = defaultdict(list)
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments() or name in NO_CHANGE:
            continue
        positions = [place for node in nodes for place in operator().mutation_positions(node)]
        for occurrence, (start, end) in enumerate(positions):
            if start[0] not in skipped:
                places[start].append(MutationSpec(file, name, occurrence, start, end))
    for start in sorted(places):
        yield places[start]


def _annotations(source: str) -> Iterator[int]:
    """The lines of annotations, whose change no test could see."""
    for node in ast.walk(ast.parse(source)):
        for name in ("annotation", "returns"):
            if isinstance(part := getattr(node, name, None), ast.expr):
                yield from range(part.lineno, (part.end_lineno or part.lineno) + 1)


def sample(folder: str, count: int, seed: int) -> list[MutationSpec]:
    """One mutant that compiles for each of some places in a folder, drawn with a seed."""
    random = Random(seed)
    files = sorted(map(str, Path(folder).rglob("*.py")))
    places = [place for file in files for place in changes(file)]
    random.shuffle(places)
    return list(islice(filter(compiles, map(random.choice, places)), count))


def compiles(mutant: MutationSpec) -> bool:
    """Whether a mutant is a program; ``if not a := b:`` is not."""
    source = mutant.module_path.read_text(encoding="utf-8")
    operator = get_operator(mutant.operator_name)()
    try:
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
            compile(mutate_code(source, operator, mutant.occurrence), "mutant", "exec")
    except SyntaxError:
        return False
    return True


@click.command()
@click.option("--seed", default=1, help="Of the sample. [1]")
@click.option("--count", default=A_ROOM, help=f"Mutants of each room. [{A_ROOM}]")
@click.argument("rooms", nargs=-1, type=click.Choice(tuple(ROOMS)))
def main(seed: int, count: int, rooms: Sequence[str]) -> None:
    """Sample mutants of ROOMS, run the tests of each, and print which survive."""
    began, results = perf_counter(), []
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        copytree(ROOT, copy, ignore=ignore_patterns(*LEFT_OUT))
        os.environ["PYTHONPATH"] = str(copy)
        with chdir(copy):
            for room in rooms or ROOMS:
                of_room = tested(room, count, seed)
                show(room, of_room)
                for result in survivors(of_room):
                    click.echo(result.diff or result.output)
                results += of_room
    show("all", results)
    click.echo(f"seed {seed}, {perf_counter() - began:,.0f} seconds")


def tested(room: str, count: int, seed: int) -> list[WorkResult]:
    """What the tests say about a sample of mutants of a room."""
    folder, results = ROOMS[room], []
    commands = shlex.join([*PYTEST, f"tests/{folder}", folder]), shlex.join(PYTEST)
    for mutant in sample(folder, count, seed):
        for command in commands:
            limit = SECONDS + LONGER * without_a_change(command)
            result = mutate_and_test([mutant], command, limit)
            if result.test_outcome != TestOutcome.SURVIVED:
                break
        results.append(result)
    return results


@cache
def without_a_change(command: str) -> float:
    """The seconds that tests take without a change.

    Raises:
        ClickException: they fail.
    """
    began = perf_counter()
    outcome, output = run_tests(command, LONGEST)
    if outcome != TestOutcome.SURVIVED:
        raise click.ClickException(f"without a change, {command} fails:\n{output}")
    return perf_counter() - began


def survivors(results: list[WorkResult]) -> list[WorkResult]:
    """The mutants that no test noticed."""
    return [result for result in results if result.test_outcome != TestOutcome.KILLED]


def show(room: str, results: list[WorkResult]) -> None:
    """Print a line with the share of the mutants that died."""
    died = len(results) - len(survivors(results))
    share = died / max(1, len(results))
    click.echo(f"{room:<12}{died:>5} of {len(results):>3} mutants died{share:>8.1%}")


if __name__ == "__main__":
    main()
