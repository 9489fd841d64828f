"""Shared libraries: what they may export, and what is said of one that is wrong."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from shutil import which

import numpy as np
import pytest

from evaluators import UnknownEvaluatorError
from evaluators.compiled import store
from evaluators.preparing import prepare
from evaluators.rules import OMAHA, RULES
from harness.adapters.adopt import load, style_of
from harness.adapters.native import HEADER, Native
from harness.adapters.place import Form, Place
from harness.checking.equivalence import verdicts_on
from harness.checking.verdict import Verdict
from harness.hands.scopes import OnSomeBoards, Sample
from harness.processes.limits import Limits
from harness.timing.benchmark import array_style
from harness.timing.jobs import Loaded, jobs_of, workloads_for
from harness.timing.workloads import WORKLOADS
from tests.harness.in_process import Here, verdict_here

EXAMPLES = Path(__file__).parents[3] / "docs" / "any-language"
STYLE = "compiled"
HANDS = np.array([[51, 47, 43, 39, 35], [45, 43, 36, 34, 31]], np.uint8)
FEW = Sample(5, 500)

pytestmark = [
    pytest.mark.skipif(not which("cc"), reason="there is no compiler of C"),
    pytest.mark.usefixtures("short_preflight"),
]


def built(folder: Path, code: str) -> str:
    """The place of a library of C in which `best` is a right evaluator of one hand."""
    example = (EXAMPLES / "library.c").read_text()
    of_one_hand = example[: example.index("void rank(")].replace("evaluate(const", "best(const")
    (folder / "mine.c").write_text(of_one_hand + code)
    command = ["cc", "-O1", "-shared", "-fPIC", f"-I{HEADER.parent}", "-o", "mine.so", "mine.c"]
    subprocess.run(command, cwd=folder, check=True)
    return str(folder / "mine.so")


def loop(body: str) -> str:
    """The function of a library that does something for each hand."""
    loop = "for (size_t n = 0; n < count; n++) { const uint8_t *hand = hands + n * cards; "
    arguments = "(const uint8_t *hands, size_t count, size_t cards, ALLHANDS_KEY *keys)"
    return (
        f"\n#include <stdlib.h>\n#include <unistd.h>\nvoid rank{arguments} {{ {loop} {body} }} }}\n"
    )


RIGHT = "keys[n] = best(hand, cards);"


def verdict_on(place: str, seconds: float = 10, **how: object) -> Verdict:
    limits = Limits(seconds=seconds)
    (verdict,) = verdicts_on([place], FEW, style=STYLE, limits=limits, **how)  # type: ignore[arg-type]
    return verdict


@pytest.mark.every(4)
@pytest.mark.parametrize("example", [f"library.{name}" for name in ("c", "cpp", "rs", "go", "zig")])
def test_the_examples_are_right(example: str, tmp_path: Path) -> None:
    """Else an author begins with a library that is wrong, or does not compile as its text says."""
    text = (EXAMPLES / example).read_text()
    (line,) = re.findall(r"(?m)^\W*((?:cc|c\+\+|rustc|go|zig) .*)$", text)
    command = shlex.split(line)
    if not which(command[0]):
        pytest.skip(f"there is no {command[0]}")
    (tmp_path / example).write_text(text)
    (tmp_path / "allhands.h").write_bytes(HEADER.read_bytes())
    subprocess.run(command, cwd=tmp_path, check=True)
    for size in (5, 7) if example == "library.c" else (5,):
        verdict = verdict_here(f"{tmp_path}/libmine.so", Sample(size, 500), STYLE)
        assert verdict, verdict


def test_a_library_needs_no_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else who writes C has to install what compiles Python, or finds no row of his."""
    place = built(tmp_path, loop(RIGHT))
    monkeypatch.setattr(store, "is_installed", lambda: False)
    prepare([place], STYLE)
    (job,) = jobs_of([place], "all", ["random-5"])
    assert (job.name, job.style) == (place, STYLE)
    assert {each.style for each in jobs_of([], "all", ["random-5"])} == {"python", "numpy"}


MARKS = {
    "constants": "const int rank_lower_wins = 1; const int rank_cards = 1 << 5 | 1 << 7;"
    'const char rank_keys[] = "i32";',
    "functions": "int rank_lower_wins(void) { return 1; } int rank_cards(void) { return 160; }"
    'const char *rank_keys(void) { return "i32"; }',
}


@pytest.mark.parametrize("marks", MARKS)
def test_marks_are_constants_or_functions(marks: str, tmp_path: Path) -> None:
    """Else a library is asked about hands that it cannot take, or its keys are read as others."""
    code = f"#include <stdint.h>\n#include <stddef.h>\n#define ALLHANDS_KEY int32_t\n{MARKS[marks]}"
    (tmp_path / "mine.c").write_text(code + loop("keys[n] = -hand[0];"))
    command = ["cc", "-shared", "-fPIC", "-o", "mine.so", "mine.c"]
    subprocess.run(command, cwd=tmp_path, check=True)
    native = Native(Place.of(f"{tmp_path}/mine.so:rank"))
    assert (native.lower_wins, native.sizes) == (True, [5, 7])
    assert native.evaluate(HANDS).tolist() == [-51, -45]
    assert native.evaluate_guarded(HANDS).dtype == np.int32


