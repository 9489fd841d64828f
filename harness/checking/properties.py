"""The properties of a right evaluator, tested one by one on its verdict.

Each property is a function from a verdict to a `Finding`, and can be called alone. `findings` calls
all of them; pytest, JUnit and Gradescope show the same ones.

>>> from harness.checking.equivalence import check_here
>>> from harness.hands.scopes import All, Sample
>>> verdict = check_here(lambda hand: 0, Sample(5, 200))
>>> categories_are_in_order(verdict).holds
False
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import comb

from harness.checking.showdowns import FALSE_WIN
from harness.checking.statuses import EQUIVALENT, NOT_EQUIVALENT, RENAMED, UNSTEADY
from harness.checking.verdict import Verdict
from harness.checking.witness import witness_lines
from harness.hands.classes import CATEGORIES
from harness.hands.scopes import Sample
from harness.processes.visible import visible

PAIRS_OF_CATEGORIES = comb(len(CATEGORIES), 2)


@dataclass(frozen=True)
class Finding:
    """Whether a property holds of an evaluator. All texts are safe to show.

    Attributes:
        name: the name of the property.
        complaint: the fault, with hands that show it; empty if the property holds.
        family: the fault without hands.
        unknown: whether the property could not be tested; the complaint says why.
    """

    name: str
    complaint: str = ""
    family: str = ""
    unknown: bool = False

    @property
    def holds(self) -> bool:
        """Whether the property holds."""
        return not self.complaint


NO_CATEGORIES = "it does not tell any two categories apart"
"""Without this condition, a function that always returns 0 would have some properties."""


def every_hand_has_a_key(verdict: Verdict) -> Finding:
    """Every hand gets a key, and is left as it was."""
    name = "every hand has a key, and is left as it was"
    if not _is_finished(verdict):
        return Finding(name, visible(verdict.message), verdict.status.replace("_", " "))
    return Finding(name) if _tells_categories_apart(verdict) else _unknown(name, NO_CATEGORIES)


def order_of_cards_does_not_matter(verdict: Verdict) -> Finding:
    """The same cards get the same key, in any order and in every call."""
    name = "the order of cards does not matter"
    if _is_finished(verdict) and _is_unsteady(verdict):
        return Finding(name, _witness_text(verdict), "the same cards get two keys")
    return _unless_unknown(verdict, Finding(name))


def names_of_suits_do_not_matter(verdict: Verdict) -> Finding:
    """A hand keeps its key when its suits are renamed."""
    name = "the names of suits do not matter"
    finding = Finding(name)
    if split := next((family for family in verdict.families if family.is_partial), None):
        wins = (witness for failure, witness in verdict.failures if failure.kind == FALSE_WIN)
        hands = "\n".join(witness_lines(witness)) if (witness := next(wins, None)) else ""
        finding = Finding(name, f"{split}\n{hands}".rstrip(), str(split))
    elif verdict.witness and verdict.witness.kind == RENAMED:
        finding = Finding(name, _witness_text(verdict), "a hand gets another key in other suits")
    return _unless_unknown(verdict, finding)


def categories_are_in_order(verdict: Verdict) -> Finding:
    """Every hand of a category beats every hand of a lower one."""
    return _unless_unknown(verdict, _in_order(verdict, "categories are in order", None))


def category_is_in_order(verdict: Verdict, category: int) -> Finding:
    """The hands of one category are in order."""
    finding = _in_order(verdict, f"{CATEGORIES[category]} is in order", category)
    return _unless_unknown(verdict, finding)


PROPERTIES: Mapping[str, Callable[[Verdict], Finding]] = {
    "every hand has a key, and is left as it was": every_hand_has_a_key,
    "the order of cards does not matter": order_of_cards_does_not_matter,
    "the names of suits do not matter": names_of_suits_do_not_matter,
    "categories are in order": categories_are_in_order,
} | {
    f"{name} is in order": partial(category_is_in_order, category=category)
    for category, name in enumerate(CATEGORIES)
}
NAMES = tuple(PROPERTIES)


def findings(verdict: Verdict, forgiven: Verdict | None = None) -> Iterator[Finding]:
    """All properties, in the order of `NAMES`.

    Args:
        verdict: the verdict of a check.
        forgiven: if the check ended in an error, a verdict that counts the failing hands as wrong,
            so that properties without these hands can still hold.
    """
    first, *rest = PROPERTIES.values()
    yield first(verdict)
    judged = verdict if forgiven is None or _is_finished(verdict) else forgiven
    for check in rest:
        yield check(judged)


def _is_finished(verdict: Verdict) -> bool:
    return verdict.status in (EQUIVALENT, NOT_EQUIVALENT)


def _is_unsteady(verdict: Verdict) -> bool:
    return bool(verdict.witness) and verdict.witness.kind == UNSTEADY  # type: ignore[union-attr]


def _unless_unknown(verdict: Verdict, finding: Finding) -> Finding:
    """The finding, unless the property could not be tested."""
    if not _is_finished(verdict):
        return _unknown(finding.name, "the check did not come to its end")
    if _is_unsteady(verdict):  # its keys have no order
        return _unknown(finding.name, "the same cards get two keys")
    if finding.holds and not _tells_categories_apart(verdict):
        return _unknown(finding.name, NO_CATEGORIES)
    return finding


def _unknown(name: str, why: str) -> Finding:
    return Finding(name, f"not found out: {why}", f"not found out: {why}", unknown=True)


def _tells_categories_apart(verdict: Verdict) -> bool:
    """Whether two categories have no wrong showdown between them, or nearly all are reversed.

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
    pairs = (
        comb(max(len(categories), 4), 2)
        if isinstance(verdict.scope, Sample)
        else PAIRS_OF_CATEGORIES
    )
    return len(mixed_up) < pairs


def _in_order(verdict: Verdict, name: str, category: int | None) -> Finding:
    """The finding on the order of hands within a category or, with None, between categories."""
    wrong = [
        (failure.showdowns, witness)
        for failure, witness in verdict.failures
        if (failure.stronger == failure.weaker) == (category is not None)
        and category in (None, failure.stronger)
    ]
    if not wrong:
        return Finding(name)
    count = f"{sum(showdowns for showdowns, _ in wrong):,}" if verdict.wrong else "some"
    summary = f"{count} showdowns are decided wrongly"
    families = [str(family) for family in verdict.families if category in (None, family.category)]
    hands = "\n".join(witness_lines(wrong[0][1]))
    return Finding(name, f"{summary}:\n{hands}", "; ".join([summary, *families]))


def _witness_text(verdict: Verdict) -> str:
    return "\n".join(witness_lines(verdict.witness)) if verdict.witness else ""
