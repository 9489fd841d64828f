"""The packages with their verdicts and faults, and a cell of the table for each verdict."""

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluators.rules import STANDARD, Rules
from field.entries import GAMES, Entry, read
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import share_in_words
from harness.reporting import terminal

RIGHT, WRONG, UNKNOWN = "right", "wrong", "not checked to the end"
WORDS = {5: "five cards", 6: "six cards", 7: "seven cards", 9: "nine cards"}
RUNS = Path("reports/field")
"""One committed run: `verdicts.json`, `timings.json` and `faults.json`."""


@dataclass(frozen=True)
class Package(Entry):
    """A package of the field in one game, and its verdicts by the number of cards."""

    verdicts: dict[int, dict[str, Any]] = field(default_factory=dict)

    @property
    def faults(self) -> list[dict[str, Any]]:
        """Its faults in this game, the gravest first: the tables of its `fault.toml`."""
        file = self.folder / "fault.toml"
        tables = tomllib.loads(file.read_text())["fault"] if file.exists() else []
        return [each for each in tables if each.get("game", STANDARD.name) == self.rules.name]

    @property
    def status(self) -> str:
        """`RIGHT` only if it is right at each size that its documentation promises."""
        documented = [each["status"] for each in self.verdicts.values() if each["documented"]]
        if NOT_EQUIVALENT in documented or (ERROR in documented and self.causes):
            return WRONG
        return RIGHT if documented and set(documented) == {EQUIVALENT} else UNKNOWN

    @property
    def causes(self) -> list[dict[str, Any]]:
        """The faults of the function that is checked."""
        return [fault for fault in self.faults if not fault.get("beside")]

    @property
    def seconds(self) -> float:
        """The processor time of all its checks."""
        return sum(float(each["seconds"]) for each in self.verdicts.values())


def share(verdict: dict[str, Any]) -> str:
    """The share of wrong showdowns in words; empty if there is none, or it is unknown."""
    kinds = [verdict[kind] for kind in ("reversed", "false_ties", "false_wins")]
    undecided = verdict.get("undecided", 0)
    if None in kinds or not (sum(kinds) or undecided):
        return ""
    return share_in_words(sum(kinds), verdict["showdowns"], undecided)


def is_sample(verdict: dict[str, Any]) -> bool:
    """True if the hands of a verdict are a sample."""
    return bool(verdict.get("hands")) and "drawn with seed" in verdict["scope"]


def packages(verdicts: Path) -> list[Package]:
    """The packages in a file of verdicts, by name, in any letter case; a package for each game.

    Raises:
        ValueError: the list has another version of one, or other numbers of cards.
    """
    by_name: dict[tuple[str, Rules], dict[int, dict[str, Any]]] = {}
    for verdict in json.loads(verdicts.read_text())["evaluators"]:
        key = verdict["name"], GAMES[verdict["rules"]]
        by_name.setdefault(key, {})[verdict["cards"]] = verdict
    found = []
    for entry in read():
        of_size = dict(sorted(by_name.get((entry.name, entry.rules), {}).items()))
        for size, verdict in of_size.items():
            said = verdict["version"], verdict["documented"], [*of_size]
            if said != (entry.about["version"], size in entry.documented, entry.cards):
                raise ValueError(f"{entry.name}: the run in {verdicts} is not of this list")
        if of_size:
            found.append(Package(**vars(entry), verdicts=of_size))
    return sorted(found, key=lambda package: package.name.lower().lstrip("@"))


def cell(package: Package, size: int) -> str:
    """The verdict on a package at a number of cards: right, or the share of wrong showdowns."""
    verdict = package.verdicts.get(size)
    if verdict is None:
        return "-"
    words, _ = terminal.STATUS[verdict["status"]]
    words = {EQUIVALENT: RIGHT, NOT_EQUIVALENT: WRONG}.get(verdict["status"], words)
    if part := share(verdict):
        words = part
    if is_sample(verdict):
        words += f" ({verdict['hands']:,})"
    return words if verdict["documented"] else f"*{words}*"
