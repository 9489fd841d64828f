"""A counterexample that stays: a file for pytest with hands that an evaluator gets wrong."""

import json
from collections.abc import Iterator
from shlex import quote

from evaluators.cards import format_hand
from evaluators.rules import STANDARD
from harness.adapters.adopt import style_of
from harness.adapters.place import Place
from harness.checking.verdict import Verdict
from harness.faults.witness import Witness
from harness.processes.visible import visible
from harness.reporting.terminal import MOST_GROUPS

OF_EACH = 2
"""Showdowns of each fault."""
TEST = '''"""Showdowns that an evaluator decides wrongly, as `allhands check` found out."""

import pytest

from allhands import showdown

SHOWDOWNS = [
{showdowns}
]


@pytest.mark.parametrize(("first", "should", "second"), SHOWDOWNS)
def test_the_rules_decide(first: str, should: str, second: str) -> None:
    assert showdown({arguments}) == should
'''


def as_test(verdict: Verdict) -> str:
    """The text of the file; empty without two hands whose keys a new process shows again.

    It has one or two showdowns of each fault that the verdict's showdowns show, and says of the
    others that it has none.
    """
    if verdict.witness and verdict.witness.is_of_state:
        return ""
    lines = []
    for fault, witnesses in _faults(verdict):
        lines += [f"    # {visible(fault)}"] * bool(fault)
        for witness in witnesses:
            first, second = (format_hand(side.hand) for side in (witness.first, witness.second))
            lines.append(f'    ("{first}", "{witness.rules_say}", "{second}"),')
    place = json.dumps(verdict.name) if verdict.name.isascii() else repr(verdict.name)
    arguments = f"{place}, first, second"
    if verdict.style != style_of([Place.of(verdict.name)]):
        arguments += f', style="{verdict.style}"'
    if verdict.scope.rules != STANDARD:
        arguments += f', rules="{verdict.scope.rules.name}"'
    is_empty = not any(line.endswith(",") for line in lines)
    return "" if is_empty else TEST.format(showdowns="\n".join(lines), arguments=arguments)


def again(verdict: Verdict, place: Place) -> str:
    """The lines with the command that shows the keys of the witness again.

    Empty without a witness that a new process shows again, and where `rank` would ask otherwise
    than the check did, or show no text for a key.

    Args:
        verdict: a verdict.
        place: the place of its evaluator.
    """
    is_other = place != Place.of(place.text) or verdict.style != style_of([place])
    if is_other or not verdict.witness or verdict.witness.is_of_state:
        return ""
    sides = verdict.witness.first, verdict.witness.second
    if any(str(side.key).startswith("<") for side in sides):
        return ""
    game = f"--rules {verdict.scope.rules.name} " * (verdict.scope.rules != STANDARD)
    hands = " ".join(format_hand(side.hand).replace(" ", "") for side in sides)
    command = f"allhands rank {game}--by {quote(visible(place.text))} {hands}"
    return f"The keys of these two hands again:\n  {command}\n"


def _faults(verdict: Verdict) -> Iterator[tuple[str, list[Witness]]]:
    """The faults in words, and showdowns that show each, unless one of an earlier fault does."""
    witnesses = [verdict.witness] if verdict.witness else []
    witnesses += [witness for _, witness in verdict.failures if witness != verdict.witness]
    written: list[Witness] = []
    for family in verdict.families[:MOST_GROUPS]:
        of_family = [witness for witness in witnesses if _numbers(witness) & {*family.classes}]
        new = [witness for witness in of_family if witness not in written][:OF_EACH]
        without = "; one above shows it" if of_family else "; none here shows it"
        yield f"{family}{without * (not new)}", new
        written += new
    if more := verdict.families[MOST_GROUPS:]:
        yield f"and {len(more)} more kinds of hands that are out of place", []
    if not written:
        yield "", witnesses[:1]


def _numbers(witness: Witness) -> set[int]:
    """The class numbers of the two hands."""
    return {witness.first.hand_class.number, witness.second.hand_class.number}
