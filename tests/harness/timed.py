"""Timings for the tests: of files, quickly measured, and made up."""

import json
from pathlib import Path

import pyperf

from harness.results import Results, Timing
from harness.timing import Job, Status, run

BRIEF = ("--processes=2", "--values=1", "--min-time=0.001")


def measured(out: Path, *names: str, workloads: tuple[str, ...] = ("random-5",)) -> list[Status]:
    """Files of evaluators, timed as briefly as pyperf can."""
    jobs = [Job(name, "python", workloads) for name in names]
    return list(run(jobs, out, BRIEF, timeout=30).values())


def results(**nanoseconds: float) -> Results:
    """Evaluators with so many nanoseconds on random-5, in three processes that hardly differ."""
    return Results(
        tuple(
            Timing(name.replace("_", "-"), "random-5", (value, value * 1.01, value * 0.99))
            for name, value in nanoseconds.items()
        ),
        "a machine",
        dates=("2026-01-01", "2026-01-02"),
    )


def from_elsewhere(file: Path, cpu: str = "Z80") -> None:
    """Make it look as if a file had been measured on another machine."""
    document = json.loads(file.read_text())
    document["metadata"]["cpu_model_name"] = cpu
    file.write_text(json.dumps(document))


def names_in(file: Path) -> list[str]:
    """The workloads in a file, as pyperf reads it."""
    names: list[str] = pyperf.BenchmarkSuite.load(str(file)).get_benchmark_names()
    return names
