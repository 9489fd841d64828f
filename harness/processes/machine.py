"""A description of the machine on which results were measured."""

import os
import platform
import re
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


def machine() -> dict[str, str | int]:
    """The hardware, the system, the versions and the date, as plain values.

    >>> here = machine()
    >>> here["cores"] == os.cpu_count(), ":" in here["cpu"]
    (True, False)
    >>> here["system"] == "Linux x86_64" and here["cpu"] == "unknown"
    False
    """
    file = Path("/proc/cpuinfo")
    cpu = re.search(r"(?m)^model name\s*: (.*)", file.read_text() if file.exists() else "")
    return {
        "cpu": cpu[1] if cpu else platform.processor() or "unknown",
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "allhands": version("allhands"),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }
