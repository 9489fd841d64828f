"""What an evaluator costs before its first hand: measured cold, in fresh processes.

Each process imports one evaluator, tables that are made on import included, and asks it about one
hand of five cards and one of seven, for which some make tables first. How much its memory grew
by then is what the import, its libraries and its tables take.

Tables alone can only be told where they are the evaluator's own and not a library's: when all that
it imports is there, its module is run once more, beside the first, and timed; and once more to
count the bytes that it and its first hands leave behind.
"""

import subprocess
import sys
from dataclasses import dataclass

SCRIPT = """
import sys
import tracemalloc
from mmap import PAGESIZE
from importlib.util import find_spec, module_from_spec
from time import perf_counter as now
import psutil
from evaluators import BUILT_IN, PEERS, PUBLISHED, VECTORIZED, load, load_vectorized

name, style = sys.argv[1:]
me = psutil.Process()
if style == "numpy":
    import numpy as np
    load, known = load_vectorized, VECTORIZED
else:
    known = BUILT_IN | PUBLISHED | PEERS
before = me.memory_info().rss
began = now()
evaluator = load(name)
print("import", now() - began)

def hands_of(evaluator):
    for size in (5, 7):
        if size in evaluator.sizes:
            cards = [5 * n for n in range(size)]
            yield np.array([cards]) if style == "numpy" else tuple(map(evaluator.encode, cards))

for hand in hands_of(evaluator):
    began = now()
    evaluator.evaluate(hand)
    print(f"first-{hand.shape[1] if style == 'numpy' else len(hand)}", now() - began)
print("memory", max(me.memory_info().rss - before, PAGESIZE))  # it is counted in pages
try:
    import resource
    unit = 1 if sys.platform == "darwin" else 1024
    print("peak-memory", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
except ImportError:
    pass

if name not in PEERS:
    module, _, attribute = known.get(name, name).partition(":")
    spec = find_spec(module)

    def again():
        beside = module_from_spec(spec)
        spec.loader.exec_module(beside)
        return getattr(beside, attribute) if attribute else beside

    began = now()
    again()
    print("tables", now() - began)
    tracemalloc.start()
    evaluator = again()
    for hand in hands_of(evaluator):
        evaluator.evaluate(hand)
    print("tables-memory", tracemalloc.get_traced_memory()[0])
"""


class CostError(Exception):
    """An evaluator whose first hand could not be measured; says why."""


@dataclass(frozen=True)
class Cost:
    """What was measured of one thing in one process.

    Attributes:
        name: one of `harness.workloads.COLD`.
        value: seconds or bytes.
        unit: ``second`` or ``byte``.
    """

    name: str
    value: float
    unit: str


def cold_costs(name: str, style: str, timeout: float) -> list[Cost]:
    """Seconds and bytes until an evaluator has ranked its first hands.

    Raises:
        CostError: it failed, or was not done in time.
    """
    command = [sys.executable, "-c", SCRIPT, name, style]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise CostError(f"no answer within {timeout:g} seconds") from None
    if done.returncode:
        raise CostError((done.stderr.strip().splitlines() or ["it ended"])[-1])
    found = (line.split(" ") for line in done.stdout.splitlines())
    return [
        Cost(what, float(value), "byte" if "memory" in what else "second") for what, value in found
    ]
