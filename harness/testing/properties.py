"""The properties of a right evaluator, read one by one from its verdict, for pytest's plug-in.

>>> from harness.checking.equivalence import check_here
>>> from harness.hands.scopes import All, Sample
>>> verdict = check_here(lambda hand: 0, Sample(5, 200))
>>> {finding.name: finding.holds for finding in findings(verdict)}["categories are in order"]
False
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from evaluators.rules import STANDARD, Rules
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.kinds import FALSE_WIN, RENAMED, UNSTEADY
from harness.faults.witness import Witness
from harness.processes.visible import visible
from harness.teaching.witnesses import witness_lines


def names_of(rules: Rules = STANDARD) -> list[str]:
    """The names of the properties: the last are those of the categories that count."""
    return [
        "every hand has a key, and is left as it was",
        "the order of cards does not matter",
        "the names of suits do not matter",
        "categories are in order",
        *(f"{category} is in order" for category in rules.categories),
    ]


NO_CATEGORIES = "it does not tell any two categories apart"
"""The reason why nothing is known about a function that always returns 0, or nearly always."""


@dataclass(frozen=True)
class Finding:
    """A property of an evaluator, and the fault if it does not hold. The texts are safe to show.

    Attributes:
        name: the name of the property.
        complaint: the fault, with hands that show it; empty if the property holds.
        unknown: whether the property could not be tested; the complaint says why.
    """

    name: str
    complaint: str = ""
    unknown: bool = False

    @property
    def holds(self) -> bool:
        """True if the property holds."""
        return not self.complaint


def findings(verdict: Verdict) -> Iterator[Finding]:
    """All properties, in the order of `names_of`."""
    rules = verdict.scope.rules
    names = names_of(rules)
    faults, why_unknown = [""] * len(names), ""
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT):
        faults[0], why_unknown = visible(verdict.message), "the check did not come to its end"
    elif verdict.witness and verdict.witness.kind == UNSTEADY:  # its keys have no order
        faults[1], why_unknown = _shown(verdict.witness), "the same cards get two keys"
    else:
        in_order = (_wrong_order(verdict, category) for category in (None, *rules.categories))
        faults = ["", "", _fault_of_suits(verdict), *in_order]
        why_unknown = "" if _tells_categories_apart(verdict) else NO_CATEGORIES
    for name, fault in zip(names, faults):
        if why_unknown and not fault:
            yield Finding(name, f"not found out: {why_unknown}", unknown=True)
        else:
            yield Finding(name, fault)


def _fault_of_suits(verdict: Verdict) -> str:
    """The hands that get another key when their suits are renamed."""
    if split := next((family for family in verdict.families if family.is_partial), None):
        wins = (witness for failure, witness in verdict.failures if failure.kind == FALSE_WIN)
        witness = next(wins, None)
        return f"{split}\n{_shown(witness)}" if witness else str(split)
    if verdict.witness and verdict.witness.kind == RENAMED:
        return _shown(verdict.witness)
    return ""


def _wrong_order(verdict: Verdict, category: int | None) -> str:
    """The wrong showdowns within a category or, with None, between categories."""
    wrong = [
        (failure.showdowns, witness)
        for failure, witness in verdict.failures
        if (failure.stronger == failure.weaker) == (category is not None)
        and category in (None, failure.stronger)
    ]
    if not wrong:
        return ""
    total = sum(showdowns for showdowns, _ in wrong)
    count = f"{total:,}" if total else "some"
    return f"{count} showdowns are decided wrongly:\n{_shown(wrong[0][1])}"


def _tells_categories_apart(verdict: Verdict) -> bool:
    """Test whether two categories have no wrong showdown between them, or nearly all are reversed.

    A sample may lack the rarest categories, so there only those with wrong showdowns count, but at
    least four.
    """
    if verdict.status == EQUIVALENT:
        return True
    if not verdict.failures:  # a hand with two keys ended the check
        return False
    if verdict.reversed and verdict.reversed > 0.9 * verdict.showdowns:
        return True
    mixed_up = {
        (failure.stronger, failure.weaker)
        for failure, _ in verdict.failures
        if failure.stronger != failure.weaker
    }
    categories = {category for pair in mixed_up for category in pair}
    most = (
        max(len(categories), 4) if verdict.scope.is_sample else len(verdict.scope.rules.categories)
    )
    return len(mixed_up) < comb(most, 2)


def _shown(witness: Witness) -> str:
    return "\n".join(witness_lines(witness))
