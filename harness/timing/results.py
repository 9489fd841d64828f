"""Read the measurements from pyperf's files: one for each evaluator, in a folder for each style.

Processes differ from each other more than the values within one do, so every interval is taken over
processes, as `intervals` says.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

import pyperf

from evaluators import BY_STYLE
from evaluators.errors import UserError
from harness.timing import yardstick
from harness.timing.intervals import coverage, most_left_out
from harness.timing.workloads import FROM_TEXT

STYLES = tuple(BY_STYLE)
STATUS = "status.json"
SUFFIX = ".json.gz"
"""The suffix of pyperf's files; compression makes them ten times smaller."""
ENOUGH = 10
"""With fewer processes than this, the interval is their range."""
TOO_WIDE = 0.10
"""The share of its median over which an interval is called wide."""
BASELINE = "treys"
"""The evaluator that all ratios are relative to: most people know it."""
CARDS, TEXT = "cards", "text"
"""Metadata of a benchmark in which each call reads the texts of its cards."""
RUN = "run"
"""Metadata of a benchmark: when its run began."""


class ResultError(UserError):
    """A file is not pyperf's, or from another machine; the message names it."""


@dataclass(frozen=True)
class Timing:
    """One evaluator on one workload: nanoseconds per hand, a number for each process.

    For a cost before the first hand, see `harness.timing.cold`, nanoseconds or bytes in all. With
    `from_text`, each call reads the texts of its cards; others get cards that were encoded before.
    Processes of one `run` belong together, round by round. `processes` are at the usual speed of
    the machine, by its `yardstick`; `measured` are the same as they were measured, and empty
    without a yardstick.
    """

    name: str
    workload: str
    processes: tuple[float, ...]
    style: str = "python"
    from_text: bool = False
    run: str = ""
    measured: tuple[float, ...] = ()

    @property
    def as_measured(self) -> "Timing":
        """The timing without the yardstick, if it had one."""
        return replace(self, processes=self.measured or self.processes)

    @property
    def median(self) -> float:
        """The median of the processes."""
        return median(self.processes)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """An interval for the median: with ten processes, from the second to the ninth.

        With fewer, it is their range. `spread_name` gives it a name.
        """
        left_out = _left_out(len(self.processes))
        ordered = sorted(self.processes)
        return ordered[left_out], ordered[-1 - left_out]

    @property
    def width(self) -> float:
        """The width of the interval, as a share of the median."""
        low, high = self.interval
        return (high - low) / self.median

    @property
    def coverage(self) -> float:
        """The probability that the interval contains the true median."""
        return coverage(len(self.processes), _left_out(len(self.processes)))

    def over(self, other: "Timing") -> "Timing | None":
        """The ratios to another timing, one for each round, in which both ran together.

        None if they are of different runs, or if only one of them is from text.
        """
        if (self.run, self.from_text) != (other.run, other.from_text):
            return None
        rounds = zip(self.processes, other.processes)
        return replace(self, processes=tuple(mine / theirs for mine, theirs in rounds), measured=())

    @property
    def is_wide(self) -> bool:
        """Return whether the interval is too wide to be sure of the second digit."""
        return self.width > TOO_WIDE

    @property
    def label(self) -> str:
        """The evaluator's name, followed by its style unless that is ``python``."""
        return self.name if self.style == "python" else f"{self.name}, {self.style}"


