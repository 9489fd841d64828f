"""The exercises: solutions are right, and wrong attempts are told what is wrong.

All are asked one after another in one process, without the steps that ask about every hand: `make
classroom` takes those, too.
"""

from pathlib import Path
from typing import Any

import pytest

from benchmarks import wrong_works
from harness.processes import workers
from harness.processes.limits import Died, Limits
from harness.processes.workers import ROOT
from harness.teaching.grader.exercise import Exercise, exercises, find
from harness.teaching.grader.grade import Task, grade, steps_of, work

LIMITS = Limits(seconds=2.0, megabytes=1_000)
KEY = "    return category, fours, threes, twos, ones\n"
CHANGES = [
    ("01", " or ranks == [14, 5, 4, 3, 2]", "", 3, "category returns 'high card'; right is"),
    ("01", "== [14, 5, 4, 3, 2]", "in ([14, 5, 4, 3, 2], [14, 12, 11, 10, 9])", 3, "category"),
    ("01", '"one pair"', '"pair"', 0, "'pair' is not one of the nine names"),
    ("02", "[5, 4, 3, 2, 1] if", "different if", 3, "ranks_in_order returns [14, 5, 4, 3, 2];"),
    ("03", " or five == (2, 3, 4, 5, 14)", "", 2, "The count of straight flush is 0; right is 4"),
    ("04", KEY, KEY.replace("category", "-category"), 3, "A royal flush has a lower key"),
    ("04", KEY, KEY.replace("ategory,", "ategory, hand[0],"), 4, "High card, K-Q"),
    ("04", KEY, "    return set(ones)\n", 3, "evaluate returns a key that has no order"),
    ("04", KEY, KEY.replace("cat", "'5' if flush else cat"), 3, "The keys "),
    ("04", KEY, "    return 'royal' if category == 8 else 0\n", 3, "Pair of deuces"),
    ("04", KEY, "    hand.sort()\n" + KEY, 3, "evaluate changes what it is given"),
    ("04", KEY, KEY.replace("ones", "[]"), 4, "High card, K-Q-9-6-3 should beat high card"),
    ("05", "rows = rows[1:] + rows[:1]", "pass", 2, "Six-high straight should beat"),
    ("06", "    base = 2\n", "    return 2\n", 2, "Base 2 is not safe: a row"),
    ("06", "    base = 2\n", "    return 100\n", 2, "Base 100 is safe, and a smaller one"),
    ("07", "2 * len(products) + 1", "100", 4, "by_hash looks at"),
    ("07", "    raise KeyError(product)", "    return None", 1, "by_search returns None for a"),
    ("08", "def test", "def check", 0, "There is no test"),
    ("09", 'FAULT = "', 'FAULT = "no ', 1, "FAULT is 'no straight flush as a flush', which is not"),
    ("09", 'WITNESS = ("6d', 'WITNESS = ("6c', 0, "The second hand of WITNESS"),
    ("09", 'WITNESS = ("6d ', 'WITNESS = ("', 0, "WITNESS is not two hands of five cards"),
    ("09", 'WITNESS = ("', 'WITNESS = (" ", " ")  # ("', 0, "WITNESS is still empty"),
    ("09", "6d 5d 4d 3d 2d", "2c 2d 2h 2s 3d", 0, "The two hands of WITNESS tie by the rules"),
    ("10", 'KIND = "hole"', 'KIND = "cheating"', 1, "WHY does not contain the word cheating"),
    ("11", 'key=lambda row: int(row["round"])', 'key=lambda row: row["round"]', 0, "The times"),
    ("11", "enough[-1]", "enough[0]", 1, "interval leaves out 0 of 10"),
    ("11", "    if not enough:\n        return -inf, inf\n", "", 2, "interval ends in line"),
    ("12", "evaluate(hand):\n", "evaluate(hand):\n    sum(range(20_000))\n", 0, "evaluate is 0."),
    ("13", "flush, full_house", "full_house, flush", 1, "By the rules of short deck, flush, "),
    (
        "13",
        "[9, 8, 7, 6, 5]",
        "groups",
        0,
        "By the rules of short deck, ten-high straight should beat",
    ),
]
"""Changes of solutions: the exercise, the old text and the new, the steps passed, what is said."""
NAMES = """from enum import Enum

class Name(str, Enum):
    A, B, C, D, E = "high card", "one pair", "two pair", "three of a kind", "straight"
    F, G, H, I = "flush", "full house", "four of a kind", "straight flush"

def category(hand):
    return Name(name(hand))
"""
KEY_OF_06 = "return pack([category, *different, 0, 0, 0][:6], 15)"
ALSO_RIGHT = [
    ("03", "counts(ranks):", "counts(ranks): return Counter(of(ranks))\n\ndef of(ranks):"),
    ("04", KEY, "    import fractions\n" + KEY.replace("cat", "fractions.Fraction(1, 9) + cat")),
    ("01", "def category(hand):", f"{NAMES}\ndef name(hand):"),
    ("02", "ks = [RANKS.index(card[0])", "ks = [numpy.int64(RANKS.index(card[0]))"),
    ("06", KEY_OF_06, KEY_OF_06.replace("pack(", "numpy.int64(pack(") + ")"),
    ("07", "return place\n", "return IntEnum('Place', {'HERE': place})(place)\n"),
    ("11", "permutations(times, 2)", "permutations(map(numpy.str_, times), 2)"),
    ("10", '"""', '\ufeff"""'),
]
"""Changes of solutions, as of `CHANGES`, that are right: a Counter, keys that order themselves,
texts and numbers of other types, a mark of the byte order."""


