"""Exercise 09: name the fault of a broken evaluator, prove it, and mend it."""

import ast
import re
from collections.abc import Callable
from difflib import ndiff
from typing import Any

from harness.checking.witness import BEATS
from harness.teaching.exercises.keys import expect_order
from harness.teaching.exercises.steps import Asked, Exercise, classes_and_all
from harness.teaching.exercises.submission import Stop, Submission, short
from harness.teaching.exercises.two_hands import two_hands
from harness.teaching.mistakes import FAULTS, function_of
from harness.teaching.mutants import broken, fault_of

SEED = re.compile(r"--seed (.+)")
MOST_CHANGES = 8
"""Lines taken out and put in. Every fault can be mended with three out and three in."""


def evaluator_of(seed: str) -> Callable[[list[str]], Any]:
    """The broken evaluator of a seed."""
    return function_of(broken(seed))


def is_of_the_seed(submission: Submission) -> None:
    """Compare the seed in the file's docstring, if it is still there.

    Raises:
        Stop: the file is another student's mutant.
    """
    own = SEED.search(broken(submission.seed))
    named = SEED.search(ast.get_docstring(ast.parse(submission.source)) or "")
    if own and named and _same_seed(named[1]) != _same_seed(own[1]):
        raise Stop("other_seed", theirs=named[1], seed=own[1])


def _same_seed(seed: str) -> str:
    """A text that seeds of the same mutant share: 017 is 17, and letters may be small ones."""
    return seed.strip("'").lstrip("0") if seed.strip("'").isdecimal() else seed.casefold()


def proves_the_fault(submission: Submission) -> None:
    """Ask the broken evaluator about the two hands."""
    is_of_the_seed(submission)
    witness = two_hands(submission, "WITNESS")
    better, worse = map(evaluator_of(submission.seed), witness.hands)
    if better > worse:
        raise Stop("no_proof", *witness.lines)


def names_the_fault(submission: Submission) -> None:
    """Compare the name of the fault."""
    name = submission.value("FAULT", '"the name"')
    if not isinstance(name, str) or name.strip().lower() not in FAULTS:
        raise Stop("no_such_fault", value=short(name))
    if name.strip().lower() != fault_of(submission.seed):
        raise Stop("another_fault", value=short(name))


def is_still_the_same(submission: Submission) -> None:
    """Count the lines that differ from the broken evaluator."""
    before, after = (_code(each) for each in (broken(submission.seed), submission.source))
    changes = sum(line.startswith(("+", "-")) for line in ndiff(before, after))
    if changes > MOST_CHANGES:
        raise Stop("rewritten", changes=changes, most=MOST_CHANGES)


def _code(source: str) -> list[str]:
    """The lines of a file without comments, docstrings, and the student's answers."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            is_text = isinstance(node.body[0], ast.Expr) if node.body else False
            if is_text and ast.get_docstring(node) is not None:
                node.body = node.body[1:]
        if isinstance(node, ast.Module):
            node.body = [each for each in node.body if not _is_answer(each)]
    return ast.unparse(tree).splitlines()


def _is_answer(node: ast.stmt) -> bool:
    match node:
        case ast.Assign([ast.Name("FAULT" | "WITNESS")]):
            return True
    return False


def mends_the_witness(submission: Submission) -> None:
    """Ask the mended evaluator about the two hands."""
    better, worse = map(" ".join, two_hands(submission, "WITNESS").hands)
    expect_order(submission, better, BEATS, worse)


MEND_THE_MUTANT = Exercise(
    number="09",
    title="mend your own mutant",
    file="broken.py",
    needs_seed=True,
    steps=(
        Asked(name="WITNESS proves the fault", chapter=0, ask=proves_the_fault),
        Asked(name="FAULT names the fault", chapter=7, points=2, ask=names_the_fault),
        Asked(name="evaluate is mended for these two hands", chapter=7, ask=mends_the_witness),
        Asked(name="the rest of it is as it was", chapter=7, ask=is_still_the_same),
        *classes_and_all(chapter=7),
    ),
)
