"""pytest's plug-in for exercises: tests with the mark `step` are the steps, in order.

A test asks the submission through the fixture `theirs`. The first line of the test's docstring is
the name of the step; the mark has the other attributes of a `Step`. The first line of an assert's
message is the sentence that a student reads, the other lines show a hand or a call. After the first
step that fails, the others are skipped.

In a folder with ``test_buckets.py``, the submission is ``buckets.py``.
"""

from collections import defaultdict
from collections.abc import Generator
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from harness.processes.visible import visible

if TYPE_CHECKING:
    from harness.teaching.grader.exercise import Step
    from harness.teaching.grader.submission import Fault, Submission

MARK = "step(points=1, *, chapter, slow=False, seconds=None): of an exercise"


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and the plug-in that runs the steps."""
    config.addinivalue_line("markers", MARK)
    if not any(isinstance(plugin, Steps) for plugin in config.pluginmanager.get_plugins()):
        config.pluginmanager.register(Steps())


@pytest.fixture(scope="module")
def theirs(request: pytest.FixtureRequest) -> "Submission":
    """The submission that a file of tests is about."""
    from harness.teaching.grader.submission import Submission

    plugins = request.config.pluginmanager.get_plugins()
    run = next(plugin for plugin in plugins if isinstance(plugin, Steps))
    neighbour = request.path.with_name(request.path.name.removeprefix("test_"))
    run.submissions[request.path] = Submission(**{"file": neighbour} | run.how)
    return run.submissions[request.path]


class Steps:
    """Runs the steps, stops at the first that fails, and counts points.

    Attributes:
        without_slow: whether to leave out slow steps.
        how: the arguments of `Submission`; by default, its file is in the folder of the tests.
        steps: for each file of tests, its steps by the names of the tests.
        faults: for each file of tests, the step that fails, and why.
        submissions: for each file of tests, the submission.
    """

    def __init__(self, without_slow: bool = False, **how: Any) -> None:
        self.without_slow, self.how = without_slow, how
        self.steps: defaultdict[Path, dict[str, Step]] = defaultdict(dict)
        self.faults: dict[Path, tuple[Step, Fault]] = {}
        self.submissions: dict[Path, Submission] = {}

    def mark(self, tests: Path) -> dict[str, Any]:
        """The mark of a file of tests, as plain values."""
        from harness.checking.statuses import ERROR
        from harness.teaching.grader.submission import UNFINISHED

        steps, submission = [*self.steps[tests].values()], self.submissions.get(tests)
        taken = [step for step in steps if not (self.without_slow and step.slow)]
        passed = len([*takewhile(lambda step: not step.cases, taken)])
        mark: dict[str, Any] = {"steps": [*map(vars, steps)], "passed": passed}
        mark["printed"] = submission.output.lines if submission else 0
        if tests in self.faults:
            step, fault = self.faults[tests]
            mark |= {"passed": step.number, "partial": fault.points, "status": fault.status}
            mark |= {"sentence": visible(fault.sentence), "chapter": fault.chapter}
            mark["lines"] = [*map(visible, fault.lines)]
        elif passed < len(taken):
            mark |= {"status": ERROR, "sentence": UNFINISHED}
        return mark

    def step_of(self, item: pytest.Item) -> "Step | None":
        """The step that a test belongs to, if any."""
        return self.steps[item.path].get(getattr(item, "originalname", ""))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put slow steps last, and count the cases of each step."""
        items.sort(key=_is_slow)
        for item in items:
            if isinstance(item, pytest.Function) and _is_step(item):
                steps = self.steps[item.path]
                step = steps.setdefault(item.originalname, _step_of(item, len(steps)))
                step.cases += 1
        if self.without_slow:
            items[:] = [each for each in items if not getattr(self.step_of(each), "slow", False)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Generator[None]:
        """Skip the steps after one that fails; else tell the submission which step begins."""
        step = self.step_of(item)
        if step and item.path in self.faults:
            pytest.skip("a step before it fails")
        yield
        if step and (submission := self.submissions.get(item.path)):
            submission.step = step.number
            submission.seconds = max(step.seconds or 0, submission.limits.seconds)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Keep why a step fails, or that a case of it passed."""
        report = yield
        from harness.teaching.grader.submission import THE_STEPS, as_fault

        step, submission = self.step_of(item), self.submissions.get(item.path)
        if step and call.excinfo and not report.skipped and item.path not in self.faults:
            fault = as_fault(call.excinfo.value, submission, item.runtest, step.slow)
            if fault.chapter == THE_STEPS:
                fault.chapter = step.chapter
            self.faults[item.path] = step, fault
        elif step and call.when == "call" and report.passed:
            step.cases -= 1
        return report

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the text for the student: the sentence, a hand, a chapter, and the points."""
        from harness.teaching.chapters import CHAPTERS

        write = terminalreporter.write_line
        for step, fault in self.faults.values():
            terminalreporter.section(f"step {step.number + 1}: {step.name}")
            write(fault.sentence, red=True)
            for line in fault.lines:
                write(f"  {line}")
            if fault.chapter is not None:
                write(f"read {CHAPTERS[fault.chapter]}")
        steps = [step for of_file in self.steps.values() for step in of_file.values()]
        if steps:
            points = sum(step.points for step in steps if not step.cases)
            write(f"{points} of {sum(step.points for step in steps)} points")


def _is_step(item: pytest.Item) -> bool:
    """Test whether a test is a step: other projects have marks of this name, too."""
    return "theirs" in getattr(item, "fixturenames", ()) and bool(item.get_closest_marker("step"))


def _is_slow(item: pytest.Item) -> bool:
    marks = item.iter_markers("step") if _is_step(item) else ()
    return any(mark.kwargs.get("slow") for mark in marks)


def _step_of(item: pytest.Function, number: int) -> "Step":
    """The step of a test.

    Raises:
        pytest.UsageError: its mark or its docstring says too little.
    """
    from harness.teaching.grader.exercise import Step, name_of

    about: dict[str, Any] = {}
    for mark in item.iter_markers("step"):
        about.update(zip(["points"], mark.args), **mark.kwargs)
    if not (item.function.__doc__ or "").strip() or "chapter" not in about:
        raise pytest.UsageError(f"{item.nodeid}: a step needs a docstring and a chapter")
    return Step(name_of(item.function), number, **about)
