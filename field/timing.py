"""Time the evaluators of the field as users call them: ``python -m field.timing VERDICTS OUT``.

A call goes from the text of the cards to the key, or to the value that the package compares, as a
user of the package writes it for one hand. Each of ten rounds starts every package once, so that a
busy moment of the machine falls on all of them; up to three more start those with wide intervals.
"""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import click

from evaluators.cards import format_hand
from evaluators.rules import STANDARD
from field.entries import Entry, read
from harness.cli.common import write_document
from harness.timing.results import Timing
from harness.timing.rounds import PROCESSES
from harness.timing.workloads import random_hands

HANDS = 100_000
"""Hands of each size: none is timed twice, unless a package takes less than two microseconds."""
SECONDS = 120
MORE_ROUNDS = 3
"""The most rounds after the usual ones, for those with wide intervals: they have no yardstick."""


@cache
def lines(size: int) -> str:
    """The same hands for all packages, a line each."""
    return "".join(f"{format_hand(hand)}\n" for hand in random_hands(size)(HANDS).tolist())


def nanoseconds(entry: Entry, cards: list[int]) -> dict[int, float]:
    """The nanoseconds per hand of an evaluator in one process, by the number of cards."""
    done = subprocess.run(
        [*entry.command, "--time"], input="".join(map(lines, cards)),
        text=True, stdout=subprocess.PIPE, timeout=SECONDS, check=True,
    )  # fmt: skip
    return {int(size): float(time) for size, time in map(str.split, done.stdout.splitlines())}


def main(verdicts: Path, target: Path) -> None:
    """Time the evaluators that are right by the standard rules, and write the times as JSON."""
    right: dict[str, list[int]] = {}
    for verdict in json.loads(verdicts.read_text())["evaluators"]:
        if (verdict["status"], verdict["rules"]) == ("equivalent", STANDARD.name):
            right.setdefault(verdict["name"], []).append(verdict["cards"])
    entries = [entry for entry in read() if entry.rules == STANDARD and entry.name in right]
    values: dict[tuple[str, int], list[float]] = {}
    for turn in range(PROCESSES + MORE_ROUNDS):
        if turn >= PROCESSES:
            wide = [name for (name, _), each in values.items() if Timing("", "", (*each,)).is_wide]
            entries = [entry for entry in entries if entry.name in wide]
        if entries:
            click.echo(f"round {turn + 1}: {len(entries)} packages", err=True)
        for entry in list(entries):
            try:
                times = nanoseconds(entry, right[entry.name])
            except (subprocess.SubprocessError, OSError, ValueError) as error:
                click.echo(f"{entry.name} is not timed: {error}", err=True)
                entries.remove(entry)
                values = {key: times for key, times in values.items() if key[0] != entry.name}
                continue
            for size, time in times.items():
                values.setdefault((entry.name, size), []).append(time)
    rows = [
        {"name": name, "cards": size, "values": times} for (name, size), times in values.items()
    ]
    write_document(target, "timings", rows)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
