"""Tasks of the workers of these tests: lines of Python. Few imports, so that workers start fast."""

# ruff: noqa: F401 - the lines use what is imported here

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from harness.processes import workers
from harness.processes.limits import EVALUATING, LOADING, limit_memory
from harness.processes.workers import Announce


def execute(code: str, announce: Announce) -> Any:
    """Run lines of Python; their `answer` is the answer."""
    names = {**globals(), "announce": announce, "answer": "done"}
    exec(code, names)
    return names["answer"]


def wait_until(number: int, folder: Path) -> None:
    """Wait until there are so many processes in this folder."""
    import psutil

    for _ in range(300):
        running = sum(each.info["cwd"] == str(folder) for each in psutil.process_iter(["cwd"]))
        if running == number:
            return
        time.sleep(0.05)
    raise AssertionError(f"{running} processes instead of {number}")
