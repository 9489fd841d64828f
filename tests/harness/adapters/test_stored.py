"""Files of keys: the verdict is that of the program that wrote them."""

import re
import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from allhands import check
from evaluators import UnknownEvaluatorError
from evaluators.cards import parse_hand
from evaluators.rules import RULES, STANDARD, Rules
from harness.adapters import STORED
from harness.adapters.place import Place
from harness.faults.kinds import FALSE_TIE
from harness.hands.key import blocks
from harness.hands.order import index_of
from harness.hands.scopes import All, Sample
from harness.table.asking import ask
from tests.harness.in_process import sides, verdict_here

ROOT = Path(__file__).parents[3]
SHORT_DECK = RULES["short-deck"]
Change = Callable[[NDArray[Any]], Any]


def written(file: Path, change: Change = np.asarray, size: int = 5, rules: Rules = STANDARD) -> str:
    """A file of keys, in the type that its name says: the places of all hands, changed."""
    keys = np.concatenate([*blocks(All(size, rules=rules))])
    kind, bits = file.suffix[1], int(file.suffix[2:])
    change(keys).astype(f"<{kind}{bits // 8}").tofile(file)
    return str(file)


verdict_on = partial(verdict_here, style=STORED)


@pytest.mark.parametrize(
    ("suffix", "change", "wins"),
    [
        ("u16", np.asarray, "lower"),
        ("u32", lambda places: 4_000_000_000 - places.astype(np.int64), "higher"),
        ("u64", lambda places: (1 << 64) - 1 - places.astype(np.uint64), "higher"),
        ("i32", lambda places: 700 - places.astype(np.int64), "higher"),
        ("i64", lambda places: places.astype(np.int64) - 700, "lower"),
        ("f32", lambda places: places / 3, "lower"),
        ("f64", lambda places: -places / 7, "higher"),
    ],
)
def test_right_keys_of_each_type(suffix: str, change: Change, wins: str, tmp_path: Path) -> None:
    place = written(tmp_path / f"mine.{suffix}", change, rules=SHORT_DECK)
    verdict = verdict_on(place, scope := All(rules=SHORT_DECK))
    assert (bool(verdict), verdict.found_out, verdict.hands) == (True, wins, len(scope))
    assert verdict.name == place
    assert verdict.digest == verdict_on(written(tmp_path / "m.u16", rules=SHORT_DECK), scope).digest


def test_eight_bits_are_too_few(tmp_path: Path) -> None:
    """The file is read as it is: 1,404 classes do not fit into 256 keys."""
    verdict = verdict_on(written(tmp_path / "mine.u8", rules=SHORT_DECK), All(rules=SHORT_DECK))
    assert (verdict.distinct_keys, bool(verdict)) == (256, False)


def test_the_verdict_is_that_of_an_array(tmp_path: Path) -> None:
    """All hands, and a sample, whose hands are looked up one by one."""
    place = written(tmp_path / "mine.u16")
    verdict = check(place)
    assert verdict.digest == "af14c746cc10125be8d2b9eac27f2f5ebeb464d28756f0a2c0f5ffe5192746fc"
    assert (verdict.sizes, len(verdict.remarks)) == ([5], 1)
    sample = check(place, sample=1_000)
    assert bool(sample)
    assert sample.digest == check("cactus-kev-dict", sample=1_000).digest


def test_six_cards_are_all_checked(tmp_path: Path) -> None:
    """A function is asked about hands up to suits; a file has a key for each."""
    place = written(tmp_path / "mine.u16", size=6, rules=SHORT_DECK)
    verdict = check(place, cards=6, rules="short-deck")
    assert (bool(verdict), verdict.hands, verdict.sizes) == (True, 1_947_792, [6])


def test_a_planted_bug_is_found_to_the_hand(tmp_path: Path) -> None:
    """One steel wheel of four ties with four deuces."""
    at = index_of(parse_hand("Ad 5d 4d 3d 2d"))

    def bug(places: NDArray[Any]) -> NDArray[Any]:
        places[at] = 166  # the place of the worst four of a kind
        return places

    verdict = verdict_on(written(tmp_path / "mine.u16", bug), All())
    assert at in [index_of(side.hand) for side in sides(verdict)]
    assert sum(family.hands for family in verdict.families) == 1


def test_two_classes_merged(tmp_path: Path) -> None:
    def bug(places: NDArray[Any]) -> NDArray[Any]:
        places[places == 3000] = 3001
        return places

    verdict = verdict_on(written(tmp_path / "mine.i32", bug), All())
    assert verdict.witness
    assert verdict.witness.kind == FALSE_TIE
    assert {side.hand_class.number for side in sides(verdict)} == {3000, 3001}
    assert (verdict.reversed, verdict.false_wins) == (0, 0)


