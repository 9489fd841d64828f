"""The program that pyperf runs: one evaluator on some workloads, each in a separate process.

`rounds` starts it; pyperf starts it again for each of its workers. So it has its own command line:
``python -m harness.timing.benchmark ...``.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import chain, cycle, islice, repeat
from time import perf_counter
from typing import Any

import pyperf

from evaluators import PEERS, WALKS, find, rank_many
from evaluators.cards import DECK, format_card, parse_hand
from harness.timing.cold import loader
from harness.timing.results import CARDS, STYLES, TEXT
from harness.timing.workloads import FORMS, WORKLOADS, Workload
from harness.timing.yardstick import in_slices

VALUES, MIN_TIME = 2, 0.03
"""The default number of values in a process, and the least seconds for each."""


def time_hands(loops: int, evaluate: Callable[[Any], Any], calls: Iterator[Any]) -> float:
    """Seconds for evaluating all hands, or encoding all cards, of the next `loops` calls.

    >>> 0 < time_hands(2, print, iter([["Kd Qs"], ["8c 8h", "7c 7h"], ["2c 3c"]])) < 1
    Kd Qs
    8c 8h
    7c 7h
    True
    """
    began = perf_counter()
    for hands in islice(calls, loops):
        for hand in hands:
            evaluate(hand)
    return perf_counter() - began


def time_showdowns(loops: int, evaluate: Callable[[Any], Any], calls: Iterator[Any]) -> float:
    """Seconds for deciding the showdowns between two hands of the next `loops` calls.

    >>> hands = iter("abab")
    >>> 0 < time_showdowns(2, lambda hand: next(hands), iter([[("Kd Qs", "8c 8h")]] * 3)) < 1
    True
    >>> [*hands]
    []
    """
    began = perf_counter()
    for pairs in islice(calls, loops):
        for first, second in pairs:
            evaluate(first) < evaluate(second)  # noqa: B015
    return perf_counter() - began


def natively(evaluator: Any) -> tuple[Callable[[Any], Any], Callable[[Sequence[Any]], Any]]:
    """The function that evaluates a hand, and the function that makes such a hand of encoded cards.

    Hands are made before timing starts, so that a timing covers the evaluator alone.

    >>> from harness.adapters.adopt import fitted
    >>> evaluate, hand_of = natively(fitted(lambda hand: hand[0], "first"))
    >>> evaluate(hand_of(("Kd", "Qs")))
    'Kd'
    """
    evaluate = getattr(evaluator, "evaluate_native", evaluator.evaluate)
    return evaluate, getattr(evaluator, "native", tuple)


def reads_text(evaluator: Any) -> bool:
    """Return whether an evaluator takes the texts of cards, and so reads them in each call.

    >>> from harness.adapters.adopt import fitted, load
    >>> from harness.adapters.place import Place
    >>> reads_text(fitted(lambda hand: hand[0], "first")), reads_text(load(Place.of("treys")))
    (True, False)
    """
    return isinstance(evaluator.encode(DECK[0]), str)


def python_style(workload: Workload, name: str) -> Callable[[int], float]:
    """From loops to seconds, one hand a call.

    >>> for kind in ("hands", "text", "encode", "parse"):
    ...     workload = Workload("one", "a hand", lambda n: [(35, 43, 47, 51, 39)], kind=kind)
    ...     timed = python_style(workload, "matrix-score").keywords
    ...     print(timed["evaluate"].__name__, next(timed["calls"])[0])
    evaluate ((3, 10), (3, 12), (3, 13), (3, 14), (3, 11))
    <lambda> ['Ts', 'Qs', 'Ks', 'As', 'Js']
    encode 35
    parse_hand Ts Qs Ks As Js
    """
    evaluator = loader(name, "python", workload.rules)()
    calls = [dealt.tolist() for dealt in workload.calls("python")]
    if workload.kind == "parse":
        texts = [[" ".join(map(format_card, hand)) for hand in hands] for hands in calls]
        return partial(time_hands, evaluate=parse_hand, calls=cycle(texts))
    if workload.kind == "encode":
        cards = [[*chain.from_iterable(hands)] for hands in calls]
        return partial(time_hands, evaluate=evaluator.encode, calls=cycle(cards))
    deck = [evaluator.encode(card) for card in DECK]
    evaluate, hand_of = natively(evaluator)
    if workload.kind == "text":
        card_of = dict(zip(map(format_card, DECK), deck))
        return partial(
            time_hands,
            evaluate=lambda hand: evaluate(hand_of([card_of[text] for text in hand])),
            calls=cycle([[[*map(format_card, hand)] for hand in hands] for hands in calls]),
        )
    encoded = [[hand_of([deck[card] for card in hand]) for hand in hands] for hands in calls]
    if workload.kind == "showdowns":
        pairs = [[*zip(hands[::2], hands[1::2])] for hands in encoded]
        return partial(time_showdowns, evaluate=evaluate, calls=cycle(pairs))
    return partial(time_hands, evaluate=evaluate, calls=cycle(encoded))


def array_style(style: str, workload: Workload, name: str) -> Callable[[int], float]:
    """From loops to seconds, an array of hands a call.

    >>> hands = [(8, 13, 22, 31, 40), (9, 12, 23, 30, 41)]
    >>> showdown = Workload("one", "two hands", lambda n: hands, hands=2, kind="showdowns")
    >>> [(first, second)] = next(array_style("numpy", showdown, "rank-sums").keywords["calls"])
    >>> first.tolist(), second.tolist()
    ([[8, 13, 22, 31, 40]], [[9, 12, 23, 30, 41]])
    """
    if workload.kind == "walk":
        walk = find(WALKS[name]) if name in WALKS else loader(name, style)().walk
        return partial(time_hands, evaluate=walk, calls=repeat([workload.size]))
    if workload.kind in FORMS:
        pool = style if workload.kind == "array" else "python"  # a million lists take long to make
        given = [FORMS[workload.kind](hands) for hands in workload.calls(pool)]
        ranked = partial(rank_many, by=name, style=style)
        return partial(time_hands, evaluate=ranked, calls=cycle([each] for each in given))
    evaluator, calls = loader(name, style, workload.rules)(), workload.calls(style)
    evaluate = evaluator.evaluate
    if workload.kind == "showdowns":
        pairs = [[(hands[::2].copy(), hands[1::2].copy())] for hands in calls]
        return partial(time_showdowns, evaluate=evaluate, calls=cycle(pairs))
    if hasattr(evaluator, "arguments"):  # they are made before timing starts
        getattr(evaluator, "choose", len)(calls[0][:1])
        evaluate, calls = evaluator.evaluate_native, [*map(evaluator.arguments, calls)]
    return partial(time_hands, evaluate=evaluate, calls=cycle([each] for each in calls))


def _about(name: str, style: str, workload: Workload) -> dict[str, str]:
    """The version of a library, and whether a call reads the texts of cards, for the worker."""
    about = {}
    if name in PEERS:
        from importlib.metadata import version  # as slow to import as everything else together

        about["library"] = f"{name} {version(name)}"
    if workload.kind == "text" or (
        style == "python" and reads_text(loader(name, style, workload.rules)())
    ):
        about[CARDS] = TEXT
    return about


def _pass_on(command: list[str], options: argparse.Namespace) -> None:
    command += ["--evaluator", options.evaluator, "--style", options.style]
    for workload in options.workload:
        command += ["--workload", workload]


def main() -> None:
    """Measure one workload after another, and add each to the file that ``--append`` names."""
    runner = pyperf.Runner(
        values=VALUES,
        min_time=MIN_TIME,
        program_args=("-P", "-m", "harness.timing.benchmark"),
        add_cmdline_args=_pass_on,
    )
    runner.argparser.add_argument("--evaluator", required=True)
    runner.argparser.add_argument("--style", choices=STYLES, default="python")
    runner.argparser.add_argument("--workload", choices=WORKLOADS, action="append", required=True)
    runner.argparser.add_argument(
        "--loops-of", metavar="WORKLOAD=LOOPS", action="append", default=[]
    )
    options = runner.parse_args()
    loops = dict(entry.split("=") for entry in options.loops_of)

    for name in options.workload:
        workload = WORKLOADS[name]
        if not options.worker:  # with the loops of an earlier round, pyperf need not calibrate
            options.loops = int(loops.get(name, 0))
        hands = workload.how_many(options.style)

        @cache  # deal the hands only once, and only in the worker that times them
        def timer(workload: Workload = workload) -> Callable[[int], float]:
            if options.style == "python":
                return python_style(workload, options.evaluator)
            return array_style(options.style, workload, options.evaluator)

        runner.bench_time_func(
            name,
            lambda loops, timer=timer: in_slices(timer(), loops),
            inner_loops=hands,
            metadata={
                "style": options.style,
                "hands": hands,
                **(_about(options.evaluator, options.style, workload) if options.worker else {}),
            },
        )


if __name__ == "__main__":
    main()
