"""The option ``--allhands`` of pytest. Its tests of properties are in `test_check_here`."""

import sys

import pytest

from evaluators.rules import RULES
from harness.hands.key import blocks
from harness.hands.scopes import All


def test_options_that_choose_tests_choose_among_these(pytester: pytest.Pytester) -> None:
    options = "--allhands", "rank-sums", "--collect-only", "-q", "-k"
    assert pytester.runpytest_inprocess(*options, "no_such_test").ret == 5
    done = pytester.runpytest_inprocess(*options, "order")
    listed = [line for line in done.stdout.lines if "::" in line]
    assert listed
    assert all("order" in line for line in listed)


def test_a_place_without_an_evaluator_is_one_usage_error(pytester: pytest.Pytester) -> None:
    """Failure means a traceback for each of 13 tests, nearly ten thousand lines in all."""
    pytester.makepyfile(
        constants="HANDS = 2_598_960\n",
        test_own="def test_own(): raise SystemExit('a test was run')\n",
    )
    for options, message in (
        (["nosuch.py"], "nosuch.py: there is no such file"),
        (["constants.py", "-n", "1"], "'constants.py': no function is called evaluate"),
    ):
        done = pytester.runpytest_inprocess("--allhands", *options)
        assert done.ret == pytest.ExitCode.USAGE_ERROR
        (line,) = done.stderr.str().strip().splitlines()
        assert line.startswith(f"ERROR: --allhands: {message}")
        assert "a test was run" not in done.stdout.str()


def test_a_file_of_keys_is_tested(pytester: pytest.Pytester) -> None:
    """And so is a function of arrays: the style is that of a check."""
    keys = b"".join(block.tobytes() for block in blocks(All(rules=RULES["short-deck"])))
    (pytester.path / "mine.u16").write_bytes(keys)
    done = pytester.runpytest_inprocess("--allhands-rules", "short-deck", "--allhands", "mine.u16")
    done.assert_outcomes(passed=13)


def test_other_projects_have_packages_of_our_names(pytester: pytest.Pytester) -> None:
    """Else their tests find ours in place of theirs, or pytest ends before the first."""
    for name in ("harness/__init__", "harness/own", "evaluators"):
        pytester.path.joinpath(name).parent.mkdir(exist_ok=True)
        pytester.path.joinpath(f"{name}.py").write_text("")
    pytester.makepyfile("import evaluators, harness.own\ndef test_own(): pass")
    for of_folder in ("-m", "-Pm"):  # the current folder is on the path at once, or later
        done = pytester.run(sys.executable, of_folder, "pytest", "-p", "no:cacheprovider")
        done.assert_outcomes(passed=1)
        done.stdout.fnmatch_lines(["allhands: left out, since *harness/__init__.py has the name*"])


def test_other_projects_have_marks_and_options_of_their_own(pytester: pytest.Pytester) -> None:
    """Else their tests cannot run where allhands is installed."""
    pytester.makeconftest("def pytest_addoption(parser): parser.addoption('--rules')")
    pytester.makeini("[pytest]\nmarkers =\n    step: of our scenario")
    pytester.makepyfile("import pytest\n@pytest.mark.step\ndef test_login(): pass")
    pytester.runpytest_inprocess("--rules", "x").assert_outcomes(passed=1)
