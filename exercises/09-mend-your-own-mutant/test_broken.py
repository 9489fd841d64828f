"""09. Mend your own mutant: the steps, in order."""

import ast
import re
from difflib import ndiff
from unicodedata import normalize

import pytest

from harness.faults.witness import BEATS
from harness.teaching.grader.orders import expect_order, last_steps, two_hands
from harness.teaching.grader.submission import Fault
from harness.teaching.mistakes import FAULTS, function_of
from harness.teaching.mutants import broken, fault_of


def seed_of(theirs):
    """The student's seed. The text at the top of the file names it, too."""
    found = re.search(r"--seed (\S+)", theirs.module.__doc__ or "")
    named = found[1] if found and found[1] != "SEED" else ""
    seed = theirs.seed.strip() or named
    one, other = (normalize("NFC", text).lstrip("0").casefold() for text in (named, seed))
    if named and one != other:
        raise Fault(f"This file is the mutant of seed {named}, and it is graded with seed {seed}.")
    if not seed:
        words = "Whose mutant is this? Give your number or name, as in: --seed 17."
        raise Fault(words, chapter=None)
    return seed


def code_of(source):
    """The lines of a file without comments, docstrings, FAULT and WITNESS."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef):
            node.body = node.body[ast.get_docstring(node) is not None :]
    tree.body = [each for each in tree.body if not re.match("(FAULT|WITNESS) =", ast.unparse(each))]
    return ast.unparse(tree).splitlines()


@pytest.mark.step(chapter=0)
def test_witness(theirs):
    """Its WITNESS proves the fault."""
    mutant = function_of(broken(seed_of(theirs)))
    (better, worse), lines = two_hands(theirs, "WITNESS")
    words = "Your mutant orders these two hands as the rules do: look for two that it mixes up."
    assert not mutant(better) > mutant(worse), f"{words}\n{lines}"


@pytest.mark.step(points=2, chapter=7)
def test_name(theirs):
    """Its FAULT names the fault."""
    name = theirs.value("FAULT", '"the name"')
    shown = theirs.show(name)
    assert type(name) is str and name.strip().lower() in FAULTS, (  # noqa: PT018
        f"FAULT is {shown}, which is not one of the names: take one from the list in the task."
    )
    assert name.strip().lower() == fault_of(seed_of(theirs)), (
        f"FAULT is {shown}, and that is another fault: which line mixes up your two hands?"
    )


@pytest.mark.step(chapter=7)
def test_these_hands(theirs):
    """Evaluate is mended for these two hands."""
    (better, worse), _ = two_hands(theirs, "WITNESS")
    expect_order(theirs, " ".join(better), BEATS, " ".join(worse))


@pytest.mark.step(chapter=7)
def test_the_rest(theirs):
    """The rest of it is as it was."""
    differences = ndiff(code_of(broken(seed_of(theirs))), code_of(theirs.source))
    changes = sum(line.startswith(("+", "-")) for line in differences)
    assert changes <= 8, f"{changes} lines differ from your mutant: mend it with 8 or fewer."


test_classes, test_every_hand = last_steps(chapter=7)
