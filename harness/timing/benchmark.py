"""What pyperf runs: one evaluator on some workloads, each in a separate process.

pyperf starts this again for each of its workers (``python -m harness.timing.benchmark ...``), so it
has a command line of its own. `rounds` starts the first one.
"""

import argparse
from collections.abc import Callable, Sequence
from functools import cache, partial
from time import perf_counter
from typing import Any

import pyperf

import evaluators
from evaluators import BUILT_IN, PEERS, PUBLISHED, load_vectorized
from evaluators.cards import DECK, format_card, parse_hand
from harness.adapters.null import name_of
from harness.timing.workloads import MOST_DEALT, WORKLOADS, Workload

VALUES, MIN_TIME = 2, 0.03
"""What pyperf does unless it is told otherwise: values in a process, and seconds for each."""


def time_hands(loops: int, evaluate: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """Seconds for evaluating all hands `loops` times."""
    began = perf_counter()
    for _ in range(loops):
        for hand in hands:
            evaluate(hand)
    return perf_counter() - began


def time_showdowns(
    loops: int, evaluate: Callable[[Any], Any], pairs: Sequence[tuple[Any, Any]]
) -> float:
    """Seconds for deciding showdowns between two hands `loops` times."""
    began = perf_counter()
    for _ in range(loops):
        for one, other in pairs:
            evaluate(one) < evaluate(other)  # noqa: B015
    return perf_counter() - began


def time_cards(loops: int, encode: Callable[[Any], Any], hands: Sequence[Sequence[Any]]) -> float:
    """Seconds for encoding the cards of all hands `loops` times."""
    began = perf_counter()
    for _ in range(loops):
        for hand in hands:
            for card in hand:
                encode(card)
    return perf_counter() - began


def load(name: str) -> Any:
    """The evaluator of a name, or at a place."""
    if name in BUILT_IN | PUBLISHED | PEERS:
        return evaluators.load(name)
    from harness.adapters import adopt  # which takes longer to import than the others take

    return adopt.load(name)


def natively(evaluator: Any) -> tuple[Callable[[Any], Any], Callable[[Sequence[Any]], Any]]:
    """What evaluates a hand, and what makes the hand that it takes, of a sequence of encoded cards.

    What is timed is then the evaluator, and no copy of ours.

    >>> from harness.adapters.adopt import fitted
    >>> evaluate, hand_of = natively(fitted(lambda hand: hand[0], "first"))
    >>> evaluate(hand_of(("Kd", "Qs")))
    'Kd'
    """
    evaluate = getattr(evaluator, "evaluate_native", evaluator.evaluate)
    return evaluate, getattr(evaluator, "native", tuple)


def python_style(workload: Workload, name: str) -> Callable[[int], float]:
    """One hand a call: from loops to seconds."""
    evaluator = load(name)
    hands = workload.deal(workload.how_many("python"))
    if workload.kind == "parse":
        texts = [" ".join(map(format_card, hand)) for hand in hands]
        return partial(time_hands, evaluate=parse_hand, hands=texts)
    if workload.kind == "encode":
        return partial(time_cards, encode=evaluator.encode, hands=hands)
    deck = [evaluator.encode(card) for card in DECK]
    evaluate, hand_of = natively(evaluator)
    encoded = [hand_of([deck[card] for card in hand]) for hand in hands]
    if workload.kind == "showdowns":
        pairs = list(zip(encoded[::2], encoded[1::2]))
        return partial(time_showdowns, evaluate=evaluate, pairs=pairs)
    return partial(time_hands, evaluate=evaluate, hands=encoded)


def numpy_style(workload: Workload, name: str) -> Callable[[int], float]:
    """An array of hands a call: from loops to seconds."""
    import numpy as np

    evaluator = load_vectorized(name)
    n = workload.how_many("numpy")
    first = np.array(workload.deal(min(n, MOST_DEALT)), np.uint8)
    hands = np.resize(first, (n, workload.size))
    if workload.kind == "showdowns":
        pairs = [(hands[::2].copy(), hands[1::2].copy())]
        return partial(time_showdowns, evaluate=evaluator.evaluate, pairs=pairs)
    return partial(time_hands, evaluate=evaluator.evaluate, hands=[hands])


STYLES = {"python": python_style, "numpy": numpy_style}


def library(name: str) -> dict[str, str]:
    """The name and version of a library, if that is what an evaluator is."""
    if name not in PEERS:
        return {}
    from importlib.metadata import version  # takes as long to import as all else

    return {"library": f"{name} {version(name)}"}


def _pass_on(command: list[str], options: argparse.Namespace) -> None:
    command += ["--evaluator", options.evaluator, "--style", options.style]
    for workload in options.workload:
        command += ["--workload", workload]


def main() -> None:
    """Measure, and write the file that ``--append`` names, a workload at a time."""
    runner = pyperf.Runner(
        values=VALUES,
        min_time=MIN_TIME,
        program_args=("-m", "harness.timing.benchmark"),
        add_cmdline_args=_pass_on,
    )
    runner.argparser.add_argument("--evaluator", required=True)
    runner.argparser.add_argument("--style", choices=STYLES, default="python")
    runner.argparser.add_argument("--workload", choices=WORKLOADS, action="append", required=True)
    runner.argparser.add_argument(
        "--loops-of", metavar="WORKLOAD=LOOPS", action="append", default=[]
    )
    options = runner.parse_args()
    loops = dict(known.split("=") for known in options.loops_of)

    for name in options.workload:
        workload = WORKLOADS[name]
        if not options.worker:  # known from an earlier round: no process has to find it out
            options.loops = int(loops.get(name, 0))
        hands = workload.how_many(options.style)

        @cache  # made in the worker that times it, and there once
        def timed(workload: Workload = workload) -> Callable[[int], float]:
            return STYLES[options.style](workload, options.evaluator)

        runner.bench_time_func(
            name,
            lambda loops, timed=timed: timed()(loops),
            inner_loops=hands,
            metadata={
                "evaluator": name_of(options.evaluator),
                "style": options.style,
                "hands": hands,
                **library(options.evaluator),
            },
        )


if __name__ == "__main__":
    main()
