"""Measure what each change from a lesson to its fast evaluator gains: ``make lessons``.

Each evaluator is timed once in each round, in processes of its own; a time is the median over
rounds, and a gain the ratio of a time to the one before it.
"""

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import click

from benchmarks.lesson_changes import CHANGES
from harness.timing.results import read
from harness.timing.rounds import Job, run

ROUNDS = 5
WORKLOAD = "random-5"
SCALARS = {
    "cactus-kev-lesson": "cactus-kev-dict",
    "matrix-score-lesson": "matrix-score",
    "sort-by-count-lesson": "sort-by-count",
    "count-buckets-lesson": "count-buckets",
}
"""The fast evaluator of each lesson."""


def place_of(evaluator: object) -> str:
    """The place of a changed lesson."""
    name: str = getattr(evaluator, "name", "")
    return f"benchmarks.lesson_changes:{name.replace('-', '_')}"


def main() -> None:
    """Print a table for each strategy."""
    places = [
        place
        for lesson, changed in CHANGES.items()
        for place in (lesson, *map(place_of, changed), SCALARS[lesson])
    ]
    rounds: list[dict[str, float]] = []
    for _ in range(ROUNDS):
        with TemporaryDirectory() as folder:
            run([Job(place, "python", (WORKLOAD,)) for place in places], Path(folder),
                1, ["--values=3"])  # fmt: skip
            timings = read(Path(folder)).of(WORKLOAD)
            rounds.append({timing.name: timing.median for timing in timings})
    for lesson, changed in CHANGES.items():
        click.echo(f"{lesson:<58}{_median(rounds, lesson):>8,.0f} ns")
        before = lesson
        last = SCALARS[lesson], f"{SCALARS[lesson]}: for five to seven cards"
        for name, about in (*((place_of(c), c.about.rstrip(".")) for c in changed), last):
            ratio = median(times[name] / times[before] for times in rounds)
            click.echo(f"  {about:<56}{_median(rounds, name):>8,.0f} ns {ratio:>7.2f} x")
            before = name
        click.echo()


def _median(rounds: list[dict[str, float]], name: str) -> float:
    return median(times[name] for times in rounds)


if __name__ == "__main__":
    main()
