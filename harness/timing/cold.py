"""The cost of an evaluator before its first hand, measured in fresh processes.

Each process imports one evaluator, which may make tables on import, and evaluates one hand of five
cards and one of seven, for which it may make tables, too. The memory of the process grows by the
size of the module, its libraries and its tables.

The tables of one of our evaluators are also measured separately. Once everything that its module
imports is loaded, the module is executed again and timed, and executed once more to count the bytes
that it and its first hands allocate. Of machine code, the bytes of the tables that it reads count.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from evaluators import COMPILED


class CostError(Exception):
    """The first hands of an evaluator could not be measured; the message says why."""


@dataclass(frozen=True)
class Cost:
    """One measurement in one process.

    Attributes:
        name: a name from `harness.timing.workloads.COLD`.
        value: seconds or bytes.
        unit: ``second`` or ``byte``.
    """

    name: str
    value: float
    unit: str


COLD_START = "cold-start"
"""Seconds until the first hand of five cards is ranked if nothing is in the cache folder."""


def cold_costs(name: str, style: str, timeout: float) -> list[Cost]:
    """Seconds and bytes until an evaluator has ranked its first hands.

    For one in machine code also the seconds with an empty cache folder.

    Raises:
        CostError: a failure, or no answer within the timeout.
    """
    costs = _costs(name, style, timeout)
    if style == "compiled" and name in COMPILED:
        with TemporaryDirectory() as empty:
            cold = {cost.name: cost.value for cost in _costs(name, style, timeout, empty)}
        costs.append(Cost(COLD_START, cold["import"] + cold["first-5"], "second"))
    return costs


def _costs(name: str, style: str, timeout: float, cache: str | None = None) -> list[Cost]:
    command = [sys.executable, "-m", "harness.timing.first_hands", name, style]
    environment = os.environ | ({"ALLHANDS_CACHE": cache} if cache else {})
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=timeout, check=False, env=environment
        )
    except subprocess.TimeoutExpired:
        raise CostError(f"no answer within {timeout:g} seconds") from None
    if ended.returncode:
        raise CostError((ended.stderr.strip().splitlines() or ["it ended without a message"])[-1])
    rows = (line.split(" ") for line in ended.stdout.splitlines())
    return [
        Cost(cost, float(value), "byte" if "memory" in cost else "second") for cost, value in rows
    ]
