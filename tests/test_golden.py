"""The check says of each known evaluator what it said before."""

from importlib.util import find_spec

import pytest

from benchmarks.golden import Entry, as_values, entries, golden, line, verdicts
from harness.checking.families import families
from harness.checking.hints import Kind
from harness.teaching.mistakes import BUGS, FAULTS, MISTAKES
from tests.harness.checking.test_proof import one_of_each_class


def known() -> list[Entry]:
    """The evaluators that this environment has, those on the fewest hands first."""
    every = (entry for entry in entries() if entry.style != "compiled" or find_spec("numba"))
    return sorted(every, key=lambda entry: (len(entry.scope), str(entry)))


def test_every_evaluator_has_a_verdict() -> None:
    """Else the file misses an evaluator, or has one that is gone: run `make golden`."""
    styles = ("/python/", "/numpy/") + ("/compiled/",) * bool(find_spec("numba"))
    names = [name for name in golden() if any(style in name for style in styles)]
    assert names == sorted(map(str, known()))


@pytest.mark.every(120)
@pytest.mark.parametrize("first", range(120))
def test_the_verdicts_are_as_before(first: int) -> None:
    """Else a change of the check altered a verdict: if it should, run `make golden`."""
    before = golden()
    differences = []
    for entry, verdict in verdicts(known()[first::120]):
        name, values = str(entry), as_values(verdict)
        if values != before[name]:
            differences += [f"- {line(name, before[name])}", f"+ {line(name, values)}"]
    if differences:
        pytest.fail("\n".join(["", *differences]), pytrace=False)


def test_faults_and_hints_follow_from_the_order_of_the_classes() -> None:
    """Of one fault for each kind of hint, and without a look at hands: this is quick."""
    faults = {}
    for name, verdict in golden().items():
        group, fault, *_ = name.split("/")
        mistake = {"mistakes": MISTAKES, "bugs": BUGS, "exercise": FAULTS}.get(group, {}).get(fault)
        if mistake and mistake.by_class and verdict["status"] == "not_equivalent":
            faults[verdict["hint_kind"]] = mistake, verdict
    del faults["TEXT_KEYS"]  # this is seen in the keys of the witness
    assert len(faults) > 12
    for kind, (mistake, verdict) in faults.items():
        found = families(one_of_each_class(mistake))
        assert list(map(str, found)) == verdict["families"]
        assert (found[0].advice.kind, found[0].advice.words) == (Kind[kind], verdict["hint"])
