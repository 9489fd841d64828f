"""Stand-ins for the modules that a browser does not have."""

import json
import shutil
import sys
from pathlib import Path

from harness.browser import site
from harness.browser.stand_ins import run_here
from harness.hands.scopes import Sample
from harness.teaching.mistakes import right
from tests.harness.browser.test_verdicts import asked
from tests.scripts import run_script

ALONE = """
import json, os, sys
from harness.browser import stand_ins
stand_ins.install()
from harness.browser.answers import Answers
from harness.browser.verdicts import verdict_of
from harness.adapters.adopt import fitted
from harness.hands.scopes import Sample
from harness.teaching.grader.exercise import exercises, steps_of
from harness.teaching.mistakes import right
import numpy
assert stand_ins.__file__.startswith(os.getcwd())  # not those of this folder
assert isinstance(numpy, stand_ins.AbsentModule)
stand_ins.hide()
assert not [name for name in sys.modules if name.startswith("numpy")]
page = Answers(lambda *about: None)
verdict = verdict_of(fitted(right, "mine"), "mine", Sample(5, 500), page.reporter)
steps = [len(steps_of(exercise.tests)) for exercise in exercises()]
json.dump([verdict.status, verdict.hands, verdict.distinct_keys, steps], sys.stdout)
"""


def test_everything_runs_where_numpy_and_pytest_are_not(tmp_path: Path) -> None:
    """Else the page does not start, or cannot load the tests of an exercise."""
    site._pack(tmp_path / "allhands.zip")
    shutil.unpack_archive(tmp_path / "allhands.zip", tmp_path)
    process = run_script(ALONE, tmp_path)
    assert process.stderr == ""
    status, hands, keys, steps = json.loads(process.stdout)
    verdict = asked(right, Sample(5, 500))
    assert (status, hands, keys) == (verdict.status, verdict.hands, verdict.distinct_keys)
    assert len(steps) == 13
    assert min(steps) > 2


def test_code_that_runs_alone_sees_nothing_of_ours() -> None:
    code = "import sys; print('harness' in sys.modules, sys.argv[1], input()); 1 / 0"
    process = run_here([sys.executable, "-c", code, "x"], input="y")
    assert process.stdout == "False x y\n"
    assert (process.returncode, process.stderr) == (1, "ZeroDivisionError: division by zero\n")
    assert "harness" in sys.modules
