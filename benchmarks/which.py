"""Which evaluator for which task: a table from the committed timings, for ``docs/which.md``.

``python -m benchmarks.which`` prints the fastest built-in evaluator of each task, and the fastest
library where it has one.
"""

from math import comb
from pathlib import Path

import click

from evaluators import BUILT_IN, NOT_IN_PYTHON, PEERS
from harness.reporting.charts.style import nanoseconds
from harness.timing.results import Results, Timing, read

TIMINGS = Path(__file__).parent.parent / "reports/timing"
MILLION = 10**6


def fastest(results: Results, workload: str, style: str) -> Timing:
    """The fastest built-in evaluator of a style on a workload."""
    return next(timing for timing in results.of(workload, style) if timing.name in BUILT_IN)


def start(results: Results, timing: Timing) -> str:
    """The time until an evaluator has ranked its first hand, in words; empty if it is not known.

    That is its import and its first hand, for which it builds tables or loads machine code. If the
    run has it, the time of a cold start follows, which compiles the machine code.
    """
    costs = {
        cost: its_timing.median
        for cost in ("import", "first-5", "cold-start")
        if (its_timing := results.find(timing.name, cost, timing.style))
    }
    if not {"import", "first-5"} <= costs.keys():
        return ""
    begun = nanoseconds(costs["import"] + costs["first-5"])
    cold = (
        f"; the first time ever {nanoseconds(costs['cold-start'])}" if "cold-start" in costs else ""
    )
    return f"{begun}{cold}"


def rows(results: Results) -> list[tuple[str, str, str, str]]:
    """Task, evaluator, time per hand, and what comes before the first hand."""
    table = []
    for size in (5, 7):
        workload = f"random-{size}"
        for style, task in (
            ("python", f"one hand of {size} a call, Python alone"),
            ("numpy", f"an array of hands of {size}, NumPy"),
            ("compiled", f"an array of hands of {size}, Numba"),
        ):
            timing = fastest(results, workload, style)
            table.append((task, timing.name, nanoseconds(timing.median), start(results, timing)))
            library = next(
                (each for each in results.of(workload, style) if each.name in PEERS), None
            )
            if style == "python" and library:
                kind = "in C or Rust" if library.name in NOT_IN_PYTHON else "in Python"
                table.insert(
                    len(table) - 1,
                    (f"one hand of {size} a call, a library {kind}", library.name,
                     nanoseconds(library.median), start(results, library)),
                )  # fmt: skip
        walk = next(iter(results.of(f"walk-{size}", "compiled")), None)
        if walk:
            total = nanoseconds(walk.median * comb(52, size))
            task = f"all hands of {size}, no array: {total} in all"
            table.append((task, f"{walk.name}, walking", nanoseconds(walk.median), ""))
    return table


def main() -> None:
    """Print the table."""
    table = [("you have", "use", "a hand", "until the first hand"), *rows(read(TIMINGS))]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for task, name, time, before in table:
        line = f"{task:<{widths[0]}}  {name:<{widths[1]}}  {time:>{widths[2]}}  {before}"
        click.echo(line.rstrip())


if __name__ == "__main__":
    main()
