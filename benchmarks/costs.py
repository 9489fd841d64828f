"""The cost of a check, for evaluators that are right and wrong: seconds, and memory at its peak.

``python -m benchmarks.costs`` checks each of them on every hand of five cards and of seven, in a
command of its own, and prints a row for each. The memory is that of all of its processes together,
shared pages once. Nothing else should run meanwhile. It takes a quarter of an hour.

``python -m benchmarks.costs 5 random`` checks one of them, on hands of one size.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import Any

import click
import numpy as np
import psutil

from allhands import rank_many

SIZES = range(5, 8)
LOOK = 0.1
"""Seconds between two looks at the memory."""
_OF_CARDS = np.random.default_rng(1).integers(1 << 50, size=52)


EVALUATORS: dict[str, Callable[[Any], Any]] = {
    "right": rank_many,
    "constant": lambda hands: np.zeros(len(hands), int),
    "sum-of-ranks": lambda hands: (hands // 4).sum(axis=1),
    "suit-major": lambda hands: rank_many(hands % 13 * 4 + hands // 13),
    "random": lambda hands: _OF_CARDS[hands].sum(axis=1),
}
"""From an array of hands to their keys; `random` gives nearly every hand a key of its own."""
PLACES = SimpleNamespace(
    **{
        name.replace("-", "_"): SimpleNamespace(
            name=name, sizes=SIZES, lower_wins=True, evaluate=evaluate
        )
        for name, evaluate in EVALUATORS.items()
    }
)
"""The evaluators, for the check."""


def cost(name: str, cards: int) -> tuple[float, float, str, str]:
    """The seconds of a check, the megabytes at its peak, the verdict, and the share."""
    place = f"benchmarks.costs:PLACES.{name.replace('-', '_')}"
    command = (sys.executable, "-m", "allhands", "check", place, "--style", "numpy",
               "--cards", str(cards), "--json", "-")  # fmt: skip
    began, most = time.monotonic(), 0.0
    with TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        while process.poll() is None:
            most = max(most, _megabytes(psutil.Process(process.pid)))
            with suppress(subprocess.TimeoutExpired):
                process.wait(LOOK)
        seconds = time.monotonic() - began
        out.seek(0)
        document = out.read()
    if process.returncode not in (0, 1):
        return seconds, most, f"exit code {process.returncode}", ""
    (row,) = json.loads(document)["evaluators"]
    wrong = [row[kind] for kind in ("reversed", "false_ties", "false_wins")]
    return seconds, most, row["status"], "unknown" if None in wrong else f"{sum(wrong):,}"


def _megabytes(process: psutil.Process) -> float:
    """The memory of a process and of all that it has started."""
    total = 0.0
    with suppress(psutil.Error):
        for each in [process, *process.children(recursive=True)]:
            with suppress(psutil.Error):
                total += each.memory_full_info().pss / 1e6
    return total


def main() -> None:
    """Print a row for each evaluator and size."""
    only = sys.argv[1:]
    click.echo(f"cards  {'evaluator':14}{'seconds':>8}{'MB':>8}  {'verdict':16}wrong showdowns")
    for cards in (5, 7):
        for name in EVALUATORS:
            if not only or (str(cards) in only and name in only):
                seconds, megabytes, verdict, wrong = cost(name, cards)
                row = f"{cards:5}  {name:14}{seconds:8.1f}{megabytes:8,.0f}  {verdict:16}{wrong}"
                click.echo(row)


if __name__ == "__main__":
    main()
