"""The questions of the page, and the answers, as plain values: check, grade, and show a hand.

The page sends the text of a program. It is saved in a folder of its own, and loaded as `allhands
check` loads a file. While Python works, it reports its progress to the page; a page that gets no
report before its deadline takes that for an endless loop, and ends Python.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import asdict, replace
from io import TextIOBase
from itertools import islice
from pathlib import Path
from tempfile import mkdtemp
from time import perf_counter
from typing import Any

from evaluators import UnknownEvaluatorError
from evaluators.cards import Card, format_hand, parse_hand
from evaluators.errors import UserError
from harness.adapters.adopt import load
from harness.adapters.asking import describe
from harness.adapters.place import Place
from harness.browser.stand_ins import run_here
from harness.browser.verdicts import DEADLINE, Reporter, Tell, verdict_of
from harness.checking.verdict import Verdict
from harness.hands.classes import class_of, classes
from harness.hands.scopes import ALL_FIVE, Scope
from harness.processes import workers
from harness.processes.visible import visible_repr
from harness.teaching import deciding, proof
from harness.teaching.chapters import CHAPTER_OF, CHAPTERS
from harness.teaching.grader import exercise, submission
from harness.teaching.grader.host import Host
from harness.teaching.mutants import broken
from harness.teaching.pictures import picture
from harness.teaching.steps import Step, key_of, trace_of
from harness.teaching.walk import value_text, walk
from harness.teaching.witnesses import witness_lines

MOST_PRINTED = 2_000
"""Characters of a program's output that are kept."""
SAYING = "problem", "message", "sentence"
"""The parts of an answer that may name a line of the program."""
SLOWER = 5
"""The deadline of the page, divided by the time limit of a call on a terminal."""
LOADING = 60
"""Seconds that the page waits for the import of a submission."""
MOST_STEPS = 1_000
"""The most steps that are shown of a hand."""

Answer = dict[str, Any]


class Printed(TextIOBase):
    """Keeps the beginning of a program's output: `text`."""

    text = ""

    def write(self, text: str) -> int:
        """Keep as much of a text as there is room for."""
        self.text += text[: MOST_PRINTED - len(self.text)]
        return len(text)


