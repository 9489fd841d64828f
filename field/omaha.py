"""Omaha: a hand is two of a player's four cards and three of the board's five.

What is ordered there is not a set of cards, so no check of all hands can speak of it. A package is
held to a sample of showdowns instead: two players on a common board, decided by the rules.
"""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import format_hand
from evaluators.rules import Rules
from harness.adapters.commands import NOT_FOUND
from harness.checking.statuses import ERROR, NOT_INSTALLED
from harness.hands.arrays import Hands, Numbers, numbers_of
from harness.timing.workloads import random_hands

OMAHA = Rules("omaha", "Omaha")
"""Hands of five are ordered by the standard rules."""
NO_FAULT, FAULTS = "no fault found", "faults found"
CARDS = 9
"""The cards that a player's hand is made of: the board's and the player's."""
BOARD, OWN = range(5), range(5, CARDS)
FIVES = [three + two for three, two in product(combinations(BOARD, 3), combinations(OWN, 2))]
PARTS = slice(5), slice(5, 9), slice(9, 13)
SAYS = {1: "the first wins", 0: "they tie", -1: "the second wins"}
SECONDS = 3_600


@dataclass(frozen=True)
class Showdowns:
    """A number of random showdowns, always the same: a board of five, and twice four cards."""

    number: int

    def __str__(self) -> str:
        return f"{self.number:,} showdowns, drawn with seed {CARDS + 4}"

    def held(self, name: str, command: Sequence[str]) -> dict[str, Any]:
        """What a package's command says of them, held to the rules: a verdict as plain values."""
        dealt = random_hands(CARDS + 4)(self.number)
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
            is_there = getattr(error, "returncode", None) != NOT_FOUND
            words = str(getattr(error, "stderr", None) or error).strip()
            status = ERROR if is_there else NOT_INSTALLED
            return row | {"status": status, "message": words[-300:]}
        row["seconds"] = round(sum(os.times()[2:4]) - began, 2)
        rules = winners(np.array(dealt, np.uint8))
        wrong = np.flatnonzero(said != rules)
        row["reversed"] = int(np.sum(said * rules == -1))
        row["false_ties"] = int(np.sum((said == 0) & (rules != 0)))
        row["false_wins"] = int(np.sum((said != 0) & (rules == 0)))
        if not len(wrong):
            return row | {"status": NO_FAULT}
        example = wrong[0]
        board, *players = (format_hand(dealt[example][part]) for part in PARTS)
        says = f"{SAYS[rules[example]]} by the rules, and {SAYS[said[example]]} here"
        return row | {"status": FAULTS, "message": f"{' and '.join(players)} on {board}: {says}"}


def winners(dealt: Hands) -> NDArray[np.int64]:
    """Who wins showdowns by the rules: 1 the first player, -1 the second, 0 for a tie.

    Args:
        dealt: the board, the first player's cards and the second's, ``(n, 13)``.
    """
    board, *players = (dealt[:, part] for part in PARTS)
    first, second = (best(np.hstack([board, own])) for own in players)
    return np.sign(second.astype(int) - first)


def best(cards: Hands) -> Numbers:
    """The class number of the best of 60 hands of five.

    Args:
        cards: the board and a player's cards, ``(n, 9)``.
    """
    return reduce(np.minimum, (numbers_of(cards[:, five]) for five in FIVES))