@dataclass(frozen=True)
class Results:
    """All results in a folder, measured on one machine.

    Attributes:
        timings: the timings of all evaluators, styles and workloads.
        machine: the machine, in words; empty for an empty folder.
        statuses: for each ``style/name`` to be timed, the status and message of `rounds`.
        dates: the first day and the last.
        load: the highest load average, of one minute, that a process saw.
        versions: names and versions of evaluators that are libraries.
    """

    timings: tuple[Timing, ...] = ()
    machine: str = ""
    statuses: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    dates: tuple[str, str] = ("", "")
    load: float = 0.0
    versions: Mapping[str, str] = field(default_factory=dict)

    def of(self, workload: str, style: str | None = None) -> list[Timing]:
        """The timings on a workload, of one style or all, the fastest first."""
        matching = [t for t in self.timings if t.workload == workload and style in (None, t.style)]
        return sorted(matching, key=lambda timing: timing.median)

    def find(self, name: str, workload: str, style: str = "python") -> Timing | None:
        """The timing of an evaluator on a workload, if there is one."""
        return self._by_key.get((name, workload, style))

    def over_baseline(self, timing: Timing) -> Timing | None:
        """The ratios of a timing to the baseline, as `Timing.over` has them.

        A timing from text is compared with the baseline from text.

        >>> texts = Timing("treys", "text-5", (8.0, 1.0), from_text=True)
        >>> mine = Timing("mine", "random-5", (4.0, 2.0), from_text=True)
        >>> Results((Timing("treys", "random-5", (2.0,)), texts)).over_baseline(mine).processes
        (0.5, 2.0)
        >>> encoded = Results((Timing("treys", "flush", (2.0,)),))
        >>> encoded.over_baseline(Timing("mine", "flush", (4.0,), from_text=True))
        >>> encoded.over_baseline(Timing("mine", "flush", (4.0,), run="of another day"))
        """
        workload = timing.workload
        if timing.from_text and workload not in FROM_TEXT.values():
            workload = FROM_TEXT.get(workload, "")
        base = self.find(BASELINE, workload)
        return timing.over(base) if base else None

    @property
    def not_timed(self) -> list[tuple[str, str, str]]:
        """The name, the style and the reason of each evaluator that could not be timed.

        >>> Results(statuses={"python/b": {"status": "failed", "message": ""}}).not_timed
        [('b', 'python', 'failed')]
        """
        return [
            (name, style, f"{status['status']}: {status['message']}".rstrip(": "))
            for key, status in sorted(self.statuses.items())
            for style, name in [key.split("/", 1)]
            if status["status"] != "timed"
        ]

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], Timing]:
        return {(timing.name, timing.workload, timing.style): timing for timing in self.timings}


def read(folder: Path) -> Results:
    """The results in the files of a folder.

    Raises:
        ResultError: a file that is not pyperf's, or files from different machines.
    """
    timings: list[Timing] = []
    machines: dict[str, Path] = {}
    days: set[str] = set()
    loads = [0.0]
    versions: dict[str, str] = {}
    for file in files_of(folder):
        for benchmark in load_suite(file):
            about = benchmark.get_metadata()
            machines.setdefault(machine_of(about), file)
            name = str(about.get("evaluator", file.name.removesuffix(SUFFIX)))
            timings.append(timing_of(name, file.parent.name, benchmark, str(file)))
            if "library" in about:
                versions[name] = about["library"]
            for run in benchmark.get_runs():
                days.add(run.get_metadata().get("date", "")[:10])
                loads.append(run.get_metadata().get("load_avg_1min", 0.0))
    if len(machines) > 1:
        (machine, file), (other_machine, other_file), *_ = machines.items()
        raise ResultError(
            f"{file} is from one machine ({machine}), {other_file} from another ({other_machine}): "
            "they do not go together"
        )
    in_order = sorted(filter(None, days)) or [""]
    return Results(
        tuple(timings),
        next(iter(machines), ""),
        read_statuses(folder),
        (in_order[0], in_order[-1]),
        max(loads),
        versions,
    )


def files_of(folder: Path) -> list[Path]:
    """The pyperf files in a folder, in a folder for each style, one for each evaluator."""
    return [file for style in STYLES for file in sorted(folder.glob(f"{style}/*{SUFFIX}"))]


def load_suite(file: Path) -> Any:
    """The benchmarks in one of pyperf's files.

    Raises:
        ResultError: not a file of pyperf's.
    """
    try:
        return pyperf.BenchmarkSuite.load(str(file))
    except Exception as error:
        raise ResultError(f"{file}: not a file of pyperf's: {error}") from None


