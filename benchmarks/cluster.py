"""The overhead of a shard, on this machine and on a cluster: ``make cluster``.

The evaluator is correct and takes 40 µs for a hand of seven cards. The cluster is a scheduler and
one worker with one thread, on this machine.
"""

import sys
import time
from collections.abc import Sequence
from itertools import islice
from math import ceil
from statistics import median

from distributed import LocalCluster

from evaluators.rank_sums.scalar import encode, evaluate
from harness.checking.cluster import Cluster
from harness.checking.equivalence import SHARD, Runner, dealt, on_this_machine, tasks_of
from harness.checking.statuses import EQUIVALENT
from harness.checking.tasks import PYTHON
from harness.hands.scopes import All
from harness.processes.limits import USUAL

MICROSECONDS = 40
SHARDS = 4
SEVENS = All(7)


class Slow:
    """``rank-sums``, and a wait until 40 µs have passed."""

    name, sizes, lower_wins = "slow", range(7, 8), True
    encode = staticmethod(encode)

    @staticmethod
    def evaluate(hand: Sequence[int]) -> int:
        """The key of a hand."""
        end = time.perf_counter() + MICROSECONDS / 1e6
        key = evaluate(hand)
        while time.perf_counter() < end:
            pass
        return key


slow = Slow()


def seconds(run: Runner) -> float:
    """The median time of a shard, without the first, which includes the start of a worker."""
    tasks = islice(tasks_of(["benchmarks.cluster:slow"], SEVENS, PYTHON, USUAL), 1, 1 + SHARDS)
    times, began = [], time.perf_counter()
    for _, shard, _ in run(dealt(task, SEVENS) for task in tasks):  # the first was the preflight
        assert getattr(shard, "status", None) == EQUIVALENT, shard
        times.append(time.perf_counter() - began)
        began = time.perf_counter()
    return median(times[1:])


def main() -> None:
    """Measure both; takes a minute."""
    alone = SHARD * MICROSECONDS / 1e6
    on_machine = seconds(lambda tasks: on_this_machine(tasks, jobs=1))
    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as local:
        cluster = Cluster(local.scheduler_address)
        on_cluster = seconds(cluster)
        cluster.close()
    shards = ceil(len(SEVENS) / SHARD)
    hours = shards * on_cluster / 3600
    sys.stdout.write(
        f"a shard of {SHARD:,} hands of 7 cards, {MICROSECONDS} µs each\n"
        f"  its hands alone  {alone:5.2f} s\n"
        f"  on one machine   {on_machine:5.2f} s, {on_machine - alone:.2f} s more\n"
        f"  on a cluster     {on_cluster:5.2f} s, {on_cluster - alone:.2f} s more\n"
        f"all {len(SEVENS):,} hands: {shards:,} shards, {hours:.1f} hours of one core\n"
        f"cores that end within the hour: {ceil(hours)}\n"
    )


if __name__ == "__main__":
    main()
