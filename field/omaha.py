"""Omaha: a hand is two of a player's four cards and three of the board's five.

A package decides a sample of showdowns of two players on a common board, each compared with the
rules. That is not a proof; ``allhands check --rules omaha`` is one, of what returns a key.
"""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import format_hand
from evaluators.rules import OMAHA
from harness.adapters.commands import NOT_FOUND
from harness.checking.statuses import ERROR, NOT_INSTALLED
from harness.hands.arrays import Hands, numbers_of
from harness.timing.workloads import random_hands

NO_FAULT, FAULTS = "no fault found", "faults found"
CARDS = 9
"""The number of cards that make a player's hand: the board's and the player's."""
PARTS = slice(5), slice(5, 9), slice(9, 13)
SAYS = {1: "the first wins", 0: "they tie", -1: "the second wins"}
SECONDS = 3_600


@dataclass(frozen=True)
class Showdowns:
    """A number of random showdowns, always the same: a board of five, and twice four cards."""

    number: int

    def __str__(self) -> str:
        return f"{self.number:,} showdowns of Omaha, drawn with seed {CARDS + 4}"

    def held(self, name: str, command: Sequence[str]) -> dict[str, Any]:
        """A verdict, as plain values, on the answers of a package's command."""
        dealt = random_hands(CARDS + 4)(self.number).tolist()
        lines = "".join(f"{format_hand(cards)}\n" for cards in dealt)
        row: dict[str, Any] = {"name": name, "cards": CARDS, "scope": str(self)}
        row |= {"rules": OMAHA.name, "showdowns": self.number, "message": "", "seconds": 0}
        row |= {"reversed": None, "false_ties": None, "false_wins": None}
        began = sum(os.times()[2:4])  # the processor time of processes that this one started
        try:
            done = subprocess.run(
                command, input=lines, capture_output=True, text=True, timeout=SECONDS, check=True
            )
            said = np.sign([json.loads(line) for line in done.stdout.splitlines()]).astype(int)
            if len(said) != self.number:
                raise ValueError(f"{len(said):,} of {self.number:,} showdowns were answered")
        except (subprocess.SubprocessError, ValueError, TypeError) as error:
            words = str(getattr(error, "stderr", None) or error).strip()
            status = NOT_INSTALLED if getattr(error, "returncode", 0) == NOT_FOUND else ERROR
            return row | {"status": status, "message": words[-300:]}
        row["seconds"] = round(sum(os.times()[2:4]) - began, 2)
        return row | judged(np.array(dealt, np.uint8), said)


def judged(dealt: Hands, said: NDArray[np.int64]) -> dict[str, Any]:
    """The numbers of wrong showdowns, of each kind, and the first of them in words."""
    rules = winners(dealt)
    wrong = {
        "reversed": int(np.sum(said * rules == -1)),
        "false_ties": int(np.sum((said == 0) & (rules != 0))),
        "false_wins": int(np.sum((said != 0) & (rules == 0))),
    }
    if not any(wrong.values()):
        return wrong | {"status": NO_FAULT}
    first = np.argmax(said != rules)
    board, *players = (format_hand(dealt[first, part].tolist()) for part in PARTS)
    says = f"{SAYS[rules[first]]} by the rules, and {SAYS[said[first]]} here"
    return wrong | {"status": FAULTS, "message": f"{' and '.join(players)} on {board}: {says}"}


def winners(dealt: Hands) -> NDArray[np.int64]:
    """The winners of showdowns by the rules: 1 the first player, -1 the second, 0 for a tie.

    Args:
        dealt: the board, the first player's cards and the second's, ``(n, 13)``.
    """
    board, *players = (dealt[:, part] for part in PARTS)
    first, second = (numbers_of(np.hstack([board, own]), OMAHA) for own in players)
    return np.sign(second.astype(int) - first)
