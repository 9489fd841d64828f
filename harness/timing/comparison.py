"""Compare one evaluator with others that were timed in the same run: is it faster?

All of them run in each round, so a slow minute hits all, and hardly changes the ratio within a
round; what a slow second changes, `yardstick` shows. The interval of the ratio is that of
`intervals`: it holds for any distribution, if rounds are independent. A difference is claimed only
if the whole interval is on one side of 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, inf
from typing import Any

from harness.timing.intervals import COVERED
from harness.timing.results import Timing
from harness.timing.workloads import ENCODED, WORKLOADS

DIFFERENCES = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
"""The differences for which further rounds are calculated."""
FACTOR = 1.5
"""From this ratio on, a sentence has a factor in place of a percentage."""
FEWEST = 6
"""With fewer rounds, no interval is as sure as a claim has to be."""


@dataclass(frozen=True)
class Comparison:
    """Two evaluators of one style on the same hands, in one run."""

    new: Timing
    old: Timing

    @cached_property
    def ratios(self) -> Timing:
        """The time of the new one as a share of the old one's, in each round."""
        ratios = self.new.over(self.old)
        assert ratios
        return ratios

    @property
    def where(self) -> str:
        """The workload, the style unless it is ``python``, and whether texts are read.

        >>> Comparison(*[Timing("x", "text-5", (1.0,), from_text=True)] * 2).where
        'random-5, from text'
        """
        style = f", {self.new.style}" * (self.new.style != "python")
        return _hands(self.new) + style + ", from text" * self.new.from_text

    @property
    def width(self) -> float:
        """The width of the interval; infinite with fewer rounds than `FEWEST`."""
        return self.ratios.width if self.ratios.coverage >= COVERED else inf

    @property
    def is_open(self) -> bool:
        """True if the interval, or the range of few rounds, has both signs of a difference."""
        low, high = self.ratios.interval
        return low <= 1 <= high

    @property
    def is_shown(self) -> bool:
        """True if the rounds show a difference."""
        return self.width < inf and not self.is_open

    def is_slower(self, by: float) -> bool:
        """True if the rounds show a slowdown of this size: the whole interval is beyond it.

        >>> twice = Comparison(*(Timing("x", "flush", (time,) * 6) for time in (2.0, 1.0)))
        >>> twice.is_slower(by=0.9), twice.is_slower(by=1.0)
        (True, False)
        """
        return self.is_shown and self.ratios.interval[0] > 1 + by

    @property
    def sentence(self) -> str:
        """What the rounds show, in per cent of the old one's time, or as a factor.

        The width of an interval shrinks with the square root of the number of rounds. One that is
        as narrow as a difference shows this difference whenever it contains the true ratio.

        >>> def of(*ratios):
        ...     times = (ratios, [1.0] * len(ratios))
        ...     print(Comparison(*map(Timing, ("new", "old"), ["flush"] * 2, times)).sentence)
        >>> of(0.94, 0.944, *[0.952] * 6, 0.961, 0.97)
        new is 4.8 % faster than old (3.9 to 5.6 %)
        >>> of(2.0, 2.1, 2.2, 1.9, 2.2, 2.2)
        new takes 2.15 times as long as old (1.90 to 2.20)
        >>> of(0.98, 0.988, *[1.002] * 6, 1.015, 1.02)  # doctest: +NORMALIZE_WHITESPACE
        no difference between new and old can be shown (−1.2 to +1.5 %);
        about 63 more rounds would show one of 1 %
        >>> of(0.5, 0.5)
        new and old: 2 rounds show nothing; 6 or more can
        """
        new, old, ratio = self.new.name, self.old.name, self.ratios.median
        (low, high), rounds = self.ratios.interval, len(self.ratios.processes)
        if self.width == inf:
            return f"{new} and {old}: {rounds} rounds show nothing; {FEWEST} or more can"
        if not self.is_shown:
            fitting = (each for each in DIFFERENCES if 2 * each <= self.width)
            difference = next(fitting, DIFFERENCES[-1])
            more = max(1, ceil(rounds * ((self.width / difference) ** 2 - 1)))
            ends = f"{low * 100 - 100:+.1f} to {high * 100 - 100:+.1f} %".replace("-", "−")
            return (
                f"no difference between {new} and {old} can be shown ({ends}); "
                f"about {more:,} more round{'s' * (more > 1)} would show one of "
                f"{difference * 100:g} %"
            )
        if ratio * FACTOR < 1:
            ends = f"{1 / high:.2f} to {1 / low:.2f}"
            return f"{new} is {1 / ratio:.2f} times as fast as {old} ({ends})"
        if ratio > FACTOR:
            return f"{new} takes {ratio:.2f} times as long as {old} ({low:.2f} to {high:.2f})"
        least, most = sorted(abs(end - 1) * 100 for end in (low, high))
        how, much = "faster" if ratio < 1 else "slower", abs(ratio - 1) * 100
        d = 1 if much >= 0.05 else 2
        return f"{new} is {much:.{d}f} % {how} than {old} ({least:.{d}f} to {most:.{d}f} %)"

    def as_json(self) -> dict[str, Any]:
        """The comparison as plain values."""
        return {
            "new": self.new.name,
            "old": self.old.name,
            "on": self.where,
            "rounds": len(self.ratios.processes),
            "ratio": self.ratios.median,
            "interval": self.ratios.interval,
            "coverage": self.ratios.coverage,
            "is_shown": self.is_shown,
            "sentence": self.sentence,
        }


def compare(timings: Iterable[Timing], first: str) -> list[Comparison]:
    """Compare the first of the evaluators with each of the others of its style, on each workload.

    >>> timings = [Timing(name, "flush", (time,)) for name, time in (("a", 3.0), ("b", 2.0))]
    >>> [(each.new.name, each.old.name) for each in compare(timings, "b")]
    [('b', 'a')]
    """
    timed = [timing for timing in timings if timing.workload in WORKLOADS]
    return [
        Comparison(new, old)
        for new in timed
        for old in timed
        if new.name == first != old.name
        and (_hands(new), new.style) == (_hands(old), old.style)
        and new.over(old)
    ]


def in_order(timings: Sequence[Timing], names: Sequence[str]) -> list[Timing]:
    """Timings, the fastest first; those not to be told from the first evaluator stand beside it.

    Such evaluators stand in the order in which they are named: that of their medians means nothing.

    >>> timings = [Timing(name, "flush", times)
    ...     for name, times in (("b", (1.0, 2.0)), ("a", (2.0, 2.0)))]
    >>> [timing.name for timing in in_order(timings, ["a", "b"])]
    ['a', 'b']
    """
    place = {
        each.old: each.new.median / (1 if each.is_open else each.ratios.median)
        for each in compare(timings, names[0])
    }
    return sorted(timings, key=lambda row: (place.get(row, row.median), names.index(row.name)))


def _hands(timing: Timing) -> str:
    """The workload whose hands were timed, perhaps from text."""
    return ENCODED.get(timing.workload, timing.workload)
