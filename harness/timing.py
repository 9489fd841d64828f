"""What a hand costs: measured by pyperf, one process after another, kept in its files.

What is timed is evaluating cards that are encoded already: no text is read, nothing is checked,
tables are built. The benchmark's name is the workload and the file's is the evaluator, so
``python -m pyperf compare_to cactus-kev.json treys.json`` works on the files as they are.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import pyperf

from evaluators import load
from evaluators.cards import DECK, Card

NULL = "harness.null"


def random_hands(size: int) -> list[tuple[Card, ...]]:
    """Two thousand random hands, always the same: under 100 ms a call for all that we time."""
    random = Random(size)
    return [tuple(random.sample(DECK, size)) for _ in range(2_000)]


WORKLOADS: dict[str, Callable[[], Sequence[tuple[Card, ...]]]] = {
    "random-5": lambda: random_hands(5),
    "random-7": lambda: random_hands(7),
}


class TimingError(Exception):
    """An evaluator that could not be timed; says why."""


@dataclass(frozen=True)
class Timing:
    """What a file says: nanoseconds per hand, one number for each process.

    Processes differ from each other more than the values within one, so that they, and not
    the values, are what an interval is taken over.
    """

    name: str
    workload: str
    processes: tuple[float, ...]

    @property
    def median(self) -> float:
        """Nanoseconds per hand: the middle process."""
        return median(self.processes)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """A 95 % bootstrap interval of the median, over processes."""
        drawn = np.random.default_rng(0).choice(self.processes, (2_000, len(self.processes)))
        low, high = np.percentile(np.median(drawn, axis=1), [2.5, 97.5])
        return float(low), float(high)


def measure(name: str, workload: str, out: Path, options: Iterable[str] = ()) -> Path:
    """Time an evaluator with pyperf, and put its file into `out`.

    Args:
        name: the evaluator's, or a place: ``module:attribute``.
        workload: one of `WORKLOADS`.
        out: the folder; a file of the same evaluator there is replaced when the new one is whole.
        options: for pyperf, such as ``--fast`` or ``--affinity=1``.

    Raises:
        TimingError: pyperf, or the evaluator in it, failed.
    """
    with TemporaryDirectory(dir=out, prefix=".timing-") as scratch:
        beside = Path(scratch) / "timing.json"
        command = [sys.executable, "-m", "harness.timed", "--evaluator", name]
        command += ["--workload", workload, "--quiet", "-o", str(beside), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not beside.exists():
            raise TimingError(f"{name} could not be timed: {_cause(done.stderr)}")
        file = out / f"{load(name).name}.json"
        beside.replace(file)
    return file


def _cause(log: str) -> str:
    """What went wrong, from the log of pyperf: the first error in it is the worker's."""
    lines = log.strip().splitlines() or ["pyperf gave no result"]
    errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line))
    return next(errors, lines[-1])


def read(folder: Path, workload: str = "random-5") -> list[Timing]:
    """The timings in the files of a folder, the fastest first.

    Raises:
        TimingError: a file is not pyperf's, or knows nothing of the workload.
    """
    timings = []
    for file in sorted(folder.glob("*.json")):
        try:
            benchmark = pyperf.BenchmarkSuite.load(str(file)).get_benchmark(workload)
        except KeyError:
            raise TimingError(f"{file}: no benchmark is called {workload!r}") from None
        except Exception as error:
            raise TimingError(f"{file}: not a file of pyperf's: {error}") from None
        runs = [run.values for run in benchmark.get_runs() if run.values]
        processes = tuple(median(values) * 1e9 for values in runs)
        timings.append(Timing(file.stem, workload, processes))
    return sorted(timings, key=lambda timing: timing.median)
