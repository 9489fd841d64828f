"""Find the files of the committed report, for chapters that read its numbers.

A chapter runs in the checkout when the site is built, and in any folder when a reader runs its
notebook. So the report is looked for in the folder of this code, which is the checkout unless it
was copied when it was installed, and in the current folder and those above it.
"""

import csv
from pathlib import Path

from harness.processes.workers import ROOT

REPORTS = "reports"


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of the committed report; each is a dict by the names of the columns.

    Raises:
        FileNotFoundError: no such file; the message says what to do.

    >>> sorted(rows("scale.csv")[0])
    ['evaluator', 'hands', 'ns', 'style']
    """
    for folder in (ROOT, Path.cwd(), *Path.cwd().parents):
        if (folder / REPORTS / name).is_file():
            with (folder / REPORTS / name).open(newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))
    raise FileNotFoundError(
        f"{REPORTS}/{name} was not found. It is in the folder that you cloned: put this notebook "
        "there, and start Jupyter there"
    )
