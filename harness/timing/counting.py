"""Instructions for a hand: a count, which other programs cannot disturb, and not a time.

Valgrind counts those of a process that makes one call with hands, and of one that makes more. The
difference is of the hands, less that of the null evaluator of the style, which is of the loop. With
one thread and a fixed hash seed, the rest of both processes is the same, to a few thousand
instructions in a billion. It says nothing of caches and of branches.

Source: https://valgrind.org/docs/manual/cg-manual.html
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from shutil import which
from typing import NamedTuple

from evaluators.errors import UserError
from evaluators.null import NULL, NULL_ARRAYS
from harness.adapters.place import Place
from harness.timing.benchmark import array_style, python_style
from harness.timing.jobs import Job
from harness.timing.workloads import ENCODED, FORMS, FROM_TEXT, WALKED, WORKLOADS

TOOL = "valgrind"
COMMAND = (TOOL, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
HANDS = 5_000
"""The least number of further hands, to which a few thousand instructions are nothing."""
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Threads that wait for each other execute more instructions in one run than in the next."""
SECONDS = 600
"""For a process; Valgrind takes 20 to 50 times as long as the processor."""
COUNTED = re.compile(r"I\s+refs:\s+([\d,]+)")


class CountError(UserError):
    """Instructions cannot be counted; the message says why."""


class Count(NamedTuple):
    """The instructions that an evaluator executes for a hand of a workload, perhaps from text."""

    name: str
    style: str
    workload: str
    from_text: bool
    instructions: float


def refuse_missing_tool() -> None:
    """Raise a `CountError` if Valgrind is not installed."""
    if not which(TOOL):
        raise CountError(f"{TOOL}, which counts instructions, is not installed")


def counts(
    jobs: Collection[Job],
    progress: Callable[[str], None] = lambda what: None,
    failed: Callable[[str], None] = lambda why: None,
) -> Iterator[Count]:
    """Count for each evaluator and workload.

    Args:
        jobs: the evaluators and their workloads.
        progress: called with what is counted next.
        failed: called with the reason why an evaluator was not counted; the others are.

    Raises:
        CountError: Valgrind is not installed.
    """
    refuse_missing_tool()
    # If one reads texts, the others have a workload of texts, too.
    texts = {*FROM_TEXT.values()} & {name for job in jobs for name in job.workloads}
    for job in jobs:
        for workload in job.workloads:
            if workload not in WORKLOADS or workload in WALKED:
                continue
            progress(f"{job} on {workload}")
            null = Place.of(NULL if job.style == "python" else NULL_ARRAYS)
            hand = ENCODED.get(workload, workload)  # what reads texts is not the loop
            try:
                more = _of_calls(job.at, job.style, workload)
                if WORKLOADS[workload].kind not in FORMS:  # what these do is all of `rank_many`'s
                    more -= _of_calls(null, "python" if null.text == NULL else "numpy", hand)
            except CountError as error:
                failed(str(error))
                continue
            hands = _more_calls(workload, job.style) * WORKLOADS[workload].how_many(job.style)
            from_text = workload in texts or FROM_TEXT.get(workload) in texts - {*job.workloads}
            yield Count(job.name, job.style, hand, from_text, more / hands)


@cache
def _of_calls(place: Place, style: str, workload: str) -> int:
    """The instructions by which more calls exceed one."""
    calls = 1 + _more_calls(workload, style)
    # The first process keeps bytecode and tables on disk, and machine code, for the processor that
    # Valgrind shows: so it is not one of the two.
    is_compiled = style == "compiled" and not place.is_library
    _executed(place, style, workload, 1, COMMAND if is_compiled else ())
    return _executed(place, style, workload, calls) - _executed(place, style, workload, 1)


def _more_calls(workload: str, style: str) -> int:
    return -(-HANDS // WORKLOADS[workload].how_many(style))


def _executed(
    place: Place, style: str, workload: str, calls: int, tool: Sequence[str] = COMMAND
) -> int:
    """The instructions of a process that loads an evaluator and makes some calls; 0 of no tool."""
    command = [*tool, sys.executable, "-Pm", "harness.timing.counting"]
    try:
        done = subprocess.run(
            # Of equal length: else all that follows in memory moves, and some hashes are of
            # addresses.
            [*command, place.source, style, workload, f"{calls:06}"],
            capture_output=True,
            errors="replace",
            timeout=SECONDS,
            cwd=place.root or None,
            env={**os.environ, **ONE_THREAD, "PYTHONHASHSEED": "0"},
        )
    except subprocess.TimeoutExpired:
        raise CountError(f"{place}: no instructions were counted within {SECONDS} s") from None
    found = COUNTED.search(done.stderr)
    if done.returncode or (tool and not found):
        said = [line for line in done.stderr.splitlines() if line and not line.startswith("==")]
        why = said[-1] if said else f"exit status {done.returncode}"
        raise CountError(f"{place}: no instructions were counted: {why}")
    return int(found[1].replace(",", "")) if found else 0


def main(place: str, style: str, name: str, calls: str) -> None:
    """Evaluate the hands of a workload some times: in the process that is counted."""
    workload = replace(WORKLOADS[name], repeats=True)
    is_one_by_one = style == "python"
    timer = python_style(workload, place) if is_one_by_one else array_style(style, workload, place)
    timer(int(calls))


if __name__ == "__main__":
    main(*sys.argv[1:])
