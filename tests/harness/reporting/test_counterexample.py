"""A counterexample that stays: it fails today, and passes when the evaluator is mended."""

import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.adapters import COMPARISON
from harness.adapters.place import Form, Place
from harness.cli import main
from harness.hands.scopes import Sample
from harness.reporting.counterexample import again, as_test
from tests.harness.in_process import sides, verdict_here

pytestmark = pytest.mark.usefixtures("short_preflight")
WRONG = """
from harness.teaching.mistakes import MISTAKES
def evaluate(hand): return MISTAKES["no_wheel"].function(hand)
"""
SAMPLE = Sample(5, 2_000)


verdict_on = partial(verdict_here, scope=SAMPLE)


@pytest.fixture(name="wrong")
def wrong_file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(WRONG)
    return file


def test_it_fails_until_the_evaluator_is_mended(wrong: Path) -> None:
    """One or two showdowns of each fault, above them its words."""
    verdict = verdict_on(str(wrong))
    written: dict[str, Any] = {}
    exec(text := as_test(verdict), written)
    assert 1 <= len(written["SHOWDOWNS"]) <= 2 * len(verdict.families)
    assert all(f"    # {family}" in text for family in verdict.families)
    first, should, second = written["SHOWDOWNS"][0]
    test = written["test_the_rules_decide"]
    with pytest.raises(AssertionError):
        test(first, should, second)
    wrong.write_text("from tests.harness.broken import number_of as evaluate")
    test(first, should, second)


def test_a_fault_without_a_showdown_is_named(tmp_path: Path) -> None:
    """Else somebody takes the test for all that is wrong."""
    file = tmp_path / "mine.py"
    number = "from tests.harness.broken import number_of\n"
    file.write_text(f"{number}def evaluate(hand): return number_of(hand) % 7000\n")
    verdict = verdict_on(str(file))
    text = as_test(verdict)
    assert all(f"    # {family}" in text for family in verdict.families[:6])
    alone = replace(verdict, families=verdict.families[:1] * 9, failures=verdict.failures[:1])
    text = as_test(alone)
    assert text.count("; one above shows it\n") == 5
    assert "    # and 3 more kinds of hands that are out of place\n" in text
    other = replace(verdict.families[0], classes=(1,))
    text = as_test(replace(alone, families=[other]))
    assert f"    # {other}; none here shows it\n    (" in text  # the witness


def test_without_two_hands_there_is_no_test() -> None:
    """Of an evaluator that raises, the verdict has none; a new process may not have its state."""
    assert not as_test(verdict_on("tests.harness.broken:none"))
    forgets = verdict_on("tests.harness.broken:counts")
    assert forgets.witness
    assert not as_test(forgets) + again(forgets, Place.of(forgets.name))


@pytest.mark.parametrize(
    ("style", "rest"), [(COMPARISON, ', style="comparison")'), ("python", ")")]
)
def test_the_test_asks_as_the_check_did(style: str, rest: str) -> None:
    place = f"tests.harness.broken:{'all_tie' if style == COMPARISON else 'zero'}"
    text = as_test(verdict_on(place, style=style))
    assert f'    assert showdown("{place}", first, second{rest} == should\n' in text


def test_the_command_shows_the_same_keys(wrong: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line of a verdict, typed as it stands."""
    verdict = verdict_on(str(wrong))
    line = again(verdict, Place.of(str(wrong)))
    command = shlex.split(line.partition("\n  allhands ")[2])
    main(command, standalone_mode=False)
    shown = capsys.readouterr().out.splitlines()
    for side, row in zip(sides(verdict), shown, strict=True):
        assert row.endswith(f"key {side.key}")


def test_there_is_no_command_where_it_would_ask_otherwise(wrong: Path) -> None:
    """Arrays without an annotation, other numbers, comparisons; nor for keys without a text."""
    verdict, place = verdict_on(str(wrong)), Place.of(str(wrong))
    assert again(verdict, place)
    assert not again(replace(verdict, style="numpy"), place)
    assert not again(verdict, replace(place, form=Form(numbering=tuple(range(52)))))
    assert not again(replace(verdict, witness=None), place)
    of_objects = verdict_on(f"{__name__}:Objects")
    assert of_objects.witness
    assert not again(of_objects, Place.of(of_objects.name))


class Objects:
    """All tie, and none has a text."""

    def __init__(self, cards: list[str]) -> None:
        self.suit = cards[0][1]

    def __lt__(self, other: "Objects") -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Objects)

    __hash__ = None  # type: ignore[assignment]
