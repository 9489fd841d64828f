"""What a hand costs as a tensor: ``python -m benchmarks.tensors`` prints a row for each way.

All ways rank the same random hands, and take turns in each round. A ratio is that to `arrays`
within a round; of both, the median of the rounds is shown, and the interval of the ratio. JAX uses
all cores: ``taskset -c 0`` leaves it one. Nothing else should run meanwhile.
"""

from importlib import import_module
from importlib.util import find_spec
from timeit import timeit
from typing import Any

import click
import numpy as np

from evaluators.rank_sums import arrays, tensors
from harness.hands.scopes import Sample
from harness.timing.intervals import coverage, most_left_out

HANDS, ROUNDS = 200_000, 20


def ways(hands: Any) -> dict[str, Any]:
    """The call of each way, which ends when the keys are there; JAX only if it is installed."""
    calls = {"arrays": lambda: arrays.evaluate(hands), "NumPy": lambda: tensors.evaluate(hands)}
    if find_spec("jax"):
        jax = import_module("jax")
        ranked, on_device = jax.jit(tensors.evaluate), jax.device_put(hands)
        calls["JAX, jit"] = lambda: ranked(on_device).block_until_ready()
    return calls


def main() -> None:
    """Print ns a hand and the ratio for hands of five cards and of seven."""
    cut = most_left_out(ROUNDS) or 0
    click.echo(f"cards  way       ns/hand  ratio, {coverage(ROUNDS, cut):.1%} interval")
    for cards in (5, 7):
        calls = ways(Sample(cards, HANDS).hands().astype(np.uint8))
        for call in calls.values():
            call()  # makes the tables, and machine code
        times = np.array([[timeit(way, number=1) for way in calls.values()] for _ in range(ROUNDS)])
        ratios = np.sort(times / times[:, :1], axis=0)
        for way, ns, ratio in zip(calls, np.median(times, axis=0) / HANDS * 1e9, ratios.T):
            interval = f"{ratio[cut]:.2f} to {ratio[-1 - cut]:.2f}"
            click.echo(f"{cards:5}  {way:8}{ns:9.1f}  {np.median(ratio):.2f}, {interval}")


if __name__ == "__main__":
    main()
