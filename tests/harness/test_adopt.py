"""Evaluators that are not ours: every door that they come through, and what is no evaluator."""

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from evaluators import UnknownEvaluatorError, rulebook
from evaluators.cards import parse_hand
from harness import adopt
from harness.adopt import DirectionError, Function, load

MINE = """
from helper import best

def evaluate(hand):
    return best(hand)

def other(hand):
    return 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "helper.py").write_text("def best(hand): return max(hand)\n")
    return tmp_path


def ask(evaluator: Any, text: str) -> Any:
    return evaluator.evaluate([evaluator.encode(card) for card in parse_hand(text)])


def test_a_file(folder: Path) -> None:
    """It imports the file beside it, and its function `evaluate` is meant."""
    for place in (f"{folder}/mine.py", f"{folder}/mine.py:evaluate"):
        evaluator = load(place)
        assert evaluator.name == "evaluate"
        assert ask(evaluator, "Kd Qs Jc Th 9s") == "Th"
    assert ask(load(f"{folder}/mine.py:other"), "Kd Qs Jc Th 9s") == 0


def test_a_file_is_run_once(folder: Path) -> None:
    assert load(f"{folder}/mine.py").function is load(f"{folder}/mine.py").function  # type: ignore[attr-defined]


def test_the_only_function_of_a_file_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "one.py"
    file.write_text("from math import prod\ndef score(hand): return 1\ndef _helper(): pass\n")
    assert load(str(file)).name == "score"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "there is no such file"),
        ("", "no function is called evaluate, and it has none"),
        ("def a(h): pass\ndef b(h): pass", r"it has a, b; say which: .*x\.py:FUNCTION"),
    ],
)
def test_a_file_that_has_no_evaluator(tmp_path: Path, text: str | None, message: str) -> None:
    file = tmp_path / "x.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(UnknownEvaluatorError, match=message):
        load(str(file))


def test_a_module_and_its_function() -> None:
    assert load("tests.harness.test_adopt:by_text").name == "by_text"
    assert load("evaluators.rulebook") is rulebook
    with pytest.raises(UnknownEvaluatorError, match="has no 'nothing'"):
        load("tests.harness.test_adopt:nothing")
    with pytest.raises(UnknownEvaluatorError, match="is no evaluator and no function"):
        load("tests.harness.test_adopt:MINE")


def by_text(hand: str) -> int:
    return len(hand)


def by_number(hand: Sequence[int]) -> int:
    return max(hand)


def by_list(hand: list[str]) -> str:
    return hand[0]


def unsaid(hand):  # type: ignore[no-untyped-def]
    return hand


def test_a_function_gets_what_it_says_that_it_takes() -> None:
    assert ask(Function(by_text), "Kd Qs Jc Th 9s") == 14
    assert ask(Function(by_number), "Kd Qs Jc Th 9s") == 45
    assert ask(Function(by_list), "Kd Qs Jc Th 9s") == "Kd"
    assert ask(Function(unsaid), "Kd Qs") == ["Kd", "Qs"]
    assert ask(Function(max), "Kd Qs") == "Qs"


def test_a_hand_is_the_functions_own() -> None:
    evaluator = Function(list.sort)
    hand = ["Kd", "2c"]
    evaluator.evaluate(hand)
    assert hand == ["Kd", "2c"]


def test_which_way_keys_run_is_found_out() -> None:
    assert not Function(lambda hand: "As" in hand).lower_wins
    assert Function(lambda hand: "As" not in hand).lower_wins


def test_which_way_keys_run_may_not_be_told() -> None:
    with pytest.raises(DirectionError, match="have one key: 5"):
        _ = Function(len).lower_wins
    with pytest.raises(DirectionError, match="not supported between"):
        _ = Function(lambda hand: 1 if "As" in hand else "x").lower_wins


def test_a_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin = EntryPoint("theirs", "tests.harness.test_adopt:by_text", adopt.GROUP)
    monkeypatch.setattr(adopt, "entry_points", lambda group: [plugin])
    assert load("theirs").name == "by_text"
    with pytest.raises(UnknownEvaluatorError, match="did you mean 'theirs'"):
        load("their")


def test_plugins_that_are_broken_are_a_status(tmp_path: Path) -> None:
    """As a package offers them: one is right, the others fail while they are loaded."""
    about = tmp_path / "theirs-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{adopt.GROUP}]\nright = theirs:right\nraises = raises:it\nhas-none = theirs:none\n"
        "no-library = imports:it\n"
    )
    (tmp_path / "theirs.py").write_text("from evaluators.cactus_kev import hash_map as right\n")
    (tmp_path / "raises.py").write_text("raise RuntimeError('no tables')\n")
    (tmp_path / "imports.py").write_text("import no_such_library\n")
    said = subprocess.run(
        [
            *(sys.executable, "-c", "from harness.cli import main; main()", "check"),
            *("right", "raises", "has-none", "no-library", "--sample", "1000"),
        ],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    table = said.stdout.split("\n\n")[1].splitlines()
    rows = {line.split()[0]: line for line in table}
    assert said.returncode == 3, said.stderr
    assert " equivalent " in rows["right"]
    assert " error " in rows["raises"]
    assert " error " in rows["has-none"]
    assert " not installed " in rows["no-library"]
    assert "RuntimeError: no tables" in said.stdout
    assert "Traceback" not in said.stdout + said.stderr


def test_a_command() -> None:
    evaluator = load("exec:cat")
    assert evaluator.name == "cat"
    assert not hasattr(evaluator, "function")


def test_names_that_are_known_come_first() -> None:
    assert load("rulebook") is rulebook
    with pytest.raises(UnknownEvaluatorError, match="did you mean 'cactus-kev'"):
        load("cactus-ke")
