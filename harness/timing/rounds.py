"""Time evaluators with pyperf, in rounds.

A machine is faster in one minute than in the next. So in each round, every evaluator has one
pyperf process, which measures each of its workloads in a fresh process. The processes of one
benchmark are then spread over the whole run, and so their spread includes the variance of the
machine. Files are named after evaluators, in a folder for each style, and benchmarks after
workloads, so that ``python -m pyperf compare_to a.json.gz b.json.gz`` works on the files.

An interrupted run can be resumed: the results of its rounds are in the folder ``unfinished`` until
each evaluator's file is written whole.
"""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, NamedTuple

import psutil
import pyperf

from evaluators import ARRAYS, COMPILED, WALKS
from evaluators.cache import write_whole
from evaluators.null import COPY, NULL, NULL_ARRAYS, name_of
from harness.adapters.adopt import code_of, load
from harness.timing.cold import COLD_START, CostError, cold_costs
from harness.timing.results import (
    STATUS,
    STYLES,
    SUFFIX,
    ResultError,
    Timing,
    files_of,
    load_suite,
    machine_of,
    read_statuses,
    timing_of,
)
from harness.timing.workloads import COLD, SCALES, WORKLOADS


class Plan(NamedTuple):
    """The rounds of a run.

    Attributes:
        rounds: the number of rounds.
        cold: the number of rounds, from the first, that also measure costs before the first hand.
        options: pyperf's options in each round.
    """

    rounds: int
    cold: int
    options: tuple[str, ...] = ()


SPEEDS = {
    "--fast": Plan(3, 1, ("--values=2", "--min-time=0.02")),
    "": Plan(10, 10),
    "--rigorous": Plan(20, 20),
}
TOO_WIDE = 0.10
"""A wider interval, as a share of the median, is worth a warning."""
OURS = (NULL, NULL_ARRAYS, COPY)
"""Evaluators that show what a loop or a copy costs; they have no start of their own."""
UNFINISHED = "unfinished"
TIMED, FAILED, TIMEOUT, NOT_INSTALLED = "timed", "failed", "timeout", "not installed"

PYPERF_TIMEOUT = 124
LOG_LENGTH = 20_000  # characters, from the end of pyperf's output

PRIVATE = ("hostname", "python_executable", "python_config_args", "python_cflags")
"""Metadata of pyperf that is removed: it is about the user, not the measurement."""


@dataclass(frozen=True)
class Job:
    """An evaluator in a style, and the workloads to time it on."""

    name: str
    style: str
    workloads: tuple[str, ...]

    def __len__(self) -> int:
        """The steps of progress: one for each workload."""
        return len(self.workloads)

    def __str__(self) -> str:
        return f"{self.style}/{self.name}"


@dataclass(frozen=True)
class Status:
    """The end of a job: timed, failed, timeout or not installed, and the reason."""

    status: str
    message: str = ""


def workloads_for(name: str, style: str, chosen: Iterable[str] = ()) -> tuple[str, ...]:
    """The workloads, of those chosen or of all, that an evaluator can be timed on.

    Reading text costs the same for every evaluator, so only the null evaluator is timed on it. The
    scale workloads are for evaluators that have the styles ``python`` and ``numpy``, and only
    arrays go beyond 100,000 hands. An evaluator that cannot be loaded keeps all workloads of hands,
    and fails in its run.

    >>> workloads_for("cactus-kev", "numpy", ["random-7", "encode", "import"])
    ('random-7', 'import')
    """
    try:
        sizes = load(name, style).sizes
    except Exception:
        sizes = range(5, 8)

    def fits(chosen_name: str) -> bool:
        if chosen_name in COLD:
            is_compiled = style == "compiled" and name in COMPILED
            return name not in OURS and (is_compiled or chosen_name != COLD_START)
        workload = WORKLOADS[chosen_name]
        if workload.kind == "walk":
            return style == "compiled" and name in WALKS
        if style != "python":
            takes_it = workload.size in sizes and workload.kind in ("hands", "showdowns")
            return takes_it and (style == "numpy" or not workload.hands)
        if workload.kind == "parse":
            return name == NULL
        if workload.hands:
            return name in ARRAYS and workload.hands <= SCALES[-1]
        return workload.size in sizes

    return tuple(workload for workload in chosen or (*WORKLOADS, *COLD) if fits(workload))