def test_nothing_is_marked_and_hands_are_masks(tmp_path: Path) -> None:
    """Else the bit of a card is another one's, or a direction is taken for declared."""
    code = """
    void low_masks(const uint64_t *hands, size_t count, size_t cards, uint32_t *keys) {
        while (count--) *keys++ = (uint32_t)*hands, hands++;
    }"""
    native = Native(Place.of(f"{built(tmp_path, code)}:low"))
    assert (native.lower_wins, 5 in native.sizes, 7 in native.sizes) == (None, True, True)
    bits = np.array([[3, 0, 1, 2, 4], [31, 30, 51, 50, 49]], np.uint8)
    assert native.evaluate_guarded(bits).tolist() == [31, 3 << 30]


WALK = """
void rank_all(size_t cards, uint32_t *keys) {
    uint8_t hand[9];
    for (size_t i = 0; i < cards; i++) hand[i] = i;
    for (size_t n = 0;; n++) {
        if (n != 1000000) keys[n] = best(hand, cards);
        int i = cards - 1;
        while (i >= 0 && hand[i] == 52 - cards + i) i--;
        if (i < 0) return;
        hand[i]++;
        for (size_t j = i + 1; j < cards; j++) hand[j] = hand[j - 1] + 1;
    }
}"""


def test_a_walk_over_all_hands_is_checked_and_timed_as_one(tmp_path: Path) -> None:
    """Else its keys are taken for those of other hands, or the one that it leaves out for a key."""
    place = f"{built(tmp_path, WALK)}:rank_all"
    with pytest.raises(UnknownEvaluatorError, match="leaves the key of 3c 5s 6d Ts Qc unwritten"):
        verdict_on(place, run=Here())
    (tmp_path / "right").mkdir()
    place = f"{built(tmp_path / 'right', WALK.replace('if (n != 1000000) ', ''))}:rank_all"
    assert verdict_on(place, run=Here())
    timed = array_style(STYLE, WORKLOADS["walk-5"], place)
    assert timed(1) > 0
    assert workloads_for(place, STYLE, Loaded(), ["random-5", "walk-5"]) == ("walk-5",)
    with pytest.raises(UnknownEvaluatorError, match="it walks over the hands of 52 cards"):
        load(Place.of(place), STYLE, rules=RULES["short-deck"])


WRONG = {
    "leaves the key of this hand unwritten": f"if (hand[0] != 12) {RIGHT}",
    "As Ks Qs Js Ts: it leaves": f"if (n) {RIGHT}",
    "behind their keys of 4": f"{RIGHT} if (n + 1 == count) ((char *)keys)[4 * count] = 1;",
    "called with 2 hands, it writes before their keys": f"{RIGHT} if (!n) keys[-1] = 7;",
    "it changes the hands": f"{RIGHT} ((uint8_t *)hand)[0] = 0;",
    # In blocks whose size is a multiple of four, nobody would see it.
    "called with 2 hands": f"{RIGHT} for (size_t m = n; count == n + 1 && ++m & 3;) keys[m] = 0;",
}


@pytest.mark.every(2)
@pytest.mark.parametrize("message", WRONG)
def test_what_it_does_to_memory_is_named(message: str, tmp_path: Path) -> None:
    """Else its keys are those of another call, or it spoils memory that is not its own."""
    verdict = verdict_on(built(tmp_path, loop(WRONG[message])), run=Here())
    assert message in verdict.message
    assert verdict.status == "error"


def test_a_key_that_looks_unwritten_is_a_key(tmp_path: Path) -> None:
    """Else a right evaluator is refused for one of its keys."""
    native = Native(Place.of(built(tmp_path, loop("keys[n] = n ? 0x5A5A5A5A : 0xA5A5A5A5;"))))
    assert native.evaluate_guarded(HANDS).tolist() == [0xA5A5A5A5, 0x5A5A5A5A]


DEATHS = {
    "killed by SIGSEGV, 3 times; it also dies if": f"if (ten) *(volatile int *)8 = 1; {RIGHT}",
    "killed by SIGABRT, 3 times": f"if (ten) abort(); {RIGHT}",
    "ended itself with exit code 7": f"if (ten) exit(7); {RIGHT}",
    "no answer within 1.5 seconds": f"if (ten) sleep(100); {RIGHT}",
}


@pytest.mark.every(4)
@pytest.mark.parametrize("message", DEATHS)
def test_the_hand_at_which_it_dies_is_named(message: str, tmp_path: Path) -> None:
    """Else an author has a thousand hands to look at."""
    ten = "int ten = hand[0] == 51 && hand[1] == 50 && hand[4] == 35; "
    verdict = verdict_on(built(tmp_path, loop(ten + DEATHS[message])), seconds=1.5)
    assert verdict.message.startswith("As Ah Ad Ac Ts: "), verdict.message
    assert message in verdict.message