class Answers:
    """Answers the page.

    Args:
        tell: called with the part that runs, the number of hands that are done, the result so
            far, the seconds until the next report, and the number of all hands.
    """

    def __init__(self, tell: Tell) -> None:
        self.reporter = Reporter(tell)
        alive = self.reporter.alive
        # The page ends a call that takes too long. The clock of a browser's process hardly ticks.
        self._host = Host(alive, alive, perf_counter, run_here, self._verdict_at)

    def answer(self, question: str, **about: Any) -> Answer:
        """The answer to a question: `check`, `grade`, `stub` or `show`."""
        self.reporter.seconds = LOADING if question == "grade" else DEADLINE
        self.reporter.begin("loading")
        with redirect_stdout(Printed()) as printed, redirect_stderr(printed):
            try:
                answer: Answer = getattr(self, question)(**about)
            except workers.raised_by_others() as error:
                is_ours = isinstance(error, UserError)
                answer = {"problem": str(error) if is_ours else describe(error)}
        said = next((answer[part] for part in SAYING if part in answer), "")
        line = line_of(said, Place.of(about.get("file", "")).file)
        return answer | {"printed": printed.text, "line": line}

    def _saved(self, file: str, text: str) -> Path:
        """The text in a file of this name, in a new folder."""
        path = Path(mkdtemp(), file)
        path.write_text(text, encoding="utf-8")
        return path

    def _loaded(self, file: str, text: str) -> Any:
        """The evaluator of a text; the name of the file may end in ``:attribute``."""
        place = Place.of(file)
        path = self._saved(place.file, text)
        try:
            return load(replace(place, file=str(path), text=str(path)))
        except UnknownEvaluatorError as error:
            words, which, _ = str(error).replace(f"{path.parent}/", "").partition("; say which")
            raise UserError(f"{words}: write def evaluate(hand):" if which else words) from None

    # --- All hands. ---

    def check(self, file: str, text: str) -> Answer:
        """The verdict on a program: as in JSON, with the share in words and the chapter."""
        verdict = verdict_of(self._loaded(file, text), file, ALL_FIVE, self.reporter)
        known = verdict.as_json()
        del known["failures"]
        if verdict.witness:
            known["witness"]["sentence"] = list(witness_lines(verdict.witness))[-1]
            for name in ("first", "second"):
                side = getattr(verdict.witness, name)
                known["witness"][name]["key"] = visible_repr(side.key)
        return known | {
            "share": verdict.wrong_in_words if verdict.wrong else "",
            "whole": verdict.of_whole.words,
            "read": chapter_of(CHAPTER_OF.get(verdict.advice.kind)),
        }

    def _verdict_at(self, place: str, scope: Scope, *_: object) -> Verdict:
        """The verdict on the evaluator at a place, for a step of an exercise."""
        return verdict_of(load(Place.of(place)), place, scope, self.reporter)

    def grade(self, number: str, text: str, seed: str = "") -> Answer:
        """The mark of a submission: its steps, and the fault of the first that fails."""
        task = exercise.find(number)
        steps = exercise.steps_of(task.tests)
        mark: Answer = {"steps": [(exercise.name_of(step), step.step["points"]) for step in steps]}
        passed = 0
        try:
            theirs = submission.Submission(self._saved(task.file, text), seed=seed, host=self._host)
            for passed, test in enumerate(steps):
                theirs.seconds = test.step["seconds"] or theirs.limits.seconds
                self.reporter.seconds = max(DEADLINE, SLOWER * theirs.seconds)
                self.reporter.begin(f"step {passed + 1} of {len(steps)}")
                submission.take(test, theirs)
        except submission.Fault as fault:
            chapter = fault.chapter
            if chapter == submission.THE_STEPS:
                chapter = steps[passed].step["chapter"]
            mark |= {"sentence": fault.sentence, "lines": fault.lines, "read": chapter_of(chapter)}
            return mark | {"passed": passed, "points": fault.points}
        return mark | {"passed": len(steps), "points": 0}

    def stub(self, seed: str) -> Answer:
        """The file of exercise 09 for a student's number or name."""
        return {"text": broken(seed)}

    # --- A hand. ---

    def show(self, file: str, text: str, hands: Sequence[str], strategy: str = "") -> Answer:
        """The steps of one hand or two; of two, the winner, and the element that decides.

        Args:
            file: the name of the program's file.
            text: the program.
            hands: one hand of five cards, or two.
            strategy: the strategy whose lesson this is, for its pictures.
        """
        dealt = [parse_hand(hand, range(5, 6)) for hand in hands]
        evaluator = self._loaded(file, text)
        runs = [trace_of(evaluator, hand) for hand in dealt]
        answer: Answer = {"hands": [shown(*each, strategy) for each in zip(dealt, runs)]}
        if len(dealt) == 2:
            lower_wins = getattr(evaluator, "lower_wins", None)
            if lower_wins is None:
                lower_wins = proof.lower_wins([*keys_of_classes(evaluator)])
            answer["outcome"] = deciding.outcome(*dealt)
            one, other = map(key_of, runs)
            if one is not None and other is not None:  # else the code is not finished
                answer["decision"] = asdict(decided(one, other, lower_wins, strategy))
        return answer


def keys_of_classes(evaluator: Any) -> Iterator[Any]:
    """The keys of some classes, the best first; unfinished code has keys for few of them."""
    for each in classes()[::400]:
        with suppress(Exception):
            key = evaluator.evaluate([evaluator.encode(card) for card in each.example])
            yield from [key] * (key is not None)


def shown(hand: Sequence[Card], steps: Sequence[Step], strategy: str) -> Answer:
    """The steps of a hand, with the pictures of its strategy while its variables are the same."""

    def drawn(number: int) -> Any:
        with suppress(Exception):
            return picture(strategy, hand, steps[: number + 1])
        return []

    return {
        "hand": format_hand(hand),
        "name": str(class_of(hand)),
        "key": value_text("", key_of(steps)),
        "steps": [*islice(walk(steps, drawn), MOST_STEPS)],
        "of": len(steps),
    }


def decided(one: Any, other: Any, lower_wins: bool, strategy: str) -> deciding.Decision:
    """The element that decides; a lesson that was edited may make keys of another form."""
    with suppress(Exception):
        return deciding.between(one, other, lower_wins, strategy)
    return deciding.between(one, other, lower_wins)


def line_of(said: str, file: str) -> int | None:
    """The line of the program that a sentence or an error names, if it names one.

    >>> line_of("IndexError: at line 3 (mine.py:5)", "mine.py"), line_of("Line 7 is empty", "")
    (5, 7)
    """
    for named in (rf"\({re.escape(file)}:(\d+)\)$", r"\bline (\d+)"):
        if found := re.search(named, said, re.IGNORECASE):
            return int(found[1])
    return None


def chapter_of(number: int | None) -> Answer | None:
    """The chapter to read, if one helps."""
    return None if number is None else CHAPTERS[number]._asdict()
