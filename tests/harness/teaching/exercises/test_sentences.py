"""Every sentence of the grader is made to be said."""

import os
from pathlib import Path

import pytest

from harness.processes.limits import Limits
from harness.teaching.exercises.grader import grade, grade_all
from harness.teaching.exercises.handed_in import all_in, the_file
from harness.teaching.exercises.ladder import EXERCISES
from harness.teaching.exercises.sentences import SENTENCES
from tests.harness.teaching.exercises import (
    test_differences,
    test_fooling,
    test_killing,
    test_lookups,
    test_measuring,
    test_mending,
)
from tests.harness.teaching.exercises.submissions import solution, stub, take, written

ONE = "def category(hand):\n    "

SAID: dict[str, tuple[str, str | bytes]] = {
    "empty": ("01", " \n\n"),
    "not_text": ("01", b"def category(hand):\n    return '\xff'\n"),
    "syntax": ("01", "def category(hand:\n    return 1\n"),
    "not_installed": ("01", "import no_such_package\n"),
    "loading_raises": ("01", "x = 1 / 0\n"),
    "missing": ("01", "def rank(hand):\n    return 1\n"),
    "misspelled": ("01", "def Catgory(hand):\n    return 1\n"),
    "not_a_function": ("01", "category = 'one pair'\n"),
    "parameters": ("01", "def category(first, second):\n    return 1\n"),
    "none": ("01", ONE + "pass\n"),
    "none_printed": ("01", ONE + "print('one pair')\n"),
    "none_of_method": ("01", ONE + "ranks = [*hand]\n    return ranks.sort()\n"),
    "not_called": ("01", ONE + "return hand[0].lower\n"),
    "remembers": (
        "02",
        (
            "ranks = []\ndef ranks_in_order(hand):\n"
            "    ranks.extend('--23456789TJQKA'.index(card[0]) for card in hand)\n"
            "    return sorted(set(ranks), reverse=True)\n"
        ),
    ),
    "no_such_key": ("01", ONE + "return {'Q': 12}[hand[0][0]]\n"),
    "raises": ("01", ONE + "return hand[9]\n"),
    "letter_as_number": ("01", ONE + "return [int(card[0]) for card in hand]\n"),
    "asks": ("01", ONE + "return input()\n"),
    "exits": ("01", ONE + "quit()\n"),
    "endless_calls": ("01", ONE + "return category(hand)\n"),
    "memory": ("01", ONE + "raise MemoryError\n"),
    "changed": ("01", ONE + "hand.sort()\n    return 'one pair'\n"),
    "two_answers": (
        "01",
        "asked = []\n" + ONE + "asked.append(1)\n"
        "    return 'one pair' if len(asked) % 2 else 'high card'\n",
    ),
    "wrong_type": ("01", ONE + "return 1\n"),
    "wrong_value": ("01", ONE + "return 'high card'\n"),
    "strange": (
        "03",
        """
class Odd(str):
    __hash__ = str.__hash__

    def __eq__(self, other):
        raise ValueError

def counts(ranks):
    return {Odd("flush"): 1}
""",
    ),
    "no_such_category": ("01", ONE + "return 'pair'\n"),
    "no_count": ("03", "def counts(ranks):\n    return {'flush': 0}\n"),
    "no_such_count": ("03", "def counts(ranks):\n    return {'flushes': 0}\n"),
    "wrong_sum": (
        "03",
        stub(EXERCISES["03"]).read_text().replace("CATEGORIES, 0", "CATEGORIES, 1"),
    ),
    "not_comparable": ("05", "def evaluate(hand):\n    return 1 if hand[0] == 'Ad' else 'a'\n"),
    "not_a_key": ("05", "def evaluate(hand):\n    return set(hand)\n"),
    "upside_down": (
        "05",
        "def evaluate(hand):\n    return -max('--23456789TJQKA'.index(card[0]) for card in hand)\n",
    ),
    "wrong_order": ("05", "def evaluate(hand):\n    return 0\n"),
}
"""The sentences of the questions: the number of an exercise, and a submission that is told so."""

RETURNED = "    return category, fours, threes, twos, ones\n"
CHANGED: dict[str, tuple[str, str, str]] = {
    "wrong_count": ("03", '"straight": runs * (4**5 - 4)', '"straight": runs * 4**5 - 4'),
    "not_safe": ("06", "    base = 2\n", "    return 2\n"),
    "not_the_smallest": ("06", "    base = 2\n", "    return 100\n"),
    "fault": ("04", RETURNED, "    return category, fours, threes, twos, ones[: 5 - 4 * flush]\n"),
    "two_keys": (
        "04",
        RETURNED,
        "    return category, fours, threes, twos, ones, flush * hand[0]\n",
    ),
    "no_verdict": ("04", RETURNED, "    assert not flush or 9 not in ones\n" + RETURNED),
    "no_verdict_in_time": (
        "04",
        RETURNED,
        "    while flush and 9 in ones:\n        pass\n" + RETURNED,
    ),
}
"""What is said about a solution after a change: the exercise, the old text and the new one."""