def run(
    jobs: Sequence[Job],
    out: Path,
    options: Sequence[str] = (),
    timeout: float = 60,
    fresh: bool = False,
    progress: Callable[[Job, int], None] = lambda job, steps: None,
    warn: Callable[[str], None] = lambda warning: None,
) -> dict[Job, Status]:
    """Time evaluators, and write a file for each into ``out/style``.

    Earlier results of other workloads stay in these files. One evaluator's failure becomes its
    status, and the others are still timed.

    Args:
        jobs: the evaluators and their workloads.
        out: the folder.
        options: ``--fast``, ``--rigorous`` or ``--processes=N`` for the number of rounds, and
            other options of pyperf, such as ``--affinity=1``.
        timeout: seconds for each process, after which an evaluator is no longer timed.
        fresh: whether to remove earlier results first, of another machine or of unfinished rounds.
        progress: a function that is called with a job and its steps just done, and with 0 when a
            round of the job begins.
        warn: a function that is called after a round with each reason to doubt its numbers.

    Raises:
        ResultError: results of another machine in the folder.
    """
    if fresh:
        _remove(out)
    refuse_other_machines(out)
    unfinished = out / UNFINISHED
    request = _request(jobs, options)
    if fresh or not _is_begun(unfinished, request):
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        write_whole(unfinished / "run.json", json.dumps(request))

    rounds, cold_rounds, pyperf_options = plan(options)
    pyperf_options = (*pyperf_options, f"--timeout={timeout:g}")
    runs = [_JobRun(job, unfinished, out) for job in jobs]
    for n in range(rounds):
        for job_run in runs:
            progress(job_run.job, 0)
            job_run.round(n, n < cold_rounds, pyperf_options, timeout, progress)
        for warning in _doubts(n, [timing for job_run in runs for timing in job_run.timings]):
            warn(warning)
    statuses = {key: old for key, old in read_statuses(out).items() if old["status"] == TIMED}
    for job_run in runs:
        job_run.merge()
        statuses[f"{job_run.job.style}/{job_run.name}"] = asdict(job_run.status)
    write_whole(out / STATUS, json.dumps(statuses, indent=2, sort_keys=True) + "\n")
    shutil.rmtree(unfinished)
    return {job_run.job: job_run.status for job_run in runs}


def plan(options: Iterable[str]) -> Plan:
    """The rounds that some options ask for.

    >>> plan(["--fast", "--affinity=1"]) == Plan(
    ...     3, 1, ("--processes=1", "--values=2", "--min-time=0.02", "--affinity=1"))
    True
    >>> plan([]).rounds, plan(["--rigorous"]).rounds, plan(["--processes=4"])
    (10, 20, Plan(rounds=4, cold=4, options=('--processes=1',)))
    """
    chosen, passed = SPEEDS[""], []
    for option in options:
        name, _, value = option.partition("=")
        if name in SPEEDS:
            chosen = SPEEDS[name]
        elif name == "--processes":
            chosen = Plan(int(value), int(value))
        else:
            passed.append(option)
    return chosen._replace(options=("--processes=1", *chosen.options, *passed))


def interrupted(out: Path, jobs: Sequence[Job], options: Sequence[str]) -> int:
    """The number of rounds that an interrupted run of these jobs has begun."""
    unfinished = out / UNFINISHED
    if not _is_begun(unfinished, _request(jobs, options)):
        return 0
    return len({file.name for file in unfinished.glob("*/*.json")})


def _request(jobs: Sequence[Job], options: Sequence[str]) -> dict[str, Any]:
    """The jobs and options of a run, with a digest of each evaluator's code."""
    code = {str(job): code_of(job.name, job.style) for job in jobs}
    return {"jobs": [asdict(job) for job in jobs], "options": [*options], "code": code}


def _is_begun(unfinished: Path, request: dict[str, Any]) -> bool:
    """Whether a run with the same request was interrupted."""
    try:
        begun = json.loads((unfinished / "run.json").read_text())
    except (OSError, ValueError):
        return False
    return bool(begun == json.loads(json.dumps(request)))


