"""The result of checking one evaluator: `Verdict`."""

from dataclasses import dataclass, field
from math import comb
from typing import TYPE_CHECKING, Any

from harness.checking.statuses import EQUIVALENT
from harness.faults.hints import NO_HINT, Hint, of_keys
from harness.faults.kinds import RENAMED
from harness.faults.witness import Witness, deal_in_words, disagreement
from harness.hands.classes import CATEGORIES

if TYPE_CHECKING:  # these need NumPy
    from harness.faults.families import Family
    from harness.faults.showdowns import WrongShowdowns
    from harness.hands.scopes import Scope


def share_in_words(wrong: int, showdowns: int, undecided: int = 0) -> str:
    """The share of showdowns decided wrongly.

    Args:
        wrong: how many of them are.
        showdowns: all of them.
        undecided: how many more may be.

    >>> [share_in_words(wrong, 4_950) for wrong in (0, 247, 248, 4_947, 4_948, 4_950)]
    ['none', '1 in 20', '5.0%', '99.9%', 'over 99.9%', '100.0%']
    >>> share_in_words(500, 4_950, 10), share_in_words(500, 4_950, 1), share_in_words(0, 4_950, 9)
    ('10.1–10.3%', '10.1%', 'none to 1 in 550')
    """
    least, most = (_as_words(number, showdowns) for number in (wrong, wrong + undecided))
    if least != most and least[-1] == most[-1] == "%":
        return f"{least[:-1]}–{most}"
    return least if least == most else f"{least} to {most}"


def _as_words(wrong: int, showdowns: int) -> str:
    if not wrong:
        return "none"
    part = wrong / showdowns
    if part <= 0.05:
        return f"1 in {1 / part:,.0f}"
    return "over 99.9%" if 0.9995 <= part < 1 else f"{part:.1%}"


