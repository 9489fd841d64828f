"""What an evaluator costs before its first hand: measured cold, in fresh processes.

Each process imports one evaluator, tables that are made on import included, and asks it about one
hand of five cards and one of seven, for which some make tables first. How much its memory grew
by then is what the import, its libraries and its tables take.

Tables alone can only be told where they are the evaluator's own and not a library's: when all that
it imports is there, its module is run once more, beside the first, and timed; and once more to
count the bytes that it and its first hands leave behind.
"""

import subprocess
import sys
from dataclasses import dataclass


class CostError(Exception):
    """An evaluator whose first hand could not be measured; says why."""


@dataclass(frozen=True)
class Cost:
    """What was measured of one thing in one process.

    Attributes:
        name: one of `harness.timing.workloads.COLD`.
        value: seconds or bytes.
        unit: ``second`` or ``byte``.
    """

    name: str
    value: float
    unit: str


def cold_costs(name: str, style: str, timeout: float) -> list[Cost]:
    """Seconds and bytes until an evaluator has ranked its first hands.

    Raises:
        CostError: it failed, or was not done in time.
    """
    command = [sys.executable, "-m", "harness.timing.first_hands", name, style]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise CostError(f"no answer within {timeout:g} seconds") from None
    if done.returncode:
        raise CostError((done.stderr.strip().splitlines() or ["it ended"])[-1])
    found = (line.split(" ") for line in done.stdout.splitlines())
    return [
        Cost(what, float(value), "byte" if "memory" in what else "second") for what, value in found
    ]
