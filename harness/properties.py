"""A verdict taken apart: what has to hold of an evaluator, one thing at a time.

For tests, and for programs that count points: the same for pytest, JUnit and Gradescope.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from harness.classes import CATEGORIES
from harness.terminal import witness_lines
from harness.verdict import EQUIVALENT, NOT_EQUIVALENT, RENAMED, UNSTEADY, Verdict, Witness
from harness.visible import visible


@dataclass(frozen=True)
class Finding:
    """Whether a property holds of an evaluator. All of it can be shown as it is.

    Attributes:
        name: the property.
        complaint: what is wrong, with the hands that show it; nothing if it holds.
        family: the same without any hand.
        unknown: whether it could not be found out, since the check did not come to its end.
    """

    name: str
    complaint: str = ""
    family: str = ""
    unknown: bool = False

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong."""
        return not self.complaint


NAMES = (
    "every hand has a key, and is left as it was",
    "the order of cards does not matter",
    "the names of suits do not matter",
    "categories are in order",
    *(f"{name} is in order" for name in CATEGORIES),
)


def findings(verdict: Verdict) -> Iterator[Finding]:
    """All properties, in the order of `NAMES`."""
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT):
        status, message = verdict.status.replace("_", " "), visible(verdict.message)
        for name in NAMES:
            yield Finding(name, message, status, name != NAMES[0])
        return
    every, order, suits, categories, *of_category = NAMES
    yield Finding(every)
    steady = _steady(verdict, order, UNSTEADY, "the same cards get two keys")
    yield steady
    if not steady.holds:  # and so no order that could be right
        for name in (suits, categories, *of_category):
            yield Finding(name, steady.complaint, steady.family, unknown=True)
        return
    split = [family for family in verdict.families if family.some]
    if split:
        witness = next(
            (witness for failure, witness in verdict.failures if failure.kind == "false win"), None
        )
        shown = f"\n{_shown(witness)}" if witness else ""
        yield Finding(suits, f"{split[0]}{shown}", str(split[0]))
    else:
        yield _steady(verdict, suits, RENAMED, "a hand gets another key in other suits")
    yield _in_order(verdict, categories, None)
    for number, name in enumerate(of_category):
        yield _in_order(verdict, name, number)


def _steady(verdict: Verdict, name: str, kind: str, family: str) -> Finding:
    witness = verdict.witness
    if witness and witness.kind == kind:
        return Finding(name, _shown(witness), family)
    return Finding(name)


def _in_order(verdict: Verdict, name: str, category: int | None) -> Finding:
    """Of hands of one category, or, with None, of hands of two."""
    wrong = [
        (failure.showdowns, witness)
        for failure, witness in verdict.failures
        if (failure.stronger == failure.weaker) == (category is not None)
        and category in (None, failure.stronger)
    ]
    if not wrong:
        return Finding(name)
    said = "some showdowns are decided wrongly"
    if verdict.wrong:
        said = f"{sum(showdowns for showdowns, _ in wrong):,} showdowns are decided wrongly"
    families = [str(family) for family in verdict.families if category in (None, family.category)]
    return Finding(name, f"{said}:\n{_shown(wrong[0][1])}", "; ".join([said, *families]))


def _shown(witness: Witness) -> str:
    return "\n".join(witness_lines(witness))