@dataclass(repr=False)
class Verdict:
    """The result of checking one evaluator.

    Attributes:
        name: the name of the evaluator.
        status: equivalent, not_equivalent, error, timeout, or not_installed.
        scope: the hands to check.
        hands: the number of hands evaluated; after a failure, of those before it.
        style: how the evaluator ran, a name in `STYLES`.
        distinct_keys: the number of different keys.
        digest: SHA-256 over the place of each hand's key among the evaluator's own keys, the best
            first from 1, as little-endian uint16, in the order of the hands; None if there are more
            keys than fit.
        reversed, false_ties, false_wins: showdowns decided wrongly.
        undecided: further showdowns that may be decided wrongly: their keys were not compared.
        witness: the counterexample that is easiest to read.
        failures: the wrong showdowns, grouped; each group with a witness.
        families: groups of wrong classes with a common fault, those with the most hands first.
        cause: what the order of all classes shows, if one hypothesis explains it.
        found_out: ``lower`` or ``higher``, the keys that win, if the evaluator does not declare it.
        message: the error, and the hand at which it was raised; or a table with wrong winners.
        output: the end of what was printed before the error.
        remarks: what else is worth saying, such as deaths of processes whose task was done in
            another try.
        sizes: the sizes of hand that the evaluator takes, from five to seven, if that is known.
        seconds: the processor time of all workers together: they evaluate the hands.
        counting: the processor time for the rest of the verdict, in seconds: the process that the
            check was called in counts what is wrong.
    """

    name: str
    status: str
    scope: "Scope"
    hands: int = 0
    style: str = "python"
    distinct_keys: int = 0
    digest: str | None = None
    reversed: int = 0
    false_ties: int = 0
    false_wins: int = 0
    undecided: int = 0
    witness: Witness | None = None
    failures: list[tuple["WrongShowdowns", Witness]] = field(default_factory=list)
    families: list["Family"] = field(default_factory=list)
    cause: Hint = NO_HINT
    found_out: str = ""
    message: str = ""
    output: str = ""
    remarks: list[str] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    seconds: float = 0.0
    counting: float = field(default=0.0, compare=False)  # the same verdict takes another time

    @property
    def share(self) -> str:
        """The share of showdowns decided wrongly, in words: none, 39.0%, 1 in 1,861."""
        return share_in_words(self.wrong, self.showdowns, self.undecided)

    @property
    def wrong_in_words(self) -> str:
        """The share of wrong showdowns, and of which: a sample says nothing about other hands."""
        where = "this sample's" if self.scope.is_sample else "all"
        return f"{self.about}{self.share} of {where} showdowns decided wrongly"

    @property
    def about(self) -> str:
        """The word "about " if suits matter, but one hand stood for all that differ in these."""
        is_renamed = self.witness is not None and self.witness.kind == RENAMED
        return "about " * (self.scope.is_up_to_suits and is_renamed)

    @property
    def hint(self) -> str:
        """A hint: what to look at next."""
        return self.advice.words

    @property
    def of_whole(self) -> Hint:
        """The hint that holds for all families together, if there is one."""
        if self.cause != NO_HINT:
            return self.cause
        reversed_share = self.reversed / max(1, self.showdowns)
        return of_keys(self.witness, reversed_share) or NO_HINT

    @property
    def advice(self) -> Hint:
        """The hint, and its kind: of the whole, or of the first family."""
        hints = [self.of_whole, *(family.advice for family in self.families[:1])]
        return next((hint for hint in hints if hint != NO_HINT), NO_HINT)

    def __bool__(self) -> bool:
        """True if the evaluator is equivalent."""
        return self.status == EQUIVALENT

    def __repr__(self) -> str:
        """One line for a failing assertion, with the fault of the most hands."""
        text = f"<{self.name}: {self.status.replace('_', ' ')} on {self.scope}"
        if self.wrong:
            text += f"; {self.wrong_in_words}"
        text += "".join(f"; {family}" for family in self.families[:1])
        if self.witness:
            sides = self.witness.first, self.witness.second
            first, second = (deal_in_words(side.hand, side.rules) for side in sides)
            words = self.witness.rules_say, self.witness.evaluator_says
            says = "the keys say" if self.witness.first.key != "" else "the answer says"
            text += f"; {disagreement(*words, first, second, says)}"
        return f"{text}; {self.message}>" if self.message else f"{text}>"

    @property
    def showdowns(self) -> int:
        """The number of pairs of different hands among those evaluated.

        A hand that was evaluated for all that differ in the names of suits alone counts for these.
        """
        is_all = self.scope.is_up_to_suits and self.hands == len(self.scope)
        return comb(self.scope.all_hands if is_all else self.hands, 2)

    @property
    def wrong(self) -> int:
        """Showdowns decided wrongly, of all kinds; those that are undecided do not count."""
        return self.reversed + self.false_ties + self.false_wins

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain values, keys unchanged."""
        return {
            "name": self.name,
            "style": self.style,
            "status": self.status,
            "cards": self.scope.size,
            "scope": str(self.scope),
            "rules": self.scope.rules.name,
            "hands": self.hands,
            "classes": self.distinct_keys,
            "digest": self.digest,
            "reversed": self.reversed,
            "false_ties": self.false_ties,
            "false_wins": self.false_wins,
            "undecided": self.undecided,
            "showdowns": self.showdowns,
            "witness": self.witness and self.witness.as_json(),
            "failures": [
                {
                    "kind": failure.kind.replace(" ", "_"),
                    "stronger": CATEGORIES[failure.stronger],
                    "weaker": CATEGORIES[failure.weaker],
                    "showdowns": failure.showdowns,
                    "stronger_hands": failure.stronger_hands,
                    "weaker_hands": failure.weaker_hands,
                    "witness": witness.as_json(),
                }
                for failure, witness in self.failures
            ],
            "families": [
                {
                    "fault": str(family),
                    "category": CATEGORIES[family.category],
                    "classes": list(family.classes),
                    "hands": family.hands,
                    "hint": family.advice.words,
                }
                for family in self.families
            ],
            "hint": self.hint,
            "key_that_wins_was_found_out": self.found_out or None,
            "message": self.message,
            "output": self.output,
            "remarks": self.remarks,
            "seconds": round(self.seconds, 3),
            "counting_seconds": round(self.counting, 3),
        }
