"""Measure the speed and memory that this project promises: ``make targets``.

Machines differ and this one may be busy, so speed is a ratio within one run: the median over
rounds, in each of which every evaluator is timed once, in a separate process. Nothing is asserted;
a promise that does not hold is printed as not held.
"""

import shlex
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import combinations, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
import psutil
from rich.console import Console

from evaluators import BUILT_IN, WALKS, find, load, load_arrays, rank_many
from evaluators.cards import DECK
from evaluators.compiled import store
from harness.adapters.commands import Command
from harness.hands import arrays
from harness.hands.scopes import ALL_FIVE, All
from harness.timing.cold import cold_costs
from harness.timing.results import read
from harness.timing.rounds import Job, run

ROUNDS = 5
RATIOS_TO_TREYS = {
    "cactus-kev-dict": 0.45,
    "cactus-kev": 0.6,
    "cactus-kev-perfect-hash": None,
    "rank-sums": None,
    "sort-by-count": 2.8,
    "count-buckets": 3.3,
    "matrix-score": 7.0,
}
PROCESSES = 2
RATIOS_ON_SEVEN = {
    "rank-sums": 0.12,
    "count-buckets": None,
    "matrix-score": None,
    "sort-by-count": None,
}
MILLISECONDS_OF_ARRAYS = {
    "rank-sums": 50,
    "counting-hash": None,
    "two-plus-two": None,
    "cactus-kev": 120,
    "cactus-kev-perfect-hash": None,
    "matrix-score": 500,
    "sort-by-count": 500,
    "count-buckets": 500,
}
MILLISECONDS_OF_MACHINE_CODE = {
    "rank-sums": 15,
    "counting-hash": 150,
    "two-plus-two": 150,
    "cactus-kev": 150,
    "cactus-kev-perfect-hash": 150,
    "cactus-kev-dict": 150,
    "count-buckets": 150,
    "sort-by-count": 150,
    "matrix-score": 300,
}
STEP = 1 << 20
"""Hands of seven cards per call; all of them would take a gigabyte."""

console = Console(highlight=False, soft_wrap=True)


def print_row(
    name: str, measured: float, promised: float | None, unit: str, note: str = ""
) -> None:
    """Print a line of the table."""
    promise = ""
    if promised is not None:
        verdict = "[green]held[/]" if measured <= promised else "[red]not held[/]"
        promise = f"  promised {promised:>6g}  {verdict}"
    console.print(f"{name:<44} {measured:>8.2f} {unit:<7}{promise}{note}".rstrip())


def ratios_to_treys(workload: str, promises: Mapping[str, float | None]) -> None:
    """The time per hand of each evaluator over that of treys in the same round."""
    ratios = defaultdict(list)
    with TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            jobs = [Job(name, "python", (workload,)) for name in ("treys", *promises)]
            run(jobs, Path(folder), 2, ["--values=3"])
            medians = {timing.name: timing.median for timing in read(Path(folder)).of(workload)}
            for name in promises:
                ratios[name].append(medians[name] / medians["treys"])
    cards = workload.removeprefix("random-")
    print_row(f"treys, {cards} cards", medians["treys"], None, "ns")
    for name, promised in promises.items():
        print_row(f"{name}, {cards} cards", median(ratios[name]), promised, "x treys")


def tables_of_sevens() -> None:
    """The time and memory that the tables of rank-sums take, in fresh processes."""
    script = (
        "import psutil\n"
        "from time import perf_counter as now\n"
        "from evaluators.rank_sums import scalar as rank_sums\n"
        "memory = psutil.Process().memory_info().rss\n"
        "began = now()\n"
        "rank_sums.make_tables(7)\n"
        "print(now() - began, (psutil.Process().memory_info().rss - memory) / 1e6)\n"
    )
    command = [sys.executable, "-c", script]
    runs = [
        subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        for _ in range(5)
    ]
    print_row("rank-sums, its tables", median(float(run[0]) for run in runs) * 1000, None, "ms")
    print_row("rank-sums, its tables", median(float(run[1]) for run in runs), None, "MB")


def arrays_of_fives() -> None:
    """The time of a call with all five-card hands, shuffled, on one core, and of validation.

    The lower bound is a copy of the 13 MB of hands.
    """
    hands = arrays.hands_between(5, 0, len(ALL_FIVE))
    hands = np.random.default_rng(0).permutation(hands)
    print_row("copy of all five-card hands", seconds_of(hands.copy) * 1000, None, "ms")
    for name, promised in MILLISECONDS_OF_ARRAYS.items():
        evaluate = load_arrays(name).evaluate
        milliseconds = seconds_of(lambda: evaluate(hands)) * 1000  # noqa: B023
        print_row(f"{name}, array of all", milliseconds, promised, "ms")
    validated = seconds_of(lambda: rank_many(hands))
    unvalidated = seconds_of(lambda: rank_many(hands, check=False))
    print_row("rank_many, array of all", validated * 1000, None, "ms")
    print_row("of which validation", (validated - unvalidated) * 1000, None, "ms")


