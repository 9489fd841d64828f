"""Timings for the tests: measured briefly, written into files, or invented."""

import gzip
import json
from collections.abc import Iterable
from itertools import count
from pathlib import Path
from typing import Any

import pyperf

from harness.reporting.charts import Chart
from harness.timing.jobs import Job, Status
from harness.timing.rounds import time_in_rounds
from harness.timing.workloads import WORKLOADS

BRIEFLY = ("--values=1", "--min-time=0.001")
"""Options for the shortest run of pyperf: one value of a millisecond."""


def measured(
    out: Path,
    *names: str,
    workloads: tuple[str, ...] = ("random-5",),
    style: str = "python",
    processes: int = 1,
    **options: Any,
) -> list[Status]:
    """Time evaluators, write their files into a folder, and return their statuses."""
    jobs = [Job(name, style, workloads) for name in names]
    return list(time_in_rounds(jobs, out, processes, BRIEFLY, **options).values())


def suite_of(seconds: Iterable[float], name: str, **about: Any) -> pyperf.BenchmarkSuite:
    """What pyperf writes of processes with one value each."""
    runs = [pyperf.Run([value], metadata={"name": name, **about}) for value in seconds]
    return pyperf.BenchmarkSuite([pyperf.Benchmark(runs)])


SECONDS = (number * 1e-7 for number in count(1))


def in_no_time(job: Job, part: Path, options: Iterable[str]) -> None:
    """Time as `rounds._pyperf` does, with an invented time that is longer at each call."""
    for name in filter(WORKLOADS.__contains__, job.workloads):
        pyperf.add_runs(str(part), suite_of([next(SECONDS)], name))


def write_file(out: Path, name: str, seconds: Iterable[float], workload: str = "random-5") -> Path:
    """Write an evaluator's file as pyperf does, with one process for each time of a hand."""
    file = out / "python" / f"{name}.json.gz"
    file.parent.mkdir(parents=True, exist_ok=True)
    suite_of(seconds, workload).dump(str(file), replace=True)
    return file


def from_elsewhere(file: Path, cpu: str = "Z80") -> None:
    """Change the machine in a file."""
    document = document_in(file)
    document["metadata"]["cpu_model_name"] = cpu
    file.write_bytes(gzip.compress(json.dumps(document).encode()))


def document_in(file: Path) -> Any:
    """The JSON document in a compressed file of pyperf."""
    return json.loads(gzip.decompress(file.read_bytes()))


def numbers_in(folder: Path, chart: Chart) -> str:
    """The numbers of a chart, from its file."""
    file = folder / chart.numbers
    content = file.read_bytes()
    return (gzip.decompress(content) if file.suffix == ".gz" else content).decode()


def names_in(file: Path) -> list[str]:
    """The workloads in a file of pyperf."""
    names: list[str] = pyperf.BenchmarkSuite.load(str(file)).get_benchmark_names()
    return names
