"""Time evaluators with pyperf, in rounds.

A machine is faster in one minute than in the next. So in each round, every evaluator has its turn:
one pyperf process, which measures each of its workloads in a fresh process. The processes of one
benchmark are then spread over the whole run, and so their spread includes the variance of the
machine. The name of a file is the evaluator's, the name of a benchmark the workload's, in a folder
for each style, so that ``python -m pyperf compare_to a.json.gz b.json.gz`` works on the files.

An interrupted run can be resumed: until the evaluators' own files are written, whole, each round's
results are in the folder ``unfinished``.
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

from evaluators import VECTORIZED, load_vectorized
from harness.adapters.adopt import code_of, load
from harness.adapters.null import NULL, NULL_ARRAYS, name_of
from harness.processes.files import write_whole
from harness.timing.cold import CostError, cold_costs
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
    """How many rounds a run has.

    Attributes:
        rounds: all of them.
        cold: those that also measure what is measured in a fresh process.
        options: what pyperf is told in each.
    """

    rounds: int
    cold: int
    options: tuple[str, ...] = ()


SPEEDS = {
    "--fast": Plan(3, 1, ("--values=2", "--min-time=0.02")),
    "": Plan(10, 10),
    "--rigorous": Plan(20, 20),
}
TOO_FAR_APART = 0.10
"""How wide, as a share of the median, an interval may be before it is worth a warning."""
UNFINISHED = "unfinished"
TIMED, FAILED, TIMEOUT, NOT_INSTALLED = "timed", "failed", "timeout", "not installed"

PYPERF_TIMEOUT = 124
LOG = 20_000  # characters, the last

PRIVATE = ("hostname", "python_executable", "python_config_args", "python_cflags")
"""What pyperf notes of a machine, and nobody has to know."""


@dataclass(frozen=True)
class Job:
    """An evaluator in a style, and what it is to be timed on."""

    name: str
    style: str
    workloads: tuple[str, ...]

    def __len__(self) -> int:
        """In steps of progress: a workload each."""
        return len(self.workloads)

    def __str__(self) -> str:
        return f"{self.style}/{self.name}"


@dataclass(frozen=True)
class Status:
    """What became of a job: one of the four statuses, and why."""

    status: str
    message: str = ""


def workloads_for(name: str, style: str, chosen: Iterable[str] = ()) -> tuple[str, ...]:
    """Of the chosen workloads, or all, those that an evaluator can be timed on.

    Reading text is the same for all: it is timed beside the evaluator that does nothing. How time
    grows with the number of hands is for those that take arrays, too, and only arrays go beyond
    100,000. An evaluator that cannot be loaded is left to its failure.

    >>> workloads_for("cactus-kev", "numpy", ["random-7", "encode", "import"])
    ('random-7', 'import')
    """
    try:
        sizes = (load_vectorized if style == "numpy" else load)(name).sizes
    except Exception:
        sizes = range(5, 8)

    def fits(which: str) -> bool:
        if which in COLD:
            return name not in (NULL, NULL_ARRAYS)
        workload = WORKLOADS[which]
        if style == "numpy":
            return workload.size in sizes and workload.kind in ("hands", "showdowns")
        if workload.kind == "parse":
            return name == NULL
        if workload.hands:
            return name in VECTORIZED and workload.hands <= SCALES[-1]
        return workload.size in sizes

    return tuple(which for which in chosen or (*WORKLOADS, *COLD) if fits(which))


def run(
    jobs: Sequence[Job],
    out: Path,
    options: Sequence[str] = (),
    timeout: float = 60,
    fresh: bool = False,
    progress: Callable[[Job, int], None] = lambda job, steps: None,
    warn: Callable[[str], None] = lambda warning: None,
) -> dict[Job, Status]:
    """Time evaluators, and put a file for each into ``out/style``.

    What the folder has of other workloads, from the same machine, stays. A failure is a status
    and the next evaluator's turn.

    Args:
        jobs: what to time.
        out: the folder.
        options: ``--fast``, ``--rigorous`` or ``--processes=N`` for the number of rounds, and
            whatever else pyperf is to be told, such as ``--affinity=1``.
        timeout: seconds for each process, after which an evaluator is given up.
        fresh: begin anew, without what the folder has: of another machine, or half done.
        progress: called with steps of a job that are done; with 0 when it begins.
        warn: called after a round with what makes its numbers doubtful, in words.

    Raises:
        ResultError: the folder has results of another machine.
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

    rounds, cold, told = plan(options)
    told = (*told, f"--timeout={timeout:g}")
    measured = {job: _Measured(job, unfinished, out) for job in jobs}
    for n in range(rounds):
        for job in jobs:
            progress(job, 0)
            measured[job].round(n, n < cold, told, timeout, progress)
        so_far = [timing for each in measured.values() for timing in each.timings]
        for warning in _doubts(n, so_far):
            warn(warning)
    for each in measured.values():
        each.merge()
    every = {key: old for key, old in read_statuses(out).items() if old["status"] == TIMED}
    every |= {f"{job.style}/{each.name}": asdict(each.status) for job, each in measured.items()}
    write_whole(out / STATUS, json.dumps(every, indent=2, sort_keys=True) + "\n")
    shutil.rmtree(unfinished)
    return {job: each.status for job, each in measured.items()}


