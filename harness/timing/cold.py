"""What an evaluator costs before its first hand, measured in fresh processes.

Each process imports one evaluator, with the tables that it makes on import, and evaluates one hand
of five cards and one of seven, for which some evaluators make tables first. The growth of its
memory is what the import, its libraries and its tables take.

The cost of tables can be measured separately only if they are the evaluator's own, not a library's.
Once everything that it imports is loaded, its module is run again and timed, and run once more to
count the bytes that it and its first hands allocate.
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
