"""The checks and the timings of a report: which evaluators, in which style, on which hands."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from evaluators import ARRAYS, BUILT_IN, COMPILED, PEERS, PUBLISHED
from evaluators.compiled import store
from evaluators.null import NULL
from harness.hands.scopes import All, Sample, Scope
from harness.reporting.charts.cost import COMPARED
from harness.reporting.measuring import time_all, without_errors
from harness.reporting.report import read_verdicts
from harness.timing.jobs import ALL_STYLES, NOT_INSTALLED, Job, jobs_of, load_all
from harness.timing.workloads import CATEGORY_NAMES, HEADLINES, WORKLOADS

SAMPLE, MORE, SLOW_SAMPLE = 5_000, 20_000, 100_000
"""Hands of six and of seven cards that are checked; in full; and of five, of the slowest."""
SLOW = ("pokerkit", "pokerlib", "matrix-score-as-published")
"""The slowest, with more than 5 µs for a hand of five: they are checked on a sample of these."""

LEFT_OUT = ("scale-10000000", "text-5", "text-7")
"""Workloads that a report does without: the first takes minutes, and no page shows the others."""
OF_CHAPTER_8 = ("cactus-kev-dict", "cactus-kev-perfect-hash")
"""Evaluators that chapter 8 of the course compares by category."""


class Check(NamedTuple):
    """A check of some evaluators, in one style, on the same hands."""

    names: list[str]
    scope: Scope
    style: str


def checks(full: bool, mine: Sequence[str] = ()) -> list[Check]:
    """The checks of all evaluators, a user's first.

    They are checked on all hands of five cards, the slowest on a sample, and all on a sample of six
    and of seven. In full, also on all of six and seven cards: arrays, machine code, and rank sums
    one by one.
    """
    loaded = load_all([*mine, *BUILT_IN, *PEERS, *PUBLISHED], "python")
    # First, for libraries take seconds to import; the oracle, which is the slowest, comes last.
    oracle, *strategies = BUILT_IN
    libraries = [name for name in PEERS if loaded[name].status != NOT_INSTALLED]
    others = [*libraries, *PUBLISHED]
    slow = [] if full else [name for name in others if name in SLOW]
    more = [Sample(size, MORE if full else SAMPLE) for size in (6, 7)]
    whole = [All(), *([All(6), All(7)] if full else more)]
    planned: list[tuple[Collection[str], Scope, str]] = [
        (mine, All(), "python"),
        ([*strategies, oracle], All(), "python"),
        ([name for name in others if name not in slow], All(), "python"),
        (slow, Sample(5, SLOW_SAMPLE), "python"),
        *(([*mine, *BUILT_IN, *others], sample, "python") for sample in more),
        (["rank-sums"] if full else [], All(7), "python"),
        *((ARRAYS, scope, "numpy") for scope in whole),
        *((COMPILED if store.is_installed() else [], scope, "compiled") for scope in whole),
    ]
    return [
        Check(fitting, scope, style)
        for names, scope, style in planned
        if (fitting := [name for name in names if scope.size in loaded[name].sizes])
    ]


def jobs(full: bool, mine: Sequence[str] = ()) -> list[Job]:
    """The jobs for the rows of the first chart, with the loop alone; or for everything.

    In full, only the evaluators in the charts are timed on more than the headlines: on showdowns,
    six cards, categories, and different numbers of hands.
    """
    if not full:
        return jobs_of((NULL, *mine, *COMPARED), "python", HEADLINES)
    chosen = jobs_of(mine, "python", HEADLINES) if mine else []
    for job in jobs_of((), ALL_STYLES, ()):
        left_out = {*LEFT_OUT}
        if job.name not in COMPARED:
            left_out |= {name for name in WORKLOADS if name.startswith("scale-")}
        if job.style != "python" or job.name not in (*COMPARED, *OF_CHAPTER_8):
            left_out |= {"random-6", "showdowns", *CATEGORY_NAMES}
        kept = tuple(name for name in job.workloads if name not in left_out)
        chosen.append(replace(job, workloads=kept))
    return chosen


def time_everything(folder: Path, full: bool, mine: Sequence[str] = ()) -> bool:
    """Time evaluators into a folder that has their verdicts; return whether any of them failed."""
    to_time = [*without_errors(jobs(full, mine), read_verdicts(folder)["evaluators"])]
    return time_all(to_time, False, folder / "timing", 10 if full else 3, replace=True)