def plan(options: Iterable[str]) -> Plan:
    """How many rounds there are, and what pyperf is told in each.

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
    """How many rounds an interrupted run of these jobs has begun."""
    unfinished = out / UNFINISHED
    if not _is_begun(unfinished, _request(jobs, options)):
        return 0
    return len({file.name for file in unfinished.glob("*/*.json")})


def _request(jobs: Sequence[Job], options: Sequence[str]) -> dict[str, Any]:
    """What a run has to do; another one if an evaluator's file has changed."""
    code = {str(job): code_of(job.name, job.style) for job in jobs}
    return {"jobs": [asdict(job) for job in jobs], "options": [*options], "code": code}


def _is_begun(unfinished: Path, request: dict[str, Any]) -> bool:
    """Whether a run was interrupted that was asked for the same."""
    try:
        begun = json.loads((unfinished / "run.json").read_text())
    except (OSError, ValueError):
        return False
    return bool(begun == json.loads(json.dumps(request)))


class _Measured:
    """What a run has of one evaluator so far: a file for each round, and what is given up.

    Attributes:
        name: what the evaluator is called, as in a check: its place, unless it has a name here.
        status: what became of it.
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
            _load(job)
        except ImportError as error:
            self._give_up(Status(NOT_INSTALLED, str(error)), job.workloads)
        except Exception as error:
            self._give_up(Status(FAILED, f"{type(error).__name__}: {error}"), job.workloads)

    def _give_up(self, status: Status, workloads: Iterable[str]) -> None:
        if self.status.status == TIMED:  # the first failure tells most
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
        """Measure once more what is not given up, and not measured already in this round."""
        part = self.parts / f"{n}.json"
        left = len(self.job)

        def count(workloads: int) -> None:
            nonlocal left
            left -= workloads
            progress(self.job, workloads)

        while todo := self._todo(part, WORKLOADS):
            failure = _pyperf(
                self.job, todo, part, [*options, *self._loops()], count, self.log_file
            )
            if not failure:
                break
            # What failed is given up; what comes after it may do. A hang takes all with it.
            failed = self._todo(part, WORKLOADS)[0]
            message = f"{failed}: {failure.message}"
            hung = failure.status == TIMEOUT
            self._give_up(Status(failure.status, message), self.job.workloads if hung else [failed])
        cold = self._todo(part, COLD)
        if cold and is_cold and _in(part).isdisjoint(COLD):
            try:
                pyperf.add_runs(str(part), pyperf.BenchmarkSuite(_cold(self.job, cold, timeout)))
            except (CostError, ValueError) as error:
                self._give_up(Status(FAILED, f"in a fresh process: {error}"), cold)
        if _in(part):
            for benchmark in load_suite(part):
                timing = timing_of(self.name, self.job.style, benchmark)
                if timing.workload in WORKLOADS:
                    self._processes.setdefault(timing.workload, []).extend(timing.processes)
        if left:  # what was measured before, or is given up
            count(left)

    @property
    def timings(self) -> list[Timing]:
        """What was measured so far, one hand after another."""
        return [
            Timing(self.name, workload, tuple(processes), self.job.style)
            for workload, processes in self._processes.items()
        ]

    def _todo(self, part: Path, among: Container[str]) -> list[str]:
        done = _in(part)
        return [
            workload
            for workload in self.job.workloads
            if workload in among and workload not in done | self.given_up
        ]

    def _loops(self) -> list[str]:
        """How often the first round has found that each workload is to be repeated."""
        first = self.parts / "0.json"
        if not _in(first):
            return []
        benchmarks = [each for each in load_suite(first) if each.get_name() in WORKLOADS]
        return [f"--loops-of={each.get_name()}={each.get_loops()}" for each in benchmarks]

    def merge(self) -> None:
        """Write the evaluator's own file."""
        suites = [load_suite(part) for part in sorted(self.parts.glob("*.json")) if _in(part)]
        if suites:
            first, *others = suites
            for suite in others:
                first.add_runs(suite)
            _merge(first, self.file)


