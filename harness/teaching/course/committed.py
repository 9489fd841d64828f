"""Find the files of the committed report, for chapters that read its numbers.

A chapter runs in the checkout when the site is built, and in any folder when a reader runs its
notebook. So the report is looked for in the checkout that this code runs from, in the checkout that
it was installed from, and in the current folder and those above it.
"""

import csv
import json
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

CHECKOUT = Path(__file__).parents[3]
"""The checkout, if this code runs from it: not if it was copied when it was installed."""
REPORTS = "reports"


def committed(name: str) -> Path:
    """The path of a file of the committed report.

    Raises:
        FileNotFoundError: no such file; the message says what to do.

    >>> committed("scale.csv").name
    'scale.csv'
    """
    for folder in _folders():
        file = folder / REPORTS / name
        if file.is_file():
            return file
    raise FileNotFoundError(
        f"{REPORTS}/{name} was not found. It is in the folder that you cloned: put this notebook "
        "there, and start Jupyter there"
    )


def _folders() -> Iterator[Path]:
    yield CHECKOUT
    if source := _installed_from():
        yield source
    yield from (Path.cwd(), *Path.cwd().parents)


def _installed_from() -> Path | None:
    """The folder that pip installed this project from, as `direct_url.json` records it."""
    try:
        record = distribution("allhands").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    return Path(url2pathname(urlsplit(json.loads(record)["url"]).path)) if record else None


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table of the committed report; each is a dict by the names of the columns.

    >>> sorted(rows("scale.csv")[0])
    ['evaluator', 'hands', 'ns', 'style']
    """
    with committed(name).open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))
