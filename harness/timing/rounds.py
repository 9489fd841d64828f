"""Time evaluators with pyperf, in rounds.

A machine is faster in one minute than in the next. So in each round, every evaluator has one
pyperf process, which measures each of its workloads in a fresh process. The processes of one
benchmark are then spread over the whole run, and so their spread includes the variance of the
machine. Every other round has the opposite order. What a slow second does to a process is divided
out, as `yardstick` says. All processes count: leaving some out would be a choice.

Files are named after evaluators, in a folder for each style, and benchmarks after workloads, so
that ``python -m pyperf compare_to a.json.gz b.json.gz`` works on the files.

The files are written when the last round is done; a run that is interrupted writes nothing. Each
benchmark says in its metadata when its run began: only within a run do rounds go together.
"""

import gzip
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil
import pyperf

from evaluators.cache import write_whole
from evaluators.errors import UserError
from evaluators.null import name_of
from harness.processes.limits import Died
from harness.timing import yardstick
from harness.timing.cold import CostError, cold_costs
from harness.timing.jobs import FAILED, TIMED, TIMEOUT, Job, Status
from harness.timing.results import (
    RUN,
    STATUS,
    SUFFIX,
    TOO_WIDE,
    ResultError,
    Timing,
    files_of,
    load_suite,
    machine_of,
    read_statuses,
    timing_of,
)
from harness.timing.workloads import COLD, WORKLOADS

PROCESSES = 10
"""The usual number of rounds. With fewer, only the first measures costs before the first hand."""
TIME_LIMIT = 60.0
"""Seconds for a process, after which an evaluator is no longer timed."""
PYPERF_TIMEOUT = 124
PRIVATE = ("hostname", "python_executable", "python_config_args", "python_cflags")
"""Metadata of pyperf that is removed: it is about the user, not the measurement."""


def time_in_rounds(
    jobs: Sequence[Job],
    out: Path,
    processes: int = PROCESSES,
    options: Sequence[str] = (),
    timeout: float = TIME_LIMIT,
    replace: bool = False,
    progress: Callable[[Job, int], None] = lambda job, n: None,
    warn: Callable[[str], None] = lambda warning: None,
    missing: Callable[[Sequence[Timing]], str] | None = None,
) -> dict[Job, Status]:
    """Time evaluators, and write a file for each into ``out/style``.

    Earlier results of other workloads stay in these files. An evaluator that fails is not timed any
    further: the failure becomes its status, and the others are still timed.

    Args:
        jobs: the evaluators and their workloads.
        out: the folder.
        processes: the number of rounds, with a process each.
        options: more options of pyperf, such as ``--affinity=1``.
        timeout: seconds for each process.
        replace: whether results of another machine in the folder are removed.
        progress: a function that is called with each job and the number of the usual round that
            begins.
        warn: a function that is called with the reason for one more round, and at the end with
            each reason to doubt the numbers.
        missing: a function of the timings so far, without those of failures, that returns the
            reason for one more round of all evaluators, if any.

    Raises:
        ResultError: results of another machine in the folder.
        UserError: pyperf does not find the yardstick.
    """
    refuse_other_machines(out, replace)
    if yardstick.NAME not in entry_points(group="pyperf.hook").names:
        raise UserError("allhands was installed before it had a yardstick: install it again")
    runs, load = [*map(_JobRun, jobs)], 0.0
    began = datetime.now(UTC).isoformat(" ")
    for n in count():
        if n >= processes:
            whole = [job_run for job_run in runs if job_run.status.status == TIMED]
            reason = (
                missing([each for job_run in whole for each in job_run.timings]) if missing else ""
            )
            if not reason:
                break
            warn(f"round {n + 1}: {reason}")
        for job_run in runs[:: -1 if n % 2 else 1]:
            if n < processes:
                progress(job_run.job, n)
            job_run.measure(options, timeout, is_cold=n == 0 or processes >= PROCESSES)
        for job_run in runs if missing and n == 0 else ():
            job_run.align(runs[0])
        load = max(load, psutil.getloadavg()[0])
    usual = yardstick.usual(benchmark for job_run in runs for benchmark in job_run.suite)
    statuses = {key: old for key, old in read_statuses(out).items() if old["status"] == TIMED}
    for job_run in runs:
        name, style = name_of(job_run.job.name), job_run.job.style
        if job_run.suite:
            for benchmark in job_run.suite:
                benchmark.update_metadata({RUN: began, "evaluator": name, **usual})
            _merge(job_run.suite, out / style / f"{_file_name(name)}{SUFFIX}")
        elif job_run.status.status != TIMED:  # what an earlier version took is not its time
            (out / style / f"{_file_name(name)}{SUFFIX}").unlink(missing_ok=True)
        statuses[f"{style}/{name}"] = asdict(job_run.status)
    write_whole(out / STATUS, json.dumps(statuses, indent=2, sort_keys=True) + "\n")
    for warning in _doubts(load, [timing for job_run in runs for timing in job_run.timings]):
        warn(warning)
    return {job_run.job: job_run.status for job_run in runs}


