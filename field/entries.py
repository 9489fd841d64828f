"""The list of the field, read from `field.toml`."""

import shlex
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

from evaluators.rules import DEALS, RULES, STANDARD, Rules
from harness.adapters.place import Place
from harness.hands.scopes import Scope, usual
from harness.processes.limits import USUAL

FIELD = Path(__file__).parent
GAMES = RULES | DEALS
SAMPLE = 2_000
"""The number of random hands of a quick check."""
OF_A_GAME = ("calls", "promise", "note", "others")
"""The parts of `about` that belong to one game alone."""


@dataclass(frozen=True)
class Entry:
    """A package of the field in one game, as the list has it.

    Attributes:
        name: its name in its registry.
        folder: its folder in `packages`.
        cards: the numbers of cards that are checked.
        documented: the numbers of cards that its documentation promises.
        sample: how many random hands replace all hands, by the number of cards, where it is slow.
        timeout: the seconds that it may take for one hand.
        about: the rest, for the page.
        rules: the rules of the game.
    """

    name: str
    folder: Path
    cards: list[int]
    documented: list[int]
    about: dict[str, Any]
    sample: dict[str, int] = field(default_factory=dict)
    timeout: float = USUAL.seconds
    rules: Rules = STANDARD

    @property
    def names(self) -> set[str]:
        """The names that users may type: that of its registry, and that of its folder."""
        return {self.name, self.folder.name}

    @property
    def command(self) -> list[str]:
        """The command that runs its adapter."""
        return [str(self.folder.parents[1] / "run"), str(self.folder), self.rules.name]

    @property
    def place(self) -> str:
        """The command, as the check takes it."""
        return Place.of_program(shlex.join(self.command)).text

    def quick(self) -> Self:
        """The same package, checked on a sample alone."""
        return replace(self, sample={str(size): SAMPLE for size in self.cards})

    def scope(self, size: int) -> Scope:
        """The hands that are checked: all of five cards; up to suits of more; or a sample."""
        return usual(size, self.sample.get(str(size)), self.rules)


def read(root: Path = FIELD) -> list[Entry]:
    """The entries of the list in a folder: each package by the standard rules, and in its games."""
    try:
        tables = tomllib.loads((root / "field.toml").read_text(encoding="utf-8"))["evaluator"]
    except tomllib.TOMLDecodeError as error:
        sys.exit(f"field.toml: {error}")
    entries = []
    for table in tables:
        games = table.pop("games", [])
        table["folder"] = (root / "packages" / table["folder"]).absolute()
        try:
            entries.append(Entry(**table))
        except TypeError as error:  # of Entry.__init__(): a part is missing, or has another name
            sys.exit(f"field.toml: {table.get('name')}: {str(error).partition('() ')[2]}")
        kept = {name: what for name, what in table["about"].items() if name not in OF_A_GAME}
        for game in games:
            of_game = {"about": kept | game["about"], "rules": GAMES[game["rules"]]}
            entries.append(Entry(**(table | {"sample": {}} | game | of_game)))
    return entries


def left_out(root: Path = FIELD) -> list[dict[str, str]]:
    """The packages that were looked at and are not in the list, each with the reason."""
    found: list[dict[str, str]]
    found = tomllib.loads((root / "field.toml").read_text(encoding="utf-8"))["left_out"]
    return found


def named(names: Sequence[str]) -> list[Entry]:
    """The entries of packages with these names, in the list or of their folders; or all."""
    entries = read()
    if unknown := set(names) - {name for entry in entries for name in entry.names}:
        sys.exit(f"no package is called {min(unknown)!r}")
    return [entry for entry in entries if not names or entry.names & set(names)]
