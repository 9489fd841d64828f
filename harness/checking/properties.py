"""What must hold of an evaluator, one property at a time, according to its verdict.

pytest, JUnit and Gradescope all show these properties.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import comb

from harness.checking.failures import FALSE_WIN
from harness.checking.verdict import EQUIVALENT, NOT_EQUIVALENT, Verdict
from harness.checking.witness import RENAMED, UNSTEADY, Witness, witness_lines
from harness.hands.classes import CATEGORIES
from harness.processes.visible import visible


@dataclass(frozen=True)
class Finding:
    """Whether a property holds of an evaluator. All of it can be shown as it is.

    Attributes:
        name: the property.
        complaint: what is wrong, with the hands that show it; nothing if it holds.
        family: the same without any hand.
        unknown: whether it could not be found out; the complaint says why.
    """

    name: str
    complaint: str = ""
    family: str = ""
    unknown: bool = False

    @property
    def holds(self) -> bool:
        """Whether the property holds."""
        return not self.complaint


NAMES = (
    "every hand has a key, and is left as it was",
    "the order of cards does not matter",
    "the names of suits do not matter",
    "categories are in order",
    *(f"{name} is in order" for name in CATEGORIES),
)


def findings(verdict: Verdict, forgiven: Verdict | None = None) -> Iterator[Finding]:
    """All properties, in the order of `NAMES`.

    Args:
        verdict: of a check.
        forgiven: where it ended in an error, the verdict with the hands at which it did taken as
            wrong: what these have nothing to do with can still hold.
    """
    every, order, suits, *of_order = NAMES
    if verdict.status not in (EQUIVALENT, NOT_EQUIVALENT):
        yield Finding(every, visible(verdict.message), verdict.status.replace("_", " "))
        if forgiven is None:
            yield from _unknown(NAMES[1:], "the check did not come to its end")
            return
        verdict = forgiven
    elif _tells_categories_apart(verdict):
        yield Finding(every)
    else:
        yield from _unknown([every], NO_CATEGORIES)
    steady = _steady(verdict, order, UNSTEADY, "the same cards get two keys")
    if not steady.holds:  # and so no order that could be right
        yield steady
        yield from _unknown((suits, *of_order), steady.family)
        return
    found = [steady, _without_suits(verdict, suits)]
    for category, name in enumerate(of_order, start=-1):
        found.append(_in_order(verdict, name, category if category >= 0 else None))
    if _tells_categories_apart(verdict):
        yield from found
        return
    for finding in found:
        yield from _unknown([finding.name], NO_CATEGORIES) if finding.holds else [finding]


NO_CATEGORIES = "it tells no two categories apart"
"""So that what does nothing, and returns a number, does nothing right."""
PAIRS_OF_CATEGORIES = comb(len(CATEGORIES), 2)


def _unknown(names: Iterable[str], why: str) -> Iterator[Finding]:
    for name in names:
        yield Finding(name, f"not found out: {why}", f"not found out: {why}", unknown=True)


def _tells_categories_apart(verdict: Verdict) -> bool:
    """Whether there are two categories of which each hand of one beats each of the other.

    In a sample, which may lack the rarest, it is enough if few are mixed up. Which way the keys run
    does not matter.
    """
    if verdict.status == EQUIVALENT:
        return True
    if not verdict.failures:  # it was ended by a hand with two keys
        return False
    if verdict.reversed and verdict.reversed > 0.9 * verdict.showdowns:
        return True
    mixed_up = {
        (failure.stronger, failure.weaker)
        for failure, _ in verdict.failures
        if failure.stronger != failure.weaker
    }
    there = {category for pair in mixed_up for category in pair}
    pairs = comb(max(len(there), 4), 2) if verdict.scope.sample else PAIRS_OF_CATEGORIES
    return len(mixed_up) < pairs


def _without_suits(verdict: Verdict, name: str) -> Finding:
    split = next((family for family in verdict.families if family.some), None)
    if split is None:
        return _steady(verdict, name, RENAMED, "a hand gets another key in other suits")
    witness = next(
        (witness for failure, witness in verdict.failures if failure.kind == FALSE_WIN), None
    )
    return Finding(name, f"{split}\n{_shown(witness)}" if witness else str(split), str(split))


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
