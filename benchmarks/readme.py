"""Put real output into the pages: ``allhands check | python -m benchmarks.readme check``.

A block of the README or of a page in ``docs/`` stands between comments that name it, and is in one
page only. In a block of a command, its first line stays, and what follows is replaced by standard
input. The block of charts is made from the files in ``reports/``.
"""

import re
import sys
from pathlib import Path

from harness.processes.files import write_whole
from harness.reporting.charts import charts_of
from harness.reporting.pages import picture
from harness.reporting.report import labels, read_verdicts
from harness.timing.results import read

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
SHOWN = "time-per-hand"
"""The chart that the README shows."""


def find(text: str, name: str) -> re.Match[str]:
    """A block, with the group ``output`` for what stands below its command.

    Raises:
        LookupError: there is none.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    command = re.search(rf"{begin}```console\n\$.*\n(?P<output>(?:.*\n)*?)```\n{end}", text)
    found = command or re.search(rf"{begin}(?P<output>(?:.*\n)*?){end}", text)
    if not found:
        raise LookupError(f"there is no block called {name!r}")
    return found


def page_of(name: str) -> Path:
    """The page that has a block.

    Raises:
        LookupError: none has it.
    """
    for page in PAGES:
        if f"<!-- {name} -->\n" in page.read_text():
            return page
    raise LookupError(f"no page has a block called {name!r}")


def shown(name: str) -> str:
    """What stands in a block."""
    return find(page_of(name).read_text(), name)["output"]


def fill(text: str, name: str, output: str) -> str:
    """The text with another output in a block."""
    start, stop = find(text, name).span("output")
    lines = (line.rstrip() + "\n" for line in output.strip("\n").splitlines())
    return text[:start] + "".join(lines) + text[stop:]


def charts(reports: Path) -> str:
    """The chart that the README shows, and what is said of it."""
    results = read(reports / "timing")
    drawn = charts_of(results, labels(read_verdicts(reports), results.timings), "treys")
    return next(picture(chart, "reports/") for chart in drawn if chart.name == SHOWN)


if __name__ == "__main__":
    (which,) = sys.argv[1:]
    output = charts(ROOT / "reports") if which == "charts" else sys.stdin.read()
    page = page_of(which)
    write_whole(page, fill(page.read_text(), which, output))