class _JobRun:
    """The run of one job: a file for each round, and the workloads that are given up.

    Attributes:
        name: the evaluator's name, or its place if it has none here, as in a check.
        status: the first failure, or timed.
    """

    def __init__(self, job: Job, unfinished: Path, out: Path) -> None:
        self.job, self.name, self.status = job, name_of(job.name), Status(TIMED)
        self.parts = unfinished / f"{job.style}-{_file_name(job.name)}"
        self.parts.mkdir(exist_ok=True)
        self.file = out / job.style / f"{_file_name(self.name)}{SUFFIX}"
        self.log_file = out / job.style / f"{_file_name(self.name)}.log"
        self.log_file.unlink(missing_ok=True)
        self.given_up: set[str] = set()
        self._processes: dict[str, list[float]] = {}
        try:
            load(job.name, job.style)
        except ImportError as error:
            self._give_up(Status(NOT_INSTALLED, str(error)), job.workloads)
        except Exception as error:
            self._give_up(Status(FAILED, f"{type(error).__name__}: {error}"), job.workloads)

    def _give_up(self, status: Status, workloads: Iterable[str]) -> None:
        if self.status.status == TIMED:  # keep the first failure: later ones may follow from it
            self.status = status
        self.given_up |= set(workloads)

    def round(
        self,
        n: int,
        is_cold: bool,
        options: Sequence[str],
        timeout: float,
        progress: Callable[[Job, int], None],
    ) -> None:
        """Measure all workloads that are neither given up nor already measured in this round."""
        part = self.parts / f"{n}.json"
        steps_left = len(self.job)

        def count(steps: int) -> None:
            nonlocal steps_left
            steps_left -= steps
            progress(self.job, steps)

        while todo := self._todo(part, WORKLOADS):
            failure = _pyperf(
                self.job, todo, part, [*options, *self._loops()], count, self.log_file
            )
            if not failure:
                break
            # After a failure, the other workloads are still timed; after a timeout, none is.
            failed = self._todo(part, WORKLOADS)[0]
            status = Status(failure.status, f"{failed}: {failure.message}")
            self._give_up(status, self.job.workloads if status.status == TIMEOUT else [failed])
        cold = self._todo(part, COLD)
        if cold and is_cold and _workloads_in(part).isdisjoint(COLD):
            try:
                pyperf.add_runs(str(part), pyperf.BenchmarkSuite(_cold(self.job, cold, timeout)))
            except (CostError, ValueError) as error:
                self._give_up(Status(FAILED, f"in a fresh process: {error}"), cold)
        if _workloads_in(part):
            for benchmark in load_suite(part):
                timing = timing_of(self.name, self.job.style, benchmark)
                if timing.workload in WORKLOADS:
                    self._processes.setdefault(timing.workload, []).extend(timing.processes)
        if steps_left:  # workloads that are given up or were measured before an interruption
            count(steps_left)

    @property
    def timings(self) -> list[Timing]:
        """The timings so far, without costs before the first hand."""
        return [
            Timing(self.name, workload, tuple(processes), self.job.style)
            for workload, processes in self._processes.items()
        ]

    def _todo(self, part: Path, among: Container[str]) -> list[str]:
        skipped = _workloads_in(part) | self.given_up
        return [name for name in self.job.workloads if name in among and name not in skipped]

    def _loops(self) -> list[str]:
        """The loops for each workload that pyperf calibrated in the first round."""
        first = self.parts / "0.json"
        return [
            f"--loops-of={benchmark.get_name()}={benchmark.get_loops()}"
            for benchmark in (load_suite(first) if _workloads_in(first) else ())
            if benchmark.get_name() in WORKLOADS
        ]

    def merge(self) -> None:
        """Write the evaluator's own file from the files of all rounds."""
        parts = [part for part in sorted(self.parts.glob("*.json")) if _workloads_in(part)]
        if parts:
            suite, *later = map(load_suite, parts)
            for part in later:
                suite.add_runs(part)
            _merge(suite, self.file)


def _doubts(n: int, timings: Sequence[Timing]) -> Iterator[str]:
    """Reasons to doubt the numbers after a round: other work on the machine, or wide intervals."""
    cores = os.cpu_count() or 1
    load = psutil.getloadavg()[0]
    if load > cores:
        yield f"the load is {load:.1f} on {cores} cores: other programs disturb the timing"
    if n == 0:
        return
    widths = {t: (t.interval[1] - t.interval[0]) / t.median for t in timings}
    if wide := [timing for timing, width in widths.items() if width > TOO_WIDE]:
        widest = max(wide, key=widths.__getitem__)
        yield (
            f"after {n + 1} rounds, the intervals of {len(wide)} of {len(timings)} timings are "
            f"wider than {TOO_WIDE:.0%} of the median; the widest, {widest.label} on "
            f"{widest.workload}: {widths[widest]:.0%}"
        ).replace("%", " %")


