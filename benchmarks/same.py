"""How often is a difference claimed that is none, and how often is one of 3 % found?

``python -m benchmarks.same`` compares a function with itself, and with one that does 3 % more work,
again and again, as ``allhands bench`` does. By chance, one in fifty comparisons of ten rounds may
claim a difference that is none: the interval covers 97.9 %.
"""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from harness.adapters.place import Place
from harness.timing.comparison import compare
from harness.timing.jobs import Job
from harness.timing.results import read
from harness.timing.rounds import time_in_rounds

COMPARISONS = 50


def same(hand: list[int]) -> int:
    """A function whose time is proportional to its work."""
    for _ in range(1_000):
        pass
    return 0


def more(hand: list[int]) -> int:
    """The same with 3 % more work."""
    for _ in range(1_030):
        pass
    return 0


def main() -> None:
    """Print what each comparison says, and at the end how many claim a difference."""
    places = {name: Place.of(f"benchmarks.same:{name}") for name in ("same", "more")}
    places["itself"] = places["same"]
    jobs = [Job(name, "python", ("scale-100",), place=at) for name, at in places.items()]
    claims = Counter[str]()
    for _ in range(COMPARISONS):
        with TemporaryDirectory() as folder:
            time_in_rounds(jobs, Path(folder), missing=lambda timings: "")
            for each in compare(read(Path(folder)).timings, "same"):
                claims[each.old.name] += each.is_shown
                click.echo(each.sentence)
    click.echo(f"{COMPARISONS} times: {claims['itself']} false claims, 3 % found {claims['more']}")


if __name__ == "__main__":
    main()