def test_memory_behind_the_hands_is_not_theirs(tmp_path: Path) -> None:
    """Else an evaluator of seven cards answers for five, from bytes of the next hand."""
    reads = "static volatile int sum; sum += hand[cards + 1];"
    verdict = verdict_on(built(tmp_path, loop(reads + RIGHT)))
    assert verdict.message.endswith(
        "at the first hand: if it does not take 5 cards, rank_cards says so"
    )


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("int other(void) { return 0; }", r"exports no function rank and no rank_masks; of anoth"),
        (
            "void rank_all(size_t n, uint32_t *keys) {}",
            r"rank_masks; it exports rank_all: write .*mine\.so:ra",
        ),
        (
            "int _Z4rankPKh(void) { return 0; }",
            r"it has _Z4rankPKh, a name of C\+\+: include allha",
        ),
        (
            loop(RIGHT) + 'const char rank_keys[] = "u33";',
            r"rank_keys is 'u33'; it has to be an ar",
        ),
    ],
)
def test_a_library_that_is_not_one_of_ours_is_refused(
    code: str, message: str, tmp_path: Path
) -> None:
    """In one line, which says what is missing."""
    place = Place.of(built(tmp_path, code))
    with pytest.raises(UnknownEvaluatorError, match=message):
        load(place, STYLE)


def test_what_is_not_a_library_or_is_asked_otherwise_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.so").write_text("no library")
    place = Place.of(f"{tmp_path}/text.so:rank")
    assert style_of([place]) == style_of([place, Place.of("rank-sums")]) == STYLE
    for style, form, message in (
        (STYLE, Form(), "it is not a shared library of this system"),
        ("python", Form(), "it is machine code: leave out --style python"),
        (STYLE, Form(block=9), "leave out --numbering, --as, --each and --batch"),
    ):
        other = Place(place.text, file=place.file, form=form)
        with pytest.raises(UnknownEvaluatorError, match=message):
            load(other, style)
    with pytest.raises(UnknownEvaluatorError, match=r"is machine code, and mine\.py is not"):
        style_of([place, Place.of("mine.py")])


def test_it_is_timed_beside_ours_without_what_a_check_adds(tmp_path: Path) -> None:
    """Else a chart has the cost of guards, of masks and of new arrays in its row."""
    place = built(tmp_path, loop(RIGHT))
    timed = array_style(STYLE, WORKLOADS["repeated-5"], place)
    ((hands, cards, keys),) = next(timed.keywords["calls"])  # type: ignore[attr-defined]
    assert timed(1) > 0
    assert keys.tolist() == Native(Place.of(place)).evaluate(hands.reshape(-1, cards)).tolist()


BEST_OF_SIXTY = """
keys[n] = 0;
for (int twos = 0; twos < 16; twos++) for (int threes = 0; threes < 32; threes++) {
    uint8_t five[5]; int at = 0;
    if (__builtin_popcount(twos) != 2 || __builtin_popcount(threes) != 3) continue;
    for (int i = 0; i < 9; i++) if ((threes | twos << 5) >> i & 1) five[at++] = hand[i];
    uint32_t key = best(five, 5);
    if (key > keys[n]) keys[n] = key;
}
"""


@pytest.mark.parametrize(
    ("chosen", "status"), [("key > keys[n]", "equivalent"), ("!keys[n]", "not_equivalent")]
)
def test_a_library_gets_deals_with_the_board_first(
    chosen: str, status: str, tmp_path: Path
) -> None:
    """The wrong one gives each deal the key of the first of its 60 hands."""
    code = loop(BEST_OF_SIXTY.replace("key > keys[n]", chosen))
    place = built(tmp_path, code + "const int rank_cards = 1 << 9;\n")
    (verdict,) = verdicts_on([place], OnSomeBoards(9, 1, rules=OMAHA), style=STYLE)
    assert (verdict.status, verdict.hands) == (status, 178_365)


def test_masks_do_not_say_which_cards_are_the_board(tmp_path: Path) -> None:
    masks = "void rank_masks(const uint64_t *hands, size_t count, size_t cards, uint32_t *keys) {}"
    (verdict,) = verdicts_on([built(tmp_path, masks)], OnSomeBoards(9, 1, rules=OMAHA), style=STYLE)
    assert (verdict.status, verdict.message[:27]) == ("error", "it does not take 9 cards: 1")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, libraries have another format")
def test_a_library_of_another_processor_is_called_that(tmp_path: Path) -> None:
    """Failure means that the system's words stand there: that there is no such file."""
    library = bytearray(Path(built(tmp_path, loop(RIGHT))).read_bytes())
    library[18] ^= 0xFF
    (tmp_path / "other.so").write_bytes(library)
    with pytest.raises(UnknownEvaluatorError, match=r"other\.so: it is for another processor"):
        load(Place.of(f"{tmp_path}/other.so"), STYLE)