def seconds_of(call: Callable[[], object]) -> float:
    """The median time of seven calls, after one that is not timed."""
    call()
    seconds = []
    for _ in range(7):
        began = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - began)
    return median(seconds)


def machine_code_on_fives() -> None:
    """The time of machine code for all five-card hands, shuffled, on one core, in one call.

    Beside it: a copy of the same array, and the loop of pkrbot, in C, over the same hands.
    """
    hands = arrays.hands_between(5, 0, len(ALL_FIVE))
    hands = np.random.default_rng(0).permutation(hands)
    pkrbot = load("pkrbot")
    deck = [pkrbot.encode(card) for card in DECK]
    dealt = [[deck[card] for card in hand] for hand in hands[:: len(hands) // 100_000].tolist()]

    def loop() -> None:
        for hand in dealt:
            pkrbot.evaluate(hand)

    of_copy = seconds_of(hands.copy)
    of_pkrbot = seconds_of(loop) * len(hands) / len(dealt)
    print_row("copy of all five-card hands", of_copy * 1000, None, "ms")
    print_row("pkrbot's loop over them", of_pkrbot * 1000, None, "ms")
    for name, promised in MILLISECONDS_OF_MACHINE_CODE.items():
        evaluate = load_arrays(name, "compiled").evaluate
        seconds = seconds_of(lambda: evaluate(hands))  # noqa: B023
        ratios = f"  {seconds / of_copy:6.1f} x copy {seconds / of_pkrbot:6.3f} x pkrbot"
        print_row(f"{name}, machine code", seconds * 1000, promised, "ms", ratios)


def machine_code_on_sevens() -> None:
    """The seconds of machine code for all seven-card hands on one core, from arrays and walking."""
    seconds = dict.fromkeys(("a copy", "rank-sums", "counting-hash"), 0.0)
    calls = {"a copy": np.copy} | {
        name: load_arrays(name, "compiled").evaluate for name in ("rank-sums", "counting-hash")
    }
    everything = All(7)
    for start in range(0, len(everything), STEP):
        stop = min(start + STEP, len(everything))
        dealt = np.ascontiguousarray(everything.hands(start, stop))
        for name, call in calls.items():
            call(dealt[:1])
            began = time.perf_counter()
            call(dealt)
            seconds[name] += time.perf_counter() - began
    for name, total in seconds.items():
        promised = 1.5 if name == "rank-sums" else None
        ratio = f"  {total / seconds['a copy']:6.1f} x copy"
        print_row(f"{name}, all seven-card hands", total, promised, "s", ratio)
    for name, place in WALKS.items():
        walk = find(place, {})
        walked = seconds_of(lambda: walk(7))  # noqa: B023
        ratio = f"  {walked / seconds['a copy']:6.1f} x copy"
        print_row(f"{name}, walking over them", walked, 0.3, "s", ratio)


def machine_code_starts() -> None:
    """Seconds until machine code, loaded from the cache, has ranked a hand."""
    for name in ("rank-sums", "two-plus-two"):
        costs = cold_costs(name, "compiled", 60)
        warm = costs["import"] + costs["first-5"]
        print_row(f"{name}, machine code, warm start", warm, None, "s")


def memory_of_arrays() -> None:
    """The peak memory for all five-card hands: keys and tables, but not the hands."""
    script = (
        "import sys, tracemalloc\n"
        "from evaluators import load_arrays\n"
        "from harness.hands import arrays\n"
        "hands = arrays.hands_between(5, 0, 2_598_960)\n"
        "evaluate = load_arrays(*sys.argv[1:]).evaluate\n"
        "if sys.argv[2] == 'compiled':\n"
        "    evaluate(hands[:1])  # its tables are counted apart\n"
        "tracemalloc.start()\n"
        "keys = evaluate(hands)\n"
        "peak = tracemalloc.get_traced_memory()[1]\n"
        "print((peak - (keys.nbytes if sys.argv[2] == 'compiled' else 0)) / 1e6)\n"
    )
    for style, names, promised, what in (
        ("numpy", MILLISECONDS_OF_ARRAYS, 200, "array of all, largest peak memory"),
        ("compiled", MILLISECONDS_OF_MACHINE_CODE, 50, "machine code, beside keys and tables"),
    ):
        peak = max(
            float(subprocess.check_output([sys.executable, "-c", script, name, style]))
            for name in names
        )
        print_row(what, peak, promised, "MB")


def sevens() -> None:
    """``allhands check --style numpy --cards 7``: of the fastest evaluator, and of all."""
    fastest, _ = seconds_and_peak_of_check("--style=numpy", "--cards=7", "rank-sums")
    together, peak = seconds_and_peak_of_check("--style=numpy", "--cards=7")
    print_row("check of all seven-card hands, rank-sums", fastest, 10, "s")
    print_row("check of all seven-card hands, all arrays", together, 120, "s")
    print_row("check of all seven-card hands, peak memory", peak, 1000, "MB")
    together, peak = seconds_and_peak_of_check("--style=compiled", "--cards=7")
    print_row("the same, all in machine code", together, 40, "s")
    print_row("the same, peak memory", peak, 1000, "MB")


def bare_loops(start: int, stop: int) -> None:
    """The least work of a check: every evaluator on the hands from `start` to `stop`."""
    for name in BUILT_IN:
        evaluator = load(name)
        evaluate = evaluator.evaluate
        deck = [evaluator.encode(card) for card in DECK]
        for hand in islice(combinations(deck, 5), start, stop):
            evaluate(hand)


def seconds_of_bare_loops() -> float:
    """The time of the loops in as many processes as the check has, with equal shares of hands."""
    context = get_context("spawn")
    share = 2_598_960 // PROCESSES
    processes = [
        context.Process(target=bare_loops, args=(n * share, (n + 1) * share))
        for n in range(PROCESSES)
    ]
    began = time.perf_counter()
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    return time.perf_counter() - began


def seconds_and_peak_of_check(*options: str) -> tuple[float, float]:
    """``allhands check``: its seconds, and the peak memory of all its processes in MB."""
    command = [allhands(), "check", f"--jobs={PROCESSES}", *options]
    began = time.perf_counter()
    checking = psutil.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while checking.poll() is None:
        peak = max(peak, memory([checking, *checking.children(recursive=True)]))
        time.sleep(0.5)  # to ask more often takes the time of the check
    return time.perf_counter() - began, peak / 1e6


def memory(processes: Iterable[psutil.Process]) -> int:
    """Bytes of processes, without those that just ended; what several share counts once.

    Where the system does not tell what is shared, all resident bytes count.
    """
    total = 0
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            full = process.memory_full_info()
            total += getattr(full, "pss", full.rss)
    return total


def check_overhead() -> None:
    """The check over its bare loops, measured in turn."""
    ratios, peaks = [], []
    for _ in range(3):
        bare = seconds_of_bare_loops()
        checked, peak = seconds_and_peak_of_check()
        ratios.append(checked / bare)
        peaks.append(peak)
    print_row("check of all evaluators, over its bare loops", median(ratios), 1.20, "x")
    print_row("check of all evaluators, peak memory", max(peaks), 300, "MB")


ECHO = "import sys\nfor line in sys.stdin: print(1)"


def command_overhead() -> None:
    """The time of our own process for a hand that a command evaluates: text, pipes and JSON."""
    command = Command(shlex.join([sys.executable, "-c", ECHO]))
    hands = list(islice(combinations(map(command.encode, DECK), 5), 500_000))
    command.evaluate(hands[0])
    began = time.process_time()
    keys = command.evaluate_many(hands)
    seconds = (time.process_time() - began) / len(keys)
    print_row("a hand that a command evaluates, our part", seconds * 1e6, 2, "µs")


def start_up() -> None:
    """Milliseconds until the package is imported, and until help is on the screen."""
    script = (
        "from time import perf_counter as now\n"
        "began = now()\n"
        "import evaluators, sys\n"
        "assert 'numpy' not in sys.modules\n"
        "print((now() - began) * 1000)\n"
    )
    imports, helps = [], []
    for _ in range(11):
        command = [sys.executable, "-c", script]
        imports.append(float(subprocess.check_output(command)))
        began = time.perf_counter()
        subprocess.run([allhands(), "--help"], check=True, capture_output=True)
        helps.append((time.perf_counter() - began) * 1000)
    print_row("import evaluators, without NumPy", median(imports), 50, "ms")
    print_row("allhands --help", median(helps), 100, "ms")


def allhands() -> str:
    """The path of the command that is installed beside this Python."""
    return str(Path(sys.executable).with_name("allhands"))


def main() -> None:
    """Measure everything; takes some minutes."""
    start_up()
    ratios_to_treys("random-5", RATIOS_TO_TREYS)
    ratios_to_treys("random-7", RATIOS_ON_SEVEN)
    tables_of_sevens()
    arrays_of_fives()
    memory_of_arrays()
    if store.is_installed():
        machine_code_on_fives()
        machine_code_on_sevens()
        machine_code_starts()
    check_overhead()
    command_overhead()
    sevens()


if __name__ == "__main__":
    main()
