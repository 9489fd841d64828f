"""The check says of each known evaluator what it said before."""

from importlib.util import find_spec

import pytest

from benchmarks.golden import Entry, as_values, entries, golden, line, verdicts


def known() -> list[Entry]:
    """The evaluators that this environment has."""
    return [entry for entry in entries() if entry.style != "compiled" or find_spec("numba")]


def test_every_evaluator_has_a_verdict() -> None:
    """Else the file misses an evaluator, or has one that is gone: run `make golden`."""
    styles = ("/python/", "/numpy/") + ("/compiled/",) * bool(find_spec("numba"))
    names = [name for name in golden() if any(style in name for style in styles)]
    assert names == sorted(map(str, known()))


@pytest.mark.every(10)
@pytest.mark.parametrize("first", range(10))
def test_the_verdicts_are_as_before(first: int) -> None:
    """Else a change of the check altered a verdict: if it should, run `make golden`."""
    before = golden()
    differences = []
    for entry, verdict in verdicts(known()[first::10]):
        name, values = str(entry), as_values(verdict)
        if values != before[name]:
            differences += [f"- {line(name, before[name])}", f"+ {line(name, values)}"]
    if differences:
        pytest.fail("\n".join(["", *differences]), pytrace=False)
