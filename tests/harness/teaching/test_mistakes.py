"""The catalogue of faults is what it says: a right evaluator, and edits of it."""

import re

from benchmarks.golden import golden
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.teaching.mistakes import BUGS, CLEAN, FAULTS, LAST, MISTAKES, Mistake

ALL: list[Mistake] = [*{*FAULTS.values(), *MISTAKES.values(), *BUGS.values()}]


def test_a_diff_is_short_and_fits_to_one_place() -> None:
    """Else a reader cannot see the mistake, or the diff changes nothing."""
    assert len({fault.cause for fault in ALL}) == len(ALL)
    for fault in ALL:
        lines = fault.diff.splitlines()
        old = "".join(f"{line[1:]}\n" for line in lines if line.startswith("-"))
        assert CLEAN.count(old or LAST) == 1, fault.cause
        assert 1 <= len(lines) <= 9
        assert fault.source != CLEAN
        assert not re.search("(harness|evaluators)", fault.source), "a student has no allhands"


def test_a_fault_by_class_gives_one_key_to_all_hands_of_a_class() -> None:
    """Else one hand of each class stands for hands that have other keys."""
    by_group = {"mistakes": MISTAKES, "bugs": BUGS, "exercise": FAULTS}
    for entry, verdict in golden().items():
        group, name, *_ = entry.split("/")
        if group in by_group:
            has_two_keys = "false_wins" in verdict or verdict["witness"][0] in (RENAMED, UNSTEADY)
            assert by_group[group][name].by_class is not has_two_keys, name