def solution(number: str) -> Path:
    """The solution of an exercise."""
    exercise = find(number)
    return ROOT / "solutions" / exercise.folder.name / exercise.file


def marks(sources: dict[str, tuple[Exercise, str]], folder: Path) -> dict[str, Any]:
    """The mark of each file: its name, its exercise, and what is in it."""
    tasks, names = [], {}
    for name, (exercise, source) in sources.items():
        (folder / name).mkdir()
        file = folder / name / exercise.file
        file.write_text(source)
        names[str(file)] = name
        is_measured = exercise.number == "12" and name != "12"  # all of its steps are slow
        tasks.append(
            Task(str(exercise.tests), str(file), LIMITS, 1, seed="1", without_slow=not is_measured)
        )
    return {names[task.file]: result for task, result, _ in workers.run(work, tasks, 1)}


def test_solutions_are_right(tmp_path: Path) -> None:
    """Else nobody can do the exercise, or the solution is wrong."""
    sources = {each.number: (each, solution(each.number).read_text()) for each in exercises()}
    of_ours = marks(sources, tmp_path)
    assert not {number: mark for number, mark in of_ours.items() if "sentence" in mark}


@pytest.mark.thorough
def test_other_solutions_are_right(tmp_path: Path) -> None:
    """Else who writes a right one in another way gets no marks."""
    sources = {}
    for number, old, new in ALSO_RIGHT:
        text = solution(number).read_text()
        assert old in text
        text = text.replace(old, new, 1) + "\nimport numpy\nfrom collections import Counter\n"
        text += "from enum import IntEnum\n"
        sources[f"{number} changed"] = find(number), text
    assert not {
        number: mark for number, mark in marks(sources, tmp_path).items() if "sentence" in mark
    }


@pytest.mark.thorough
def test_the_fast_solution_is_fast() -> None:
    mark = grade(find("12"), solution("12"), LIMITS)
    assert mark.status == "done", mark.sentence


@pytest.mark.every(3)
@pytest.mark.parametrize("first", range(3))
def test_stubs_pass_nothing(first: int, tmp_path: Path) -> None:
    """Else somebody gets points for the file that everybody begins with."""
    stubs = {
        each.number: (each, (each.folder / each.file).read_text())
        for each in [*exercises()][first::3]
    }
    for number, mark in marks(stubs, tmp_path).items():
        assert (mark["passed"], mark.get("partial", 0)) == (0, 0), number


@pytest.mark.every(3)
@pytest.mark.parametrize("first", range(3))
def test_wrong_attempts_are_told_what_is_wrong(first: int, tmp_path: Path) -> None:
    sources = {}
    for place, (number, old, new, *_) in [*enumerate(CHANGES)][first::3]:
        text = solution(number).read_text()
        assert old in text, (number, old)
        sources[str(place)] = find(number), text.replace(old, new)
    for place_of, mark in marks(sources, tmp_path).items():
        *_, passed, sentence = CHANGES[int(place_of)]
        assert not isinstance(mark, Died), (mark, sentence)
        assert mark.get("sentence", "").startswith(sentence), (CHANGES[int(place_of)], mark)
        assert mark["passed"] == passed, sentence


def test_no_wrong_work_has_full_marks() -> None:
    """By the table that `make exercises-strength` wrote; it has each work, and eight or more."""
    recorded = wrong_works.results()
    numbers = {number for number, *_ in recorded}  # an exercise that a guest adds has none yet
    of_table = [each for each in exercises() if each.number in numbers]
    works = [(each.number, cause) for each in of_table for cause in wrong_works.wrong_works(each)]
    assert works == [(number, cause) for number, cause, _ in recorded]
    assert not [cause for _, cause, step in recorded if not step]
    assert all(len(wrong_works.wrong_works(each)) >= 8 for each in of_table)


def test_some_wrong_works_fail_at_the_recorded_step(tmp_path: Path) -> None:
    """One of each exercise, which steps find that do not ask about every hand."""
    (*steps,) = zip(exercises(), steps_of(*exercises()))
    sources, expected = {}, {}
    for exercise, of_exercise in steps:
        quick = {step.name: step.number for step in of_exercise if not step.slow}
        rows = [row for row in wrong_works.results() if row[0] == exercise.number]
        for _, cause, step in [row for row in rows if row[2] in quick][-1:]:
            sources[f"{exercise.number} {cause}"] = (
                exercise,
                wrong_works.wrong_works(exercise)[cause],
            )
            expected[f"{exercise.number} {cause}"] = quick[step]
    found = marks(sources, tmp_path)
    assert expected == {name: mark["passed"] for name, mark in found.items()}


@pytest.mark.thorough
@pytest.mark.parametrize("number", [each.number for each in exercises()])
def test_wrong_works_fail_at_the_recorded_step(number: str) -> None:
    rows = [row for row in wrong_works.results() if row[0] == number]
    assert rows == [*wrong_works.grade(find(number))]
