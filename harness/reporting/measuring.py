"""Check and time evaluators at a terminal, with a line or a bar that says how far it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import ERROR, TIMEOUT
from harness.hands.scopes import Sample
from harness.processes.visible import visible
from harness.reporting import report, terminal
from harness.reporting.names import name_and_style
from harness.timing import jobs, rounds
from harness.timing.jobs import Job
from harness.timing.workloads import WORKLOADS

SAMPLE = 20_000
"""Random hands on which evaluators are checked before they are timed."""


def check_first(to_time: Iterable[Job], names: Sequence[str], out: Path) -> list[dict[str, Any]]:
    """Check named evaluators on random hands of each size that they are timed on.

    Returns:
        Their verdicts, after those of other evaluators that are in the folder `out`.
    """
    console = terminal.console(stderr=True)
    earlier = report.read_verdicts(out)["evaluators"]
    verdicts = [row for row in earlier if row["name"] not in names]  # theirs may be of older code
    to_check: dict[tuple[str, int], list[str]] = {}
    for job in to_time:
        sizes = {WORKLOADS[name].size for name in job.workloads if name in WORKLOADS}
        for size in sorted(sizes):
            if job.name in names and job.status.status == jobs.TIMED:
                to_check.setdefault((job.style, size), []).append(job.name)
    for (style, size), together in to_check.items():
        for verdict in verdicts_on(together, Sample(size, SAMPLE), style=style):
            verdicts.append(verdict.as_json())
            status, _ = terminal.STATUS[verdict.status]
            where = f"{SAMPLE:,} random hands of {size} cards"
            console.print(f"{visible(name_and_style(verdict.name, style))}: {status} on {where}")
    return verdicts


def without_errors(to_time: Iterable[Job], verdicts: Iterable[Mapping[str, Any]]) -> Iterator[Job]:
    """Leave out the workloads of those sizes at which a check ended with an error.

    A function may take five cards only. A job that fails on all of its workloads keeps them, and
    its status says why.
    """
    failing = {
        (row["name"], row["style"], row["cards"])
        for row in verdicts
        if row["status"] in (ERROR, TIMEOUT)
    }
    for job in to_time:
        timed = [name for name in job.workloads if name in WORKLOADS]
        fails = [n for n in timed if (job.name, job.style, WORKLOADS[n].size) in failing]
        if fails and fails != timed:
            about = f"{job.name}: not timed on {', '.join(fails)}, where the check failed"
            terminal.console(stderr=True).print(visible(about))
            job = replace(job, workloads=tuple(n for n in job.workloads if n not in fails))
        yield job


def time_all(
    to_time: Sequence[Job], are_named: bool, out: Path, processes: int, replace: bool = False
) -> bool:
    """Time evaluators in rounds, and return whether any of them failed.

    An evaluator that is not installed fails only if the user named it.
    """
    out.mkdir(parents=True, exist_ok=True)
    console = terminal.console(stderr=True)
    console.print(f"rounds of timing: {processes}; pyperf's files go to {visible(str(out))}")

    def progress(job: Job, n: int) -> None:
        advance(1, str(job).removeprefix("python/"))
        if job is to_time[0] and not console.is_terminal:
            console.print(f"round {n + 1} of {processes}")

    try:
        with terminal.bar(console, processes * len(to_time), "processes") as advance:
            statuses = rounds.time_in_rounds(
                to_time,
                out,
                processes,
                replace=replace,
                progress=progress,
                warn=lambda warning: console.print(visible(warning)),
            )
    except KeyboardInterrupt:
        console.print("nothing of this run was written; start it again")
        raise
    failures = {jobs.FAILED, jobs.TIMEOUT} | ({jobs.NOT_INSTALLED} if are_named else set())
    return any(status.status in failures for status in statuses.values())
