"""The check says of each known evaluator what it said before."""

from importlib.util import find_spec

import pytest

from benchmarks.golden import Entry, as_values, entries, golden, line, verdicts, without_verdict
from harness.adapters.adopt import load
from harness.adapters.place import Place
from harness.faults.cells import Cells
from harness.faults.families import families
from harness.faults.hints import Kind
from harness.teaching.mistakes import BUGS, FAULTS, MISTAKES
from tests.harness.teaching.test_proof import one_of_each_class


def recorded() -> list[Entry]:
    """The evaluators that have a verdict, as far as they run here; those on few hands first."""
    runs_here = (entry for entry in entries() if entry.style != "compiled" or find_spec("numba"))
    with_verdict = (entry for entry in runs_here if str(entry) in golden())
    return sorted(with_verdict, key=lambda entry: (len(entry.scope), str(entry)))


def test_every_verdict_is_of_an_evaluator() -> None:
    """Else the file has a verdict on one that is gone, or is not in order: run `make golden`."""
    assert [*golden()] == sorted({*map(str, entries())} & {*golden()})


def test_evaluators_without_a_verdict_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a release lacks verdicts. If any are missing, this is skipped, and names them."""
    missing = without_verdict()
    first, *others = golden()
    monkeypatch.setattr("benchmarks.golden.golden", lambda: others)
    assert sorted(without_verdict()) == sorted([first, *missing])
    if missing:
        pytest.skip(f"run make golden: no verdict yet on {', '.join(missing)}")


def test_evaluators_of_the_tests_are_where_golden_looks_for_them() -> None:
    """Else `make golden` fails after minutes, since most verdicts are left out of a quick run."""
    for entry in entries():
        if entry.group == "broken":
            load(Place.of(entry.place), entry.style)


@pytest.mark.every(120)
@pytest.mark.parametrize("first", range(120))
def test_the_verdicts_are_as_before(first: int) -> None:
    """Else a change of the check altered a verdict: if it should, run `make golden`."""
    before = golden()
    differences = []
    for entry, verdict in verdicts(recorded()[first::120]):
        name, values = str(entry), as_values(verdict)
        if values != before[name]:
            differences += [f"- {line(name, before[name])}", f"+ {line(name, values)}"]
    if differences:
        pytest.fail("\n".join(["", *differences]), pytrace=False)


def test_faults_and_hints_follow_from_the_order_of_the_classes() -> None:
    """One fault for each kind of hint is judged without a look at hands: this is quick."""
    faults = {}
    for name, verdict in golden().items():
        group, fault, *_ = name.split("/")
        mistake = {"mistakes": MISTAKES, "bugs": BUGS, "exercise": FAULTS}.get(group, {}).get(fault)
        if mistake and mistake.by_class and verdict["status"] == "not_equivalent":
            faults[verdict["hint_kind"]] = mistake, verdict
    del faults["TEXT_KEYS"], faults["RANKS_READ"]  # these explain all families together
    assert len(faults) > 12
    for kind, (mistake, verdict) in faults.items():
        found = families(Cells.of(one_of_each_class(mistake)))
        assert list(map(str, found)) == verdict["families"]
        assert (found[0].advice.kind, found[0].advice.words) == (Kind[kind], verdict["hint"])