def test_one_key_is_that_of_one_hand(tmp_path: Path) -> None:
    """`rank --by` shows it, in any order of the cards."""
    place = Place.of(written(tmp_path / "mine.u16"))
    hands = [parse_hand("Kd Qs Jc Th 9s"), parse_hand("9s Th Jc Qs Kd")]
    assert ask(place, hands) == (["1601", "1601"], "")


FEW = "376,992 hands of 5 cards by the rules of short deck"
SIX = "1,947,792 hands of 6 cards by the rules of short deck"
MANY = "2,598,960 hands of 5 cards"


@pytest.mark.parametrize(
    ("suffix", "change", "options", "why"),
    [
        ("u16", lambda keys: keys[:-1], {}, f" has 376,991 keys, and there are {MANY}"),
        ("i64", lambda keys: keys[:0], {}, f" has 0 keys, and there are {MANY}"),
        (
            *("u32", np.asarray, {}),
            f" has 376,992 keys, and there are {MANY}; it fits {FEW}: --rules short-deck",
        ),
        (
            *("f32", np.asarray, {"cards": 6, "rules": "short-deck"}),
            f" has 376,992 keys, and there are {SIX}; it fits {FEW}: --cards 5",
        ),
        (
            *("u8", lambda keys: keys.view("<u1"), {"rules": "short-deck"}),
            f" has 753,984 keys, and there are {FEW}; they fit if they are u16: is its name right?",
        ),
        (
            *("f64", lambda keys: np.where(keys == 5, np.nan, keys), {"rules": "short-deck"}),
            ": key 17,698, that of 6c 7c 8c 9c Tc, is NaN",
        ),
    ],
)
def test_a_wrong_file_gets_one_line(
    suffix: str, change: Change, options: dict[str, Any], why: str, tmp_path: Path
) -> None:
    """It says which hands or keys have this length, if any have."""
    place = written(tmp_path / f"mine.{suffix}", change, rules=SHORT_DECK)
    with pytest.raises(UnknownEvaluatorError) as refusal:
        check(place, **options)
    assert str(refusal.value) == f"{place}{why}"


def test_the_program_of_the_page(tmp_path: Path) -> None:
    """In C, with the evaluator of the answer key."""
    if not shutil.which("cc"):
        pytest.skip("cc is not installed")
    page = (ROOT / "docs" / "any-language.md").read_text("utf-8")
    program = page.split("```c\n")[1].split("```")[0]
    key = (ROOT / "key" / "examples" / "key.c").read_text("utf-8")
    (evaluate,) = re.findall(r"(?ms)^static int64_t (evaluate\(.*?^\}$)", key)
    (tmp_path / "keys.c").write_text(program)
    (tmp_path / "mine.c").write_text(f"#include <stdint.h>\nuint32_t {evaluate}\n")
    build = "cc -O2 -Wall -Wextra -Werror keys.c mine.c -o keys && ./keys > mine.u32"
    subprocess.run(build, shell=True, cwd=tmp_path, check=True)
    verdict = verdict_on(str(tmp_path / "mine.u32"), All())
    assert (bool(verdict), verdict.found_out) == (True, "higher")


def test_bytes_that_are_no_keys(tmp_path: Path) -> None:
    file = tmp_path / "mine.u32"
    file.write_bytes(b"12345")
    with pytest.raises(UnknownEvaluatorError, match=" has 5 bytes, and there are 2,598,960 hands"):
        check(str(file))


@pytest.mark.thorough
@pytest.mark.parametrize("is_right", [True, False])
def test_seven_cards(is_right: bool, tmp_path: Path) -> None:
    def bug(places: NDArray[Any]) -> NDArray[Any]:
        places[77_777_777] = 1
        return places

    change = np.asarray if is_right else bug
    verdict = check(written(tmp_path / "mine.u16", change, size=7), cards=7)
    assert (bool(verdict), verdict.hands) == (is_right, 133_784_560)
    assert sum(family.hands for family in verdict.families) == (not is_right)


def test_a_sample_of_seven_cards_is_looked_up(tmp_path: Path) -> None:
    """Of a smaller deck, whose first card is not 0."""
    place = written(tmp_path / "mine.u16", size=7, rules=SHORT_DECK)
    assert verdict_on(place, Sample(7, 500, rules=SHORT_DECK))