@pytest.mark.parametrize("name", SAID)
def test_sentence_is_said(name: str, tmp_path: Path) -> None:
    number, source = SAID[name]
    _, said = take(number, written(tmp_path, source))
    assert said
    assert said.name == name
    assert_is_a_sentence(said.words)


def assert_is_a_sentence(words: str) -> None:
    """Parts are filled in, and it begins and ends as a sentence does."""
    assert "{function}" not in words
    assert words[-1] in ".?:"
    assert "\n" not in words


@pytest.mark.parametrize("name", CHANGED)
def test_sentence_about_a_changed_solution_is_said(name: str, tmp_path: Path) -> None:
    number, old, new = CHANGED[name]
    exercise = EXERCISES[number]
    source = solution(exercise).read_text()
    assert source.count(old) == 1
    file = written(tmp_path, source.replace(old, new))
    marked = grade(exercise, file, limits=Limits(seconds=0.3, megabytes=500), jobs=1)
    assert marked.said
    assert marked.said.name == name
    assert_is_a_sentence(marked.said.words)


LATE = {
    "by_chance": ONE + "return 'one pair' if hash('b') % 2 else 'high card'\n",
    "loading_late": "while True:\n    pass\n",
    "late": ONE + "while True:\n        pass\n",
    "memory": "kept = []\n" + ONE + "while True:\n        kept.append('x' * 10**8)\n",
    "died": "import os\n" + ONE + "os._exit(3)\n",
}


@pytest.mark.parametrize("name", LATE)
def test_what_ends_the_process_is_said(name: str, tmp_path: Path) -> None:
    """In a worker: an endless loop, too much memory, and the end of the process."""
    file = written(tmp_path, LATE[name])
    limits = Limits(seconds=5 if name == "memory" else 0.3, megabytes=300)
    marked = grade(EXERCISES["01"], file, limits=limits, jobs=1)
    assert marked.said
    assert marked.said.name == name
    assert marked.points == 0
    assert_is_a_sentence(marked.said.words)
    if name in ("late", "died"):
        assert marked.said.hands == ("2s 6h 7c Kd Ks",)


@pytest.mark.parametrize(("files", "name"), [([], "no_file"), (["a.py", "b.py"], "several_files")])
def test_what_is_not_one_file_is_said(files: list[str], name: str, tmp_path: Path) -> None:
    for file in files:
        (tmp_path / file).touch()
    handed_in = the_file(tmp_path, EXERCISES["01"])
    assert handed_in.file is None
    assert handed_in.said
    assert handed_in.said.name == name
    assert_is_a_sentence(handed_in.said.words)


def test_a_submission_that_takes_too_long_in_all_is_stopped(tmp_path: Path) -> None:
    """Each hand is fast enough, and all of them together would take hours."""
    source = solution(EXERCISES["01"]).read_text()
    source = "import time\n" + source.replace("    ranks =", "    time.sleep(0.01)\n    ranks =")
    exercise = EXERCISES["01"]
    marked = grade(exercise, written(tmp_path, source), jobs=1, most_seconds=1)
    assert marked.said
    assert marked.said.name == "too_long"
    assert "1 second in all" in marked.said.words
    assert_is_a_sentence(marked.said.words)


def test_what_cannot_be_read_is_said_and_others_are_graded(tmp_path: Path) -> None:
    """A link may lead to somebody else's file; a pipe never ends."""
    right = written(tmp_path, solution(EXERCISES["03"]).read_text(), "right.py")
    (tmp_path / "link.py").symlink_to(right)
    (tmp_path / "nowhere.py").symlink_to("/nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "loop").symlink_to(".")
    written(tmp_path / "folder", right.read_text(), "counts.py")
    exercise = EXERCISES["03"]
    submissions = list(all_in(tmp_path, exercise))
    marks = {each.name: m for each, m in zip(submissions, grade_all(exercise, submissions))}
    said = {name: marked.said.name if marked.said else "" for name, marked in marks.items()}
    unreadable = dict.fromkeys(["link", "nowhere", "pipe"], "unreadable")
    assert said == {"folder": "", **unreadable, "right": ""}


def test_every_sentence_is_said_in_a_test() -> None:
    """A sentence that no test makes the grader say may be wrong, or never said."""
    said = {*SAID, *CHANGED, *LATE, "no_file", "several_files", "too_long", "unreadable"}
    for tests in (test_lookups, test_killing, test_mending, test_fooling, test_differences):
        said |= {*tests.SAID}
    assert {*SENTENCES} == said | {*test_measuring.SAID}
