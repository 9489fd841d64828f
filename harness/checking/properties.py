"""What must hold of an evaluator, one property at a time, according to its verdict.

Each is a function from a verdict to a `Finding`, and can be called alone. `findings` calls all of
them; pytest, JUnit and Gradescope show the same ones.

>>> from harness.checking.equivalence import check_here
>>> from harness.hands.scopes import Scope
>>> verdict = check_here(lambda hand: 0, Scope(5, sample=200))
>>> categories_are_in_order(verdict).holds
False
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from math import comb

from harness.checking.failures import FALSE_WIN
from harness.checking.verdict import EQUIVALENT, NOT_EQUIVALENT, Verdict
from harness.checking.witness import RENAMED, UNSTEADY, witness_lines
from harness.hands.classes import CATEGORIES
from harness.processes.visible import visible

PAIRS_OF_CATEGORIES = comb(len(CATEGORIES), 2)


@dataclass(frozen=True)
class Finding:
    """Whether a property holds of an evaluator. All of it can be shown as it is.

    Attributes:
        name: the property.
        complaint: what is wrong, with the hands that show it; empty if the property holds.
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


NO_CATEGORIES = "it tells no two categories apart"
"""So that a function that only returns a number has no property by accident."""


def every_hand_has_a_key(verdict: Verdict) -> Finding:
    """Every hand gets a key, and is left as it was."""
    name = "every hand has a key, and is left as it was"
    if not _is_finished(verdict):
        return Finding(name, visible(verdict.message), verdict.status.replace("_", " "))
    return Finding(name) if _tells_categories_apart(verdict) else _unknown(name, NO_CATEGORIES)


def order_of_cards_does_not_matter(verdict: Verdict) -> Finding:
    """The same cards get the same key, in any order and whenever they are asked about."""
    name = "the order of cards does not matter"
    if _is_finished(verdict) and _is_unsteady(verdict):
        return Finding(name, _shown(verdict), "the same cards get two keys")
    return _found(verdict, Finding(name))


def names_of_suits_do_not_matter(verdict: Verdict) -> Finding:
    """A hand keeps its key when its suits are renamed."""
    name = "the names of suits do not matter"
    finding = Finding(name)
    if split := next((family for family in verdict.families if family.some), None):
        wins = (witness for failure, witness in verdict.failures if failure.kind == FALSE_WIN)
        hands = "\n".join(witness_lines(witness)) if (witness := next(wins, None)) else ""
        finding = Finding(name, f"{split}\n{hands}".rstrip(), str(split))
    elif verdict.witness and verdict.witness.kind == RENAMED:
        finding = Finding(name, _shown(verdict), "a hand gets another key in other suits")
    return _found(verdict, finding)


def categories_are_in_order(verdict: Verdict) -> Finding:
    """Every hand of a category beats every hand of a lower one."""
    return _found(verdict, _in_order(verdict, "categories are in order", None))


def category_is_in_order(verdict: Verdict, category: int) -> Finding:
    """The hands of one category are in order."""
    return _found(verdict, _in_order(verdict, f"{CATEGORIES[category]} is in order", category))


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
        verdict: of a check.
        forgiven: if the check ended in an error, the verdict with the hands where it did taken as
            wrong: what these have nothing to do with can still hold.
    """
    first, *others = PROPERTIES.values()
    yield first(verdict)
    judged = verdict if forgiven is None or _is_finished(verdict) else forgiven
    for check in others:
        yield check(judged)


def _is_finished(verdict: Verdict) -> bool:
    return verdict.status in (EQUIVALENT, NOT_EQUIVALENT)


def _is_unsteady(verdict: Verdict) -> bool:
    return bool(verdict.witness) and verdict.witness.kind == UNSTEADY  # type: ignore[union-attr]


def _found(verdict: Verdict, finding: Finding) -> Finding:
    """The finding, or that it could not be found out."""
    if not _is_finished(verdict):
        return _unknown(finding.name, "the check did not come to its end")
    if _is_unsteady(verdict):  # so there is no order that could be right
        return _unknown(finding.name, "the same cards get two keys")
    if finding.holds and not _tells_categories_apart(verdict):
        return _unknown(finding.name, NO_CATEGORIES)
    return finding


def _unknown(name: str, why: str) -> Finding:
    return Finding(name, f"not found out: {why}", f"not found out: {why}", unknown=True)


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


def _in_order(verdict: Verdict, name: str, category: int | None) -> Finding:
    """Of hands of one category or, with None, of hands of two."""
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
    hands = "\n".join(witness_lines(wrong[0][1]))
    return Finding(name, f"{said}:\n{hands}", "; ".join([said, *families]))


def _shown(verdict: Verdict) -> str:
    return "\n".join(witness_lines(verdict.witness)) if verdict.witness else ""
