"""What pyperf runs: one evaluator on one workload, in a process of its own.

pyperf starts this again for each of its workers (``python -m harness.timed ...``), so it has a
command line of its own, away from ours. `harness.timing` starts the first one.
"""

import argparse
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

import pyperf

from evaluators import load
from evaluators.cards import DECK
from harness.timing import WORKLOADS


def time_hands(loops: int, evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """Seconds for evaluating all hands `loops` times."""
    began = perf_counter()
    for _ in range(loops):
        for hand in hands:
            evaluate(hand)
    return perf_counter() - began


def _pass_on(command: list[str], options: argparse.Namespace) -> None:
    command += ["--evaluator", options.evaluator, "--workload", options.workload]


def main() -> None:
    """Measure, and write the file that ``-o`` names."""
    runner = pyperf.Runner(program_args=("-m", "harness.timed"), add_cmdline_args=_pass_on)
    runner.argparser.add_argument("--evaluator", required=True)
    runner.argparser.add_argument("--workload", required=True)
    options = runner.parse_args()

    evaluator = load(options.evaluator)
    deck = [evaluator.encode(card) for card in DECK]
    hands = [tuple(deck[card] for card in hand) for hand in WORKLOADS[options.workload]()]
    runner.metadata["evaluator"] = evaluator.name
    runner.bench_time_func(
        options.workload, time_hands, evaluator.evaluate, hands, inner_loops=len(hands)
    )


if __name__ == "__main__":
    main()
