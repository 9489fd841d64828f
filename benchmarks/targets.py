"""What this project promises about speed and memory, measured: ``make targets``.

Machines differ and this one may be busy, so that speed is a ratio within one run: rounds in
which every evaluator is timed once, each in a process of its own, and the median of the rounds'
ratios. Nothing is asserted; a promise that does not hold is printed as such.
"""

import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from timeit import repeat

import psutil
from rich.console import Console

from evaluators import BUILT_IN, load
from evaluators.cards import DECK
from harness.timing import measure, read

ROUNDS = 5
RATIOS_TO_TREYS = {
    "cactus-kev-dict": 0.45,
    "cactus-kev": 0.6,
    "cactus-kev-perfect-hash": None,
    "sort-by-count": 2.8,
    "count-buckets": 3.3,
    "matrix-score": 7.0,
}
PROCESSES = 2

console = Console(highlight=False, soft_wrap=True)


def tell(what: str, measured: float, promised: float | None, unit: str) -> None:
    """A line of the table."""
    if promised is None:
        verdict = ""
    else:
        held = "[green]held[/]" if measured <= promised else "[red]not held[/]"
        verdict = f"  promised {promised:>6g}  {held}"
    console.print(f"{what:<44} {measured:>8.2f} {unit:<7}{verdict}")


def ratios_to_treys() -> None:
    """Time per five-card hand, each evaluator's over that of treys in the same round."""
    ratios = defaultdict(list)
    with TemporaryDirectory() as folder:
        for _ in range(ROUNDS):
            for name in ("treys", *RATIOS_TO_TREYS):
                measure(name, "random-5", Path(folder), ["--processes=2", "--values=3"])
            medians = {timing.name: timing.median for timing in read(Path(folder))}
            for name in RATIOS_TO_TREYS:
                ratios[name].append(medians[name] / medians["treys"])
    copy = min(repeat("[*hand]", "hand = (1, 2, 3, 4, 5)", number=100_000)) * 1e4
    tell("treys, per hand", medians["treys"], None, "ns")
    tell("of which copying the hand into a list", copy, None, "ns")
    for name, promised in RATIOS_TO_TREYS.items():
        tell(f"{name}, per hand", median(ratios[name]), promised, "x treys")


def bare_loops(start: int, stop: int) -> None:
    """What a check cannot do without: every evaluator on the hands from `start` to `stop`."""
    for name in BUILT_IN:
        evaluator = load(name)
        evaluate = evaluator.evaluate
        deck = [evaluator.encode(card) for card in DECK]
        for hand in islice(combinations(deck, 5), start, stop):
            evaluate(hand)


def seconds_of_bare_loops() -> float:
    """The loops on as many processes as the check has, half of the hands for each."""
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


def seconds_and_peak_of_check() -> tuple[float, float]:
    """``allhands check``: its seconds, and the most memory that all its processes had, in MB."""
    command = [allhands(), "check", f"--jobs={PROCESSES}"]
    began = time.perf_counter()
    checking = psutil.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    while checking.poll() is None:
        peak = max(peak, memory([checking, *checking.children(recursive=True)]))
        time.sleep(0.05)
    return time.perf_counter() - began, peak / 1e6


def memory(processes: Iterable[psutil.Process]) -> int:
    """Resident bytes of processes, those that just ended left out."""
    total = 0
    for process in processes:
        try:
            total += process.memory_info().rss
        except psutil.NoSuchProcess:
            continue
    return total


def check_overhead() -> None:
    """The check against its bare loops, in turn."""
    ratios, peaks = [], []
    for _ in range(3):
        bare = seconds_of_bare_loops()
        checked, peak = seconds_and_peak_of_check()
        ratios.append(checked / bare)
        peaks.append(peak)
    tell("check of all evaluators, over its bare loops", median(ratios), 1.25, "x")
    tell("check of all evaluators, peak memory", max(peaks), 300, "MB")


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
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        imports.append(float(done.stdout))
        began = time.perf_counter()
        subprocess.run([allhands(), "--help"], check=True, capture_output=True)
        helps.append((time.perf_counter() - began) * 1000)
    tell("import evaluators, without NumPy", median(imports), 50, "ms")
    tell("allhands --help", median(helps), 100, "ms")


def allhands() -> str:
    """The command, as installed beside this Python."""
    return str(Path(sys.executable).with_name("allhands"))


def main() -> None:
    """Measure everything; takes some minutes."""
    start_up()
    ratios_to_treys()
    check_overhead()


if __name__ == "__main__":
    main()