def read_statuses(folder: Path) -> dict[str, dict[str, str]]:
    """The status and message of each evaluator that was to be timed, by ``style/name``.

    Raises:
        ResultError: not a file of statuses.
    """
    file = folder / STATUS
    if not file.exists():
        return {}
    try:
        statuses: dict[str, dict[str, str]] = json.loads(file.read_text())
        for status in statuses.values():
            status["status"], status["message"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ResultError(f"{file}: not a file of statuses ({type(error).__name__})") from None
    return statuses


def timing_of(name: str, style: str, benchmark: Any, run: str = "") -> Timing:
    """The timing in one of pyperf's benchmarks: the median of each process, at the usual speed.

    The time of a process in which the `yardstick` took twice its usual time is halved.

    Args:
        name: the evaluator.
        style: its style.
        benchmark: the benchmark.
        run: the run, if the benchmark does not name it: that goes on, or it is of an old file.
    """
    about = benchmark.get_metadata()
    from_text, run = about.get(CARDS) == TEXT, about.get(RUN, run)
    scale = 1.0 if benchmark.get_unit() == "byte" else 1e9
    runs = [run for run in benchmark.get_runs() if run.values]
    measured = tuple(float(median(run.values)) * scale for run in runs)
    usual = about.get(yardstick.USUAL, 1.0)  # while a run goes on, only ratios count
    beside = [run.get_metadata().get(yardstick.NAME) for run in runs]
    processes = tuple(time * usual / (now or usual) for time, now in zip(measured, beside))
    measured = measured if any(beside) else ()
    return Timing(name, benchmark.get_name(), processes, style, from_text, run, measured)


def machine_of(metadata: Mapping[str, Any]) -> str:
    """The machine in the metadata of a benchmark, in words.

    A kernel update does not change the machine.

    >>> machine_of({"cpu_model_name": "Z80", "cpu_count": 1, "platform": "Linux-6-x",
    ...             "python_implementation": "cpython", "python_version": "3.11.7 (64-bit)"})
    'Z80, 1 core, Linux, cpython 3.11.7'
    """
    cpu = metadata.get("cpu_model_name", "unknown processor")
    cores = metadata.get("cpu_count", 1)
    system = str(metadata.get("platform", "unknown system")).partition("-")[0]
    python = metadata.get("python_implementation", "Python")
    version = str(metadata.get("python_version", "")).partition(" ")[0]
    return f"{cpu}, {cores} core{'s' * (cores != 1)}, {system}, {python} {version}"


def spread_name(timings: Iterable[Timing], of: int = 1) -> str:
    """The name of the intervals of some timings, with the least chance that they have the median.

    Args:
        timings: timings that are shown together.
        of: the number of intervals that each one is made of: 2 for a ratio.

    >>> [spread_name([Timing("a", "random-5", (1.0,) * n)]) for n in (5, 10, 20)]
    ['range of 5', '97.9 % interval', '95.9 % interval']
    >>> spread_name([Timing("a", "random-5", (1.0,) * 10)], of=2)
    '95.7 % interval'
    >>> spread_name([Timing("a", "random-5", (1.0,) * n) for n in (10, 12, 13)])
    '≥ 96.1 % interval'
    >>> spread_name([Timing("a", "random-5", (1.0,) * n) for n in (3, 5, 10)])
    'range of 3 or 97.9 % interval'
    """
    numbers = {len(timing.processes) for timing in timings} or {0}
    missed = [of * (1 - coverage(n, _left_out(n))) for n in numbers if n >= ENOUGH]
    names = [f"range of {min(numbers)}"] if min(numbers) < ENOUGH else []
    if missed:
        names.append(f"{'≥ ' * (len(missed) > 1)}{(1 - max(missed)) * 100:.1f} % interval")
    return " or ".join(names)


def _left_out(processes: int) -> int:
    """The number of processes that an interval leaves out at each end."""
    return (most_left_out(processes) or 0) if processes >= ENOUGH else 0
