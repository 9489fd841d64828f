"""Exercise 09: what is said about a proof, a name, and a mended mutant."""

from pathlib import Path

import pytest

from harness.teaching.exercises.ladder import EXERCISES
from harness.teaching.exercises.mending import evaluator_of
from harness.teaching.mistakes import FAULTS
from tests.harness.teaching.exercises.submissions import ROOT, solution, take, written

SEED = "1"
SOLUTION = solution(EXERCISES["09"]).read_text()
WITNESS = '("6d 5d 4d 3d 2d", "2c 2d 2h 2s 3c")'
NAME = '"straight flush as a flush"'

SAID: dict[str, tuple[str, str]] = {
    "missing_value": (NAME, ""),
    "not_two_hands": (WITNESS, '"6d 5d 4d 3d 2d"'),
    "no_hands_yet": (WITNESS, '("", "")'),
    "other_seed": ("--seed 1\n", "--seed 12\n"),
    "no_hand": (WITNESS, '("6d 5d 4d 3d 2d", "2c 2d 2h 2s")'),
    "worse_first": (WITNESS, '("2c 2d 2h 2s 3c", "6d 5d 4d 3d 2d")'),
    "no_proof": (WITNESS, '("6d 5d 4d 3d 2d", "7c 2d 3h 4s 5c")'),
    "no_such_fault": (NAME, '"the flush"'),
    "another_fault": (NAME, '"no wheel"'),
    "wrong_order": ("category = 8", "category = 5"),
    "rewritten": (
        "flush = any(",
        "pass\n    " * 9 + "flush = any(",
    ),
}
"""Sentences: a part of the solution, and what stands there instead."""


def changed(name: str) -> str:
    old, new = SAID[name]
    assert SOLUTION.count(old) == 1
    source = SOLUTION.replace(old, new)
    return source.replace("FAULT = \n", "") if name == "missing_value" else source


@pytest.mark.parametrize("name", SAID)
def test_sentence_is_said(name: str, tmp_path: Path) -> None:
    _, said = take("09", written(tmp_path, changed(name)), SEED)
    assert said
    assert said.name == name


@pytest.mark.parametrize(
    "witness", ["5", "(1, 2)", "['6d', '2c']", "('', '')", "('A' * 10**6, '')"]
)
def test_a_strange_witness_is_not_two_hands(witness: str, tmp_path: Path) -> None:
    passed, said = take("09", written(tmp_path, SOLUTION.replace(WITNESS, witness)), SEED)
    assert passed == 0
    assert said
    assert said.name in ("not_two_hands", "no_hand", "no_hands_yet")
    assert len(said.words) < 400


def test_a_witness_is_judged_by_the_mutant_and_not_by_the_file(tmp_path: Path) -> None:
    """Else a file could call its own function wrong."""
    assert evaluator_of(SEED)(["6d", "5d", "4d", "3d", "2d"])[0] == 5
    without_seed = SOLUTION.replace("--seed 1", "")
    for source, name in ((SOLUTION, "other_seed"), (without_seed, "no_proof")):
        passed, said = take("09", written(tmp_path, source, f"{name}.py"), seed="2")
        assert passed == 0
        assert said
        assert said.name == name


def test_the_task_lists_all_faults() -> None:
    text = (ROOT / "exercises" / EXERCISES["09"].folder / "README.md").read_text()
    assert [line[2:] for line in text.splitlines() if line.startswith("- ")] == [*FAULTS]
