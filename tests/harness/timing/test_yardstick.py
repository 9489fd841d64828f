"""The loop that is timed beside every evaluator."""

import sys
from collections import deque
from threading import Event, Thread

from harness.timing.yardstick import yardstick


def test_a_thread_of_the_evaluator_does_not_make_it_look_faster() -> None:
    """It holds up the yardstick, too: time that this waits is not the speed of the machine."""
    interval, ended = sys.getswitchinterval(), Event()
    busy = Thread(target=lambda: deque(iter(ended.is_set, True), maxlen=0))
    sys.setswitchinterval(0.1)
    busy.start()
    times = [yardstick() for _ in range(500)]  # the thread has its turn within some of them
    ended.set()
    busy.join()
    sys.setswitchinterval(interval)
    assert max(times) < 0.05
