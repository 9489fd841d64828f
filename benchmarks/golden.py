"""Verdicts of the check on each known evaluator: ``make golden`` writes `tests/golden`.

The verdicts on all that is right (built-in evaluators and lessons) and on all that is known to be
wrong: the published versions, students' mistakes, planted bugs, other faults of exercise 09, the
broken evaluators of the tests. The file is a net: a change of the check that alters one of these
verdicts shows it in its diff. `benchmarks.faults` makes its page from the same file.

A fault whose key depends on no more than ranks and a flush is checked on one hand for all that
differ in the names of suits alone: the numbers are those of all hands. Where nearly all hands have
keys of their own, and with six and seven cards, a sample is enough. It takes a few minutes.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

from evaluators import BUILT_IN, BY_STYLE, LESSONS, PUBLISHED, load
from evaluators.cache import write_whole
from evaluators.cards import format_hand
from harness.checking.equivalence import verdicts_on
from harness.checking.verdict import Verdict
from harness.faults.hints import Kind
from harness.faults.showdowns import WrongShowdowns
from harness.faults.witness import Witness
from harness.hands.classes import CATEGORIES
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.teaching.mistakes import BUGS, FAULTS, MISTAKES
from harness.teaching.witnesses import witness_lines

FILE = Path(__file__).parent.parent / "tests" / "golden" / "verdicts.json"
FEW, MANY = ({size: Sample(size, hands) for size in (5, 6, 7)} for hands in (2_000, 100_000))
"""Samples, and those whose verdicts are on the page of faults."""
OURS: tuple[tuple[str, Iterable[str], Mapping[int, Scope]], ...] = (
    ("built-in", BUILT_IN, FEW | {5: All()}),
    ("lessons", LESSONS, FEW | {5: UpToSuits()}),
    ("published", PUBLISHED, FEW | {5: UpToSuits(), 7: MANY[7]}),
)
"""Groups of our evaluators, and the hands to check by size."""
NEARLY_ALL_DIFFERENT = ("cards_as_text", "suits_decide")
"""Mistakes with more keys than fit into memory on all hands."""
BROKEN: tuple[tuple[str, str, Scope, str], ...] = (
    ("broken:{}", "python", UpToSuits(), "one_entry_off not_a_number none lists upside_down"),
    ("broken:{}", "python", All(), "stops sorted_only suits_break_ties"),
    ("broken_arrays:{}", "numpy", All(), "one_hand"),
)
"""Evaluators of the tests: their place in `tests.harness`, style, hands and names."""


class Entry(NamedTuple):
    """An evaluator, and the hands to check.

    Attributes:
        group: where it comes from.
        name: its name there.
        place: its name or place for the check.
        scope: the hands.
        style: how it runs.
    """

    group: str
    name: str
    place: str
    scope: Scope
    style: str = "python"

    def __str__(self) -> str:
        return f"{self.group}/{self.name}/{self.style}/{self.scope.size}"


def verdicts(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Verdict]]:
    """The verdict of the check on each entry; those with the same hands are checked together."""
    alike: defaultdict[tuple[Scope, str], dict[str, Entry]] = defaultdict(dict)
    for entry in entries:
        alike[entry.scope, entry.style][entry.place] = entry
    for (scope, style), entry_at in alike.items():
        for verdict in verdicts_on(entry_at, scope, style=style):
            yield entry_at[verdict.name], verdict


def entries() -> Iterator[Entry]:
    """Every evaluator in every style and size that it has."""
    for style, places in BY_STYLE.items():
        for group, names, hands_of in OURS:
            for name in filter(places.__contains__, names):
                for size in filter(load(name).sizes.__contains__, hands_of):
                    yield Entry(group, name, name, hands_of[size], style)
    seen = set()
    for group, faults in (("mistakes", MISTAKES), ("bugs", BUGS), ("exercise", FAULTS)):
        for name, fault in faults.items():
            if fault not in seen:
                scope: Scope = UpToSuits() if fault.by_class else All()
                if name in NEARLY_ALL_DIFFERENT:
                    scope = MANY[5]
                place = f"benchmarks.golden:PLANTED.{as_attribute(name)}"
                yield Entry(group, name, place, scope)
            seen.add(fault)
    for place, style, scope, names in BROKEN:
        for name in names.split():
            yield Entry("broken", name, f"tests.harness.{place.format(name)}", scope, style)


def as_attribute(name: str) -> str:
    """The name of a fault, as an attribute of `PLANTED`; some begin with a digit."""
    return "fault_" + re.sub(r"\W", "_", name)


PLANTED = SimpleNamespace(
    **{as_attribute(name): fault.function for name, fault in (FAULTS | MISTAKES | BUGS).items()}
)
"""Evaluators that have no place of their own."""


def as_values(verdict: Verdict) -> dict[str, Any]:
    """The parts of a verdict that are kept: all but times, the digest, and empty values."""
    values = {
        "status": verdict.status,
        "hands": verdict.hands,
        "keys": verdict.distinct_keys,
        "reversed": verdict.reversed,
        "false_ties": verdict.false_ties,
        "false_wins": verdict.false_wins,
        "message": re.sub(r":\d+\)$", ")", verdict.message),  # the line moves with the file
        "families": list(map(str, verdict.families)),
        "hint": verdict.hint,
        "hint_kind": Kind(verdict.advice.kind).name if verdict.hint else "",
        "witness": _of_witness(verdict.witness) if verdict.witness else [],
        "failures": [_of_failure(failure) for failure, _ in verdict.failures],
    }
    return {name: value for name, value in values.items() if value not in (0, "", [])}


def _of_witness(witness: Witness) -> list[str]:
    """The kind, each hand and its key, and what the rules and the evaluator say."""
    sides = witness.first, witness.second
    shown = [text for side in sides for text in (format_hand(side.hand), repr(side.key))]
    return [witness.kind, *shown, list(witness_lines(witness))[-1]]


def _of_failure(failure: WrongShowdowns) -> str:
    stronger, weaker = CATEGORIES[failure.stronger], CATEGORIES[failure.weaker]
    return (
        f"{failure.kind}: {stronger} and {weaker}, {failure.showdowns:,} showdowns of "
        f"{failure.stronger_hands:,} and {failure.weaker_hands:,} hands"
    )


@cache
def golden() -> dict[str, dict[str, Any]]:
    """The verdicts in the file, by entry."""
    verdicts: dict[str, dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return verdicts


def without_verdict() -> list[str]:
    """The entries that the file lacks."""
    return [name for name in map(str, entries()) if name not in golden()]


def line(name: str, values: dict[str, Any]) -> str:
    """A line of the file."""
    return f"{json.dumps(name)}: {json.dumps(values, ensure_ascii=False)}"


def main() -> None:
    """Write the file, with a verdict a line."""
    lines = [line(str(entry), as_values(verdict)) for entry, verdict in verdicts(entries())]
    write_whole(FILE, "{\n" + ",\n".join(sorted(lines)) + "\n}\n")


if __name__ == "__main__":
    main()