def _file_name(name: str) -> str:
    """A file name that every file system takes, different for each evaluator.

    >>> _file_name("cactus-kev"), _file_name("mine.py:score")
    ('cactus-kev', 'mine.py-score-8ccf18')
    """
    safe = re.sub(r"[^\w.+-]", "-", name)
    return safe if safe == name else f"{safe}-{sha256(name.encode()).hexdigest()[:6]}"


def _workloads_in(part: Path) -> set[str]:
    """The workloads in a round's file, which is removed if an interruption cut it off."""
    try:
        return set(load_suite(part).get_benchmark_names()) if part.exists() else set()
    except ResultError:
        part.unlink()
        return set()


def _pyperf(
    job: Job,
    workloads: Sequence[str],
    part: Path,
    options: Iterable[str],
    progress: Callable[[int], None],
    log_file: Path,
) -> Status | None:
    """Let pyperf time workloads once, and add them to a file one by one.

    After a failure, keep pyperf's output in the log file, and return the failure.
    """
    command = [sys.executable, "-m", "harness.timing.benchmark", "--quiet", f"--append={part}"]
    command += [*options, "--evaluator", job.name, "--style", job.style]
    for workload in workloads:
        command += ["--workload", workload]
    with TemporaryFile("w+") as errors:
        log = ""
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
            try:
                for line in process.stdout or ():
                    if line.partition(":")[0] in workloads:
                        progress(1)
                    log += line
            except BaseException:
                process.kill()
                raise
        errors.seek(0)
        log += errors.read()
    if not process.returncode:
        return None
    log_file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(log_file, log[-LOG_LENGTH:])
    if process.returncode == PYPERF_TIMEOUT:
        return Status(TIMEOUT, "a process did not end in time")
    return Status(FAILED, _cause(log))


def _cause(log: str) -> str:
    """The worker's error, which is the first in pyperf's log, or else the last line."""
    lines = log.strip().splitlines() or ["pyperf gave no result"]
    errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line))
    return next(errors, lines[-1])


def _cold(job: Job, chosen: Container[str], timeout: float) -> list[Any]:
    """The costs before the first hand, as benchmarks of pyperf."""
    metadata = {"style": job.style, "evaluator": name_of(job.name)}
    runs = [
        pyperf.Run(
            [cost.value],
            metadata={"name": cost.name, "unit": cost.unit, **metadata},
            collect_metadata=True,
        )
        for cost in cold_costs(job.name, job.style, timeout)
        if cost.name in chosen
    ]
    return [pyperf.Benchmark([run]) for run in runs]


def _merge(benchmarks: Iterable[Any], file: Path) -> None:
    """Add benchmarks to a file, or replace those of the same name in it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    earlier = load_suite(file) if file.exists() else ()
    by_name = {benchmark.get_name(): benchmark for benchmark in (*earlier, *benchmarks)}
    order = [*WORKLOADS, *COLD]
    suite = pyperf.BenchmarkSuite([by_name[name] for name in sorted(by_name, key=order.index)])
    with TemporaryDirectory() as scratch:
        dumped = Path(scratch) / "suite.json"
        suite.dump(str(dumped))
        document = json.loads(dumped.read_text())
    for section in (document, *document["benchmarks"]):
        for key in PRIVATE:
            section.get("metadata", {}).pop(key, None)
    text = json.dumps(document, separators=(",", ":")) + "\n"
    write_whole(file, gzip.compress(text.encode(), mtime=0))  # the same bytes for the same numbers


def refuse_other_machines(out: Path) -> None:
    """Raise unless all results in a folder were measured on this machine.

    Raises:
        ResultError: results of another machine.
    """
    if not (files := _files(out)):
        return
    here = machine_of(pyperf.Run([1.0], collect_metadata=True).get_metadata())
    for file in files:
        there = machine_of(load_suite(file).get_metadata())
        if there != here:
            raise ResultError(f"{file} was measured on another machine: {there}; this is {here}")


def _files(out: Path) -> list[Path]:
    return [file for style in STYLES for file in files_of(out, style)]


def _remove(out: Path) -> None:
    for file in _files(out):
        file.unlink()
    (out / STATUS).unlink(missing_ok=True)
