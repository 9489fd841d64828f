"""pytest's plug-in for exercises: tests with the mark `step` are the steps, in order.

A test asks the submission through the fixture `theirs`. The first line of the test's docstring is
the name of the step. Its mark says the points, the chapter to read if it fails, whether students
see no hand (``hidden``), whether it is about every hand (``slow``), and the time limit of a call if
it is not the usual one (``seconds``). The first line of an assert's message is the sentence that a
student reads, the other lines show a hand or a call. After the first step that fails, the others
are skipped.

In a folder with ``test_buckets.py``, the submission is ``buckets.py``.
"""

from collections.abc import Generator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.processes.limits import Limits
    from harness.teaching.grader.submission import Fault, Submission

MARK = "step(points=1, *, chapter, hidden=False, slow=False, seconds=None): of an exercise"
UNFINISHED = "The tests did not come to their end: does the file change pytest, or end it?"


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and what runs the steps."""
    config.addinivalue_line("markers", MARK)
    if not any(isinstance(plugin, Steps) for plugin in config.pluginmanager.get_plugins()):
        config.pluginmanager.register(Steps())


@pytest.fixture(scope="module")
def theirs(request: pytest.FixtureRequest) -> "Submission":
    """The submission."""
    plugins = request.config.pluginmanager.get_plugins()
    steps = next(plugin for plugin in plugins if isinstance(plugin, Steps))
    return steps.submission_of(request.path)


@dataclass
class Step:
    """A step: a test, which may have several cases.

    Attributes:
        name: what it does, as in "it finds the wheel".
        points: the points for it.
        chapter: the number of the chapter to read if it fails.
        hidden: whether a student sees the sentence alone, without a hand.
        slow: whether it is about every hand, so that it is taken once, after all others.
        seconds: the time limit of a call in it; None for the usual one.
        number: its place among the steps, from 0.
        cases: how many of its cases are still to pass.
    """

    name: str
    points: int
    chapter: int
    hidden: bool
    slow: bool
    seconds: float | None
    number: int
    cases: int = 0

    @classmethod
    def of(cls, item: pytest.Function, number: int) -> "Step":
        """The step of a test.

        Raises:
            pytest.UsageError: its mark or its docstring says too little.
        """
        marks: dict[str, Any] = {"points": 1, "hidden": False, "slow": False, "seconds": None}
        for mark in item.iter_markers("step"):
            marks.update(zip(["points"], mark.args))
            marks.update(mark.kwargs)
        lines = (item.function.__doc__ or "").strip().splitlines()
        if not lines or "chapter" not in marks:
            raise pytest.UsageError(f"{item.nodeid}: a step needs a docstring and a chapter")
        name = lines[0].removesuffix(".")
        return cls(name=name[0].lower() + name[1:], number=number, **marks)


class Steps:
    """Runs the steps, stops at the first that fails, and counts points.

    Attributes:
        file: the submission; by default, the file beside the tests.
        limits: the time limit of a call, and the memory limit; None for the usual ones.
        jobs: how many processes a check of all hands may use; None for one per core.
        without_slow: whether to leave out slow steps.
        seed: the student's own number or name, where an exercise needs it.
        steps: the steps, by file and name of the test.
        faults: for each file of tests, the step that fails, and why.
        submissions: the submissions that are loaded, by file of tests.
    """

    def __init__(
        self,
        file: Path | None = None,
        limits: "Limits | None" = None,
        jobs: int | None = None,
        without_slow: bool = False,
        seed: str = "",
    ) -> None:
        self.file, self.limits, self.jobs, self.without_slow = file, limits, jobs, without_slow
        self.seed = seed
        self.steps: dict[tuple[Path, str], Step] = {}
        self.faults: dict[Path, tuple[Step, Fault]] = {}
        self.submissions: dict[Path, Submission] = {}

    def submission_of(self, tests: Path) -> "Submission":
        """The submission that a file of tests is about."""
        from harness.teaching.grader.submission import USUAL, Submission

        file = self.file or tests.with_name(tests.name.removeprefix("test_"))
        self.submissions[tests] = Submission(file, self.limits or USUAL, self.jobs, self.seed)
        return self.submissions[tests]

    def passed(self, tests: Path) -> list[Step]:
        """The steps of a file of tests that passed, up to the first that did not."""
        mine = [step for (file, _), step in self.steps.items() if file == tests]
        taken = [step for step in mine if not (self.without_slow and step.slow)]
        return [*takewhile(lambda step: not step.cases, taken)]

    def mark(self, tests: Path) -> dict[str, Any]:
        """What the grader needs to know about a file of tests, as plain values."""
        from harness.teaching.grader.submission import ERROR

        submission = self.submissions.get(tests)
        mark: dict[str, Any] = {"passed": len(self.passed(tests))}
        mark["printed"] = submission.output.lines if submission else 0
        if tests in self.faults:
            step, fault = self.faults[tests]
            mark |= {"passed": step.number, "partial": fault.points, "status": fault.status}
            mark |= {"sentence": visible(fault.sentence), "quiet": visible(fault.quiet)}
            mark |= {"lines": [*map(visible, fault.lines)], "chapter": fault.chapter}
        elif any(
            step.cases for step in self.steps.values() if not (step.slow and self.without_slow)
        ):
            mark |= {"status": ERROR, "sentence": UNFINISHED}
        return mark

    def step_of(self, item: pytest.Item) -> Step | None:
        """The step that a test belongs to, if any."""
        return self.steps.get((item.path, getattr(item, "originalname", "")))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Count the cases of each step."""
        for item in items:
            if isinstance(item, pytest.Function) and item.get_closest_marker("step"):
                key = item.path, item.originalname
                if key not in self.steps:
                    self.steps[key] = Step.of(item, len(self.steps))
                self.steps[key].cases += 1
        if self.without_slow:
            items[:] = [each for each in items if not getattr(self.step_of(each), "slow", False)]

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip what comes after a step that fails."""
        step = self.step_of(item)
        if step and item.path in self.faults:
            pytest.skip("a step before it fails")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> None:
        """Tell the submission which step begins."""
        step = self.step_of(item)
        if step and item.path in self.submissions:
            submission = self.submissions[item.path]
            submission.step = step.number
            submission.seconds = step.seconds or submission.limits.seconds

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep why a step fails, or that a case of it passed."""
        report = yield
        from harness.teaching.grader.submission import THE_STEPS

        step = self.step_of(item)
        if step and call.excinfo and not report.skipped and item.path not in self.faults:
            fault = self.fault_of(item, step, call.excinfo.value)
            if fault.chapter == THE_STEPS:
                fault.chapter = step.chapter
            self.faults[item.path] = step, fault
        elif step and call.when == "call" and report.passed:
            step.cases -= 1
        return report

    def fault_of(self, item: pytest.Item, step: Step, error: BaseException) -> "Fault":
        """The fault that an error in a test stands for."""
        from harness.teaching.grader.submission import as_fault

        return as_fault(error, self.submissions.get(item.path), item.runtest, step.slow)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what a student reads: the sentence, a hand, a chapter, and the points."""
        from harness.teaching.chapters import CHAPTERS

        write = terminalreporter.write_line
        for step, fault in self.faults.values():
            terminalreporter.section(f"step {step.number + 1}: {step.name}")
            write(fault.sentence, red=True)
            for line in fault.lines:
                write(f"  {line}")
            if fault.chapter is not None:
                write(f"read {CHAPTERS[fault.chapter]}")
        if self.steps:
            points = sum(step.points for step in self.steps.values() if not step.cases)
            write(f"{points} of {sum(step.points for step in self.steps.values())} points")