def _doubts(n: int, timings: Sequence[Timing]) -> Iterator[str]:
    """What makes numbers doubtful after a round: other work on the machine, and their spread."""
    cores = os.cpu_count() or 1
    load = psutil.getloadavg()[0]
    if load > cores:
        yield f"the load is {load:.1f} on {cores} cores: something else runs, and disturbs"
    if n == 0:
        return
    wide = {timing: (timing.interval[1] - timing.interval[0]) / timing.median for timing in timings}
    wide = {timing: width for timing, width in wide.items() if width > TOO_FAR_APART}
    if wide:
        worst = max(wide, key=wide.__getitem__)
        yield (
            f"after {n + 1} rounds, {len(wide)} of {len(timings)} timings spread by more than "
            f"{TOO_FAR_APART:.0%} of their median; most, {worst.label} on {worst.workload}: "
            f"{wide[worst]:.0%}"
        ).replace("%", " %")


def _load(job: Job) -> Any:
    return load_vectorized(job.name) if job.style == "numpy" else load(job.name)


def _file_name(name: str) -> str:
    """A name that any file system takes, another one for each name.

    >>> _file_name("cactus-kev"), _file_name("mine.py:score")
    ('cactus-kev', 'mine.py-score-8ccf18')
    """
    safe = re.sub(r"[^\w.+-]", "-", name)
    return safe if safe == name else f"{safe}-{sha256(name.encode()).hexdigest()[:6]}"


def _in(part: Path) -> set[str]:
    """The workloads that a file has; none if it was cut off while it was written."""
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

    If that fails, its log is kept, and the failure returned.
    """
    command = [sys.executable, "-m", "harness.timing.benchmark", "--quiet", f"--append={part}"]
    command += [*options, "--evaluator", job.name, "--style", job.style]
    for workload in workloads:
        command += ["--workload", workload]
    with TemporaryFile("w+") as errors:
        said = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as timed:
            try:
                for line in timed.stdout or ():
                    if line.partition(":")[0] in workloads:
                        progress(1)
                    said.append(line)
            except BaseException:
                timed.kill()
                raise
        errors.seek(0)
        log = "".join(said) + errors.read()
    if not timed.returncode:
        return None
    log_file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(log_file, log[-LOG:])
    if timed.returncode == PYPERF_TIMEOUT:
        return Status(TIMEOUT, "a process did not end in time")
    return Status(FAILED, _cause(log))


def _cause(log: str) -> str:
    """What went wrong, from the log of pyperf: the first error in it is the worker's."""
    lines = log.strip().splitlines() or ["pyperf gave no result"]
    errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line))
    return next(errors, lines[-1])


def _cold(job: Job, chosen: Container[str], timeout: float) -> list[Any]:
    """What is measured in a fresh process, as pyperf has it."""
    return [
        pyperf.Benchmark(
            [
                pyperf.Run(
                    [cost.value],
                    metadata={
                        "name": cost.name,
                        "unit": cost.unit,
                        "style": job.style,
                        "evaluator": name_of(job.name),
                    },
                    collect_metadata=True,
                )
            ]
        )
        for cost in cold_costs(job.name, job.style, timeout)
        if cost.name in chosen
    ]


def _merge(benchmarks: Iterable[Any], file: Path) -> None:
    """Put benchmarks into a file, in place of those of the same name."""
    file.parent.mkdir(parents=True, exist_ok=True)
    every = {each.get_name(): each for each in load_suite(file)} if file.exists() else {}
    every |= {each.get_name(): each for each in benchmarks}
    order = [*WORKLOADS, *COLD]
    suite = pyperf.BenchmarkSuite(
        sorted(every.values(), key=lambda each: order.index(each.get_name()))
    )
    with TemporaryDirectory() as scratch:
        beside = Path(scratch) / "suite.json"
        suite.dump(str(beside))
        document = json.loads(beside.read_text())
    for about in (document, *document["benchmarks"]):
        for key in PRIVATE:
            about.get("metadata", {}).pop(key, None)
    text = json.dumps(document, separators=(",", ":")) + "\n"
    write_whole(file, gzip.compress(text.encode(), mtime=0))  # the same bytes for the same numbers


def refuse_other_machines(out: Path) -> None:
    """Raise unless what a folder has was measured here.

    Raises:
        ResultError: it was measured on another machine; says which.
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
