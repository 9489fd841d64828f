"""What the verdicts on the field say about each package."""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluators.rules import RULES, STANDARD, Rules
from field.entries import read
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import share_in_words
from harness.reporting import terminal

RIGHT, WRONG, UNKNOWN = "right", "wrong", "not checked to the end"
WORDS = {5: "five cards", 6: "six cards", 7: "seven cards"}
RUNS = Path("reports/field")
"""One committed run: `verdicts.json`, `timings.json` and `faults.json`."""


@dataclass(frozen=True)
class Fault:
    """One fault of a package, as its `fault.toml` tells it.

    Attributes:
        family: the family of faults that it belongs to.
        where: the file and line of the package's source.
        cause: why the package orders the hands wrongly.
        rules, says: what the rules and the package say of the two hands.
        mend: what would mend it.
        beside: whether it is in another public function than the one that is checked.
        known: where it was reported before, if it was.
        game: the name of the rules of the game that it is in.
    """

    family: str
    where: str
    cause: str
    rules: str
    says: str
    mend: str
    beside: bool = False
    known: str = ""
    game: str = STANDARD.name


@dataclass(frozen=True)
class Package:
    """A package of the field in one game, and its verdicts.

    Attributes:
        name: its name in its registry.
        folder: its folder in `field/packages`.
        about: what the list says about it.
        verdicts: the verdicts by the number of cards.
        rules: the rules of the game.
        faults: its faults in this game, the gravest first.
    """

    name: str
    folder: Path
    about: dict[str, Any]
    verdicts: dict[int, dict[str, Any]]
    rules: Rules = STANDARD
    faults: Sequence[Fault] = field(default_factory=list)

    @property
    def status(self) -> str:
        """Whether it is right at each size that its documentation promises."""
        documented = [each["status"] for each in self.verdicts.values() if each["documented"]]
        if NOT_EQUIVALENT in documented or (ERROR in documented and self.causes):
            return WRONG
        return RIGHT if documented and set(documented) == {EQUIVALENT} else UNKNOWN

    @property
    def causes(self) -> list[Fault]:
        """The faults of the function that is checked."""
        return [fault for fault in self.faults if not fault.beside]

    @property
    def language(self) -> str:
        """The language that it is written in."""
        return str(self.about["language"])

    @property
    def seconds(self) -> float:
        """The processor time of all its checks."""
        return sum(float(each["seconds"]) for each in self.verdicts.values())


def share(verdict: dict[str, Any]) -> str:
    """The share of showdowns that are decided wrongly, in words; empty if there is none."""
    kinds = [verdict[kind] for kind in ("reversed", "false_ties", "false_wins")]
    if None in kinds or not sum(kinds):
        return ""
    return share_in_words(sum(kinds), verdict["showdowns"])


def is_sample(verdict: dict[str, Any]) -> bool:
    """Whether the hands of a verdict are a sample."""
    return "drawn with seed" in verdict["scope"]


def packages(verdicts: Path) -> list[Package]:
    """The packages in a file of verdicts, by name, in any letter case; a package for each game.

    Raises:
        ValueError: the list has another version of one, or promises another number of cards.
    """
    by_name: dict[tuple[str, Rules], dict[int, dict[str, Any]]] = {}
    for verdict in json.loads(verdicts.read_text())["evaluators"]:
        key = verdict["name"], RULES[verdict["rules"]]
        by_name.setdefault(key, {})[verdict["cards"]] = verdict
    found = []
    for entry in read():
        of_size = dict(sorted(by_name.get((entry.name, entry.rules), {}).items()))
        for size, verdict in of_size.items():
            said = verdict["about"]["version"], verdict["documented"]
            if said != (entry.about["version"], size in entry.documented):
                raise ValueError(f"{entry.name}: the run in {verdicts} is not of this list")
        if of_size:
            package = entry.name, entry.folder, entry.about, of_size, entry.rules
            found.append(Package(*package, faults(entry.folder, entry.rules)))
    return sorted(found, key=lambda package: package.name.lower().lstrip("@"))


def faults(folder: Path, game: Rules) -> list[Fault]:
    """The faults in a game that a package's `fault.toml` tells; none if there is no such file."""
    file = folder / "fault.toml"
    if not file.exists():
        return []
    told = [Fault(**table) for table in tomllib.loads(file.read_text())["fault"]]
    return [fault for fault in told if fault.game == game.name]


def cell(package: Package, size: int) -> str:
    """The verdict on a package at a number of cards: right, or the share of wrong showdowns."""
    verdict = package.verdicts.get(size)
    if verdict is None:
        return "-"
    words, _ = terminal.STATUS[verdict["status"]]
    words = {EQUIVALENT: RIGHT, NOT_EQUIVALENT: WRONG}.get(verdict["status"], words)
    if part := share(verdict):
        words = part
    if is_sample(verdict) and verdict["hands"]:
        words += f" ({verdict['hands']:,})"
    return words if verdict["documented"] else f"*{words}*"