class _JobRun:
    """The run of one job.

    Attributes:
        status: the failure, or timed.
        suite: the measurements of all rounds so far.
        loops: the loops for each workload that pyperf calibrated in the first round.
    """

    def __init__(self, job: Job) -> None:
        self.job, self.status = job, job.status
        self.suite: Any = []
        self.loops: dict[str, int] = {}

    def measure(self, options: Sequence[str], timeout: float, is_cold: bool) -> None:
        """Measure each workload in a process, and perhaps the costs before the first hand."""
        if self.status.status != TIMED:
            return
        loops = [f"--loops-of={workload}={number}" for workload, number in self.loops.items()]
        options = [*options, f"--timeout={timeout:g}", *loops]
        with TemporaryDirectory() as folder:
            part = Path(folder) / "part.json"
            self.status = _pyperf(self.job, part, options) or self.status
            if part.exists():
                self._add(load_suite(part))
        if not self.loops:
            self.loops = {each.get_name(): each.get_loops() for each in self.suite}
        cold = [name for name in self.job.workloads if name in COLD]
        if cold and is_cold and self.status.status == TIMED:
            try:
                self._add(_cold(self.job, cold, timeout))
            except (CostError, ValueError) as error:
                self.status = Status(FAILED, f"in a fresh process: {error}")

    def _add(self, benchmarks: Any) -> None:
        if self.suite:
            self.suite.add_runs(benchmarks)
        else:
            self.suite = benchmarks

    @property
    def timings(self) -> list[Timing]:
        """The timings, without costs before the first hand."""
        name = name_of(self.job.name)
        timings = (timing_of(name, self.job.style, each) for each in self.suite)
        return [timing for timing in timings if timing.workload in WORKLOADS]

    def align(self, first: "_JobRun") -> None:
        """Take the loops of another job, unless the calibrated ones are not at all alike.

        pyperf doubles loops until they take long enough, so that two runs of the same code may have
        8 and 16. A pause of the machine hits a longer value more often: that is no difference.
        """
        for workload, loops in self.loops.items():
            theirs = first.loops.get(workload, 0)
            if loops <= 2 * theirs <= 4 * loops:
                self.loops[workload] = theirs


def _doubts(load: float, timings: Sequence[Timing]) -> Iterator[str]:
    """Reasons to doubt the numbers: a load above one a core, or wide intervals."""
    cores = os.cpu_count() or 1
    if load > cores:
        yield f"the load was {load:.1f} on {cores} cores: other programs disturbed the timing"
    if wide := [timing for timing in timings if timing.is_wide]:
        widest = max(wide, key=lambda timing: timing.width)
        yield (
            f"the intervals of {len(wide)} of {len(timings)} timings are wider than "
            f"{TOO_WIDE * 100:.0f} % of the median; the widest, {widest.label} on "
            f"{widest.workload}: {widest.width * 100:.0f} %"
        )


