"""The checks and the timings of a report, and how evaluators are timed at a terminal.

Which evaluators, in which style, on which hands; and a line or a bar that says how far it is.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from evaluators import ARRAYS, BUILT_IN, COMPILED, PEERS, PUBLISHED
from evaluators.compiled import store
from evaluators.null import NULL
from harness.adapters.adopt import style_of
from harness.adapters.place import Place
from harness.checking.statuses import ERROR, TIMEOUT
from harness.hands.scopes import All, Sample, Scope
from harness.processes.visible import visible
from harness.reporting import terminal
from harness.reporting.charts.cost import COMPARED
from harness.reporting.report import read_verdicts
from harness.timing import rounds
from harness.timing.jobs import ALL_STYLES, FAILED, NOT_INSTALLED, Job, jobs_of, load_all
from harness.timing.jobs import TIMEOUT as TOO_SLOW
from harness.timing.results import Timing
from harness.timing.workloads import CATEGORY_NAMES, HEADLINES, REPEATED, WALKED, WORKLOADS

SAMPLE, MORE, SLOW_SAMPLE = 5_000, 20_000, 100_000
"""Hands of six and of seven cards that are checked; in full; and of five, of the slowest."""
SLOW = ("pokerkit", "pokerlib", "matrix-score-as-published")
"""The slowest, with more than 5 µs for a hand of five: they are checked on a sample of these."""

LEFT_OUT = ("scale-10000000", "text-5", "text-7", "repeated-5")
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
    one by one. A function that writes all keys itself has no sample.
    """
    own = _by_style(mine)
    loaded = load_all([*BUILT_IN, *PEERS, *PUBLISHED], "python")
    for style, names in own.items():
        loaded |= load_all(names, style)
    # First, for libraries take seconds to import; the oracle, which is the slowest, comes last.
    oracle, *strategies = BUILT_IN
    libraries = [name for name in PEERS if loaded[name].status != NOT_INSTALLED]
    others = [*libraries, *PUBLISHED]
    slow = [] if full else [name for name in others if name in SLOW]
    more = [Sample(size, MORE if full else SAMPLE) for size in (6, 7)]
    whole = [All(), *([All(6), All(7)] if full else more)]
    planned: list[tuple[Collection[str], Scope, str]] = [
        *((own.get(style, ()), scope, style) for style in ("numpy", "compiled") for scope in whole),
        (own.get("python", ()), All(), "python"),
        ([*strategies, oracle], All(), "python"),
        ([name for name in others if name not in slow], All(), "python"),
        (slow, Sample(5, SLOW_SAMPLE), "python"),
        *(([*own.get("python", ()), *BUILT_IN, *others], sample, "python") for sample in more),
        (["rank-sums"] if full else [], All(7), "python"),
        *((ARRAYS, scope, "numpy") for scope in whole),
        *((COMPILED if store.is_installed() else [], scope, "compiled") for scope in whole),
    ]
    return [
        Check(fitting, scope, style)
        for names, scope, style in planned
        if (
            fitting := [
                name
                for name in names
                if scope.size in loaded[name].sizes
                and not (scope.is_sample and Place.of(name).is_walk)
            ]
        )
    ]


def _by_style(mine: Iterable[str]) -> dict[str, list[str]]:
    """A user's evaluators, by the style that their files say."""
    by_style: dict[str, list[str]] = {}
    for name in mine:
        by_style.setdefault(style_of([Place.of(name)]), []).append(name)
    return by_style


def jobs(full: bool, mine: Sequence[str] = ()) -> list[Job]:
    """The jobs for the rows of the first chart, with the loop alone; or for everything.

    In full, only the evaluators in the charts are timed on more than the headlines: on showdowns,
    six cards, categories, and different numbers of hands; one by one, on hands that repeat. In
    short, a user's evaluator of another style than ``python`` stands beside the first of ours.
    """
    if not full:
        own = _by_style(mine)
        chosen = jobs_of((NULL, *own.pop("python", ()), *COMPARED), "python", HEADLINES)
        for style, names in own.items():
            ours = COMPARED[:1] if style != "compiled" or store.is_installed() else ()
            chosen += jobs_of((*names, *ours), style, HEADLINES)
        return chosen
    chosen = jobs_of(mine, ALL_STYLES, (*HEADLINES, "in-order-7", *WALKED)) if mine else []
    for job in jobs_of((), ALL_STYLES, ()):
        left_out = {*LEFT_OUT}
        if job.name not in COMPARED:
            left_out |= {name for name in WORKLOADS if name.startswith("scale-")}
        if job.style != "python" or job.name not in (*COMPARED, *OF_CHAPTER_8):
            left_out |= {"random-6", "showdowns", *CATEGORY_NAMES}
        if job.style == "python":
            left_out |= (
                {"in-order-7"} if job.name in COMPARED else {"in-order-7", *REPEATED.values()}
            )
        kept = tuple(name for name in job.workloads if name not in left_out)
        chosen.append(replace(job, workloads=kept))
    return chosen


def time_everything(folder: Path, full: bool, mine: Sequence[str] = ()) -> bool:
    """Time evaluators into a folder that has their verdicts; return whether any of them failed."""
    to_time = [*without_errors(jobs(full, mine), read_verdicts(folder)["evaluators"])]
    return time_all(to_time, False, folder / "timing", 10 if full else 3, replace=True)


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
    to_time: Sequence[Job],
    are_named: bool,
    out: Path,
    processes: int,
    replace: bool = False,
    missing: Callable[[Sequence[Timing]], str] | None = None,
) -> bool:
    """Time evaluators in rounds, and return whether any of them failed.

    An evaluator that is not installed fails only if the user named it. If evaluators are compared,
    rounds go on while `missing` says of the timings so far what they do not show yet.
    """
    out.mkdir(parents=True, exist_ok=True)
    console = terminal.console(stderr=True)
    console.print(f"rounds of timing: {processes}; pyperf's files go to {visible(str(out))}")

    def progress(job: Job, n: int) -> None:
        advance(1, str(job).removeprefix("python/"))
        if job is to_time[-(n % 2)] and not console.is_terminal:
            console.print(f"round {n + 1} of {processes}")

    def warn(warning: str) -> None:
        console.print(visible(warning))

    measure = partial(rounds.time_in_rounds, progress=progress, warn=warn)
    try:
        with terminal.bar(console, processes * len(to_time), "processes") as advance:
            statuses = measure(to_time, out, processes, replace=replace, missing=missing)
    except KeyboardInterrupt:
        console.print("no timing of this run was written; start it again")
        raise
    failures = {FAILED, TOO_SLOW} | ({NOT_INSTALLED} if are_named else set())
    return any(status.status in failures for status in statuses.values())