def _file_name(name: str) -> str:
    r"""A file name that every file system takes, different for each evaluator.

    >>> _file_name("cactus-kev"), _file_name("mine.py:score"), _file_name("my own.py")
    ('cactus-kev', 'mine.py-score-8ccf18', 'my-own.py-a0d7ba')
    >>> _file_name("of-no-encoding-\udcff.py")
    'of-no-encoding--.py-20f033'
    """
    safe = re.sub(r"[^\w.+-]", "-", name).encode()[-150:].decode(errors="ignore")
    return safe if safe == name else f"{safe}-{sha256(os.fsencode(name)).hexdigest()[:6]}"


def _pyperf(job: Job, part: Path, options: Iterable[str]) -> Status | None:
    """Let pyperf time the workloads of a job once, and add them to a file one by one.

    Returns:
        The failure at the first workload that is not in the file, if any.
    """
    todo = [name for name in job.workloads if name in WORKLOADS]
    if not todo:
        return None
    command = [sys.executable, "-Pm", "harness.timing.benchmark", "--quiet", f"--append={part}"]
    # Else an evaluator gets PATH, HOME and little more of the environment.
    command += ["--copy-env", "--processes=1", f"--hook={yardstick.NAME}", *options]
    command += ["--evaluator", job.at.source, "--style", job.style]
    command += [word for name in todo for word in ("--workload", name)]
    ended = subprocess.run(command, capture_output=True, errors="replace", cwd=job.at.root or None)
    if not ended.returncode:
        return None
    done = load_suite(part).get_benchmark_names() if part.exists() else []
    failed = next((name for name in todo if name not in done), todo[-1])
    if ended.returncode == PYPERF_TIMEOUT:
        return Status(TIMEOUT, f"{failed}: a process did not end in time")
    return Status(FAILED, f"{failed}: {_cause(ended.stderr)}")


def _cause(log: str) -> str:
    """The worker's error, which is the first in pyperf's log, or else the last line.

    >>> _cause("RuntimeError: python failed with exit code -11")
    'its process was killed by SIGSEGV'
    """
    lines = log.strip().splitlines() or ["pyperf gave no result"]
    errors = (line for line in lines if re.match(r"[\w.]*(Error|Exception|Interrupt|Exit)\b", line))
    cause = next(errors, lines[-1])
    by_signal = re.search(r" failed with exit code (-\d+)$", cause)
    return str(Died(int(by_signal[1]))) if by_signal else cause


def _cold(job: Job, chosen: Container[str], timeout: float) -> Any:
    """The costs before the first hand, as benchmarks of pyperf."""
    about = {"style": job.style}
    costs = cold_costs(job.at.source, job.style, timeout, job.at.root or None).items()
    runs = [
        pyperf.Run(
            [value],
            metadata={"name": cost, "unit": "byte" if "memory" in cost else "second", **about},
            collect_metadata=True,
        )
        for cost, value in costs
        if cost in chosen
    ]
    return pyperf.BenchmarkSuite([pyperf.Benchmark([run]) for run in runs])


def _merge(benchmarks: Iterable[Any], file: Path) -> None:
    """Add benchmarks to a file, or replace those of the same name in it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    earlier = load_suite(file) if file.exists() else ()
    by_name = {benchmark.get_name(): benchmark for benchmark in (*earlier, *benchmarks)}
    dumped = io.StringIO()
    pyperf.BenchmarkSuite([*by_name.values()]).dump(dumped)
    document = json.loads(dumped.getvalue())
    for section in (document, *document["benchmarks"]):
        for key in PRIVATE:
            section.get("metadata", {}).pop(key, None)
    text = json.dumps(document, separators=(",", ":")) + "\n"
    write_whole(file, gzip.compress(text.encode(), mtime=0))  # the same bytes for the same numbers


def refuse_other_machines(out: Path, replace: bool = False) -> None:
    """Raise unless all results in a folder were measured on this machine; or remove the others.

    Raises:
        ResultError: results of another machine.
    """
    here = machine_of(pyperf.Run([1.0], collect_metadata=True).get_metadata())
    for file in files_of(out):
        others = {machine_of(each.get_metadata()) for each in load_suite(file)} - {here}
        if not others:
            continue
        if not replace:
            raise ResultError(
                f"{file} was measured on another machine: {min(others)}; this is {here}; delete "
                "that folder, or choose another one"
            )
        file.unlink()
        (out / STATUS).unlink(missing_ok=True)
