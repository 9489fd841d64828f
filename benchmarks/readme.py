"""Put real output into the pages: ``allhands check | python -m benchmarks.readme check``.

A block stands between comments with its name, in the README or in one page of ``docs/``. In the
block of a command, the line of the command stays, and standard input replaces the rest. The block
of charts is made from the files in ``reports/``.
"""

import re
import sys
from pathlib import Path

from evaluators.cache import write_whole
from harness.reporting.charts import charts_of
from harness.reporting.pages import picture
from harness.reporting.report import labels, read_verdicts
from harness.timing.results import read

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "docs/course/ladder.md")
SHOWN = "time-per-hand"
"""The chart that the README shows."""


def find(text: str, name: str) -> re.Match[str]:
    """A block, with the group ``output`` for the lines below its command.

    Raises:
        LookupError: a missing block.
    """
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    command = re.search(rf"{begin}```console\n\$.*\n(?P<output>(?:.*\n)*?)```\n{end}", text)
    block = command or re.search(rf"{begin}(?P<output>(?:.*\n)*?){end}", text)
    if not block:
        raise LookupError(f"there is no block called {name!r}")
    return block


def page_of(name: str) -> Path:
    """The page with a block.

    Raises:
        LookupError: a missing block.
    """
    for page in PAGES:
        if f"<!-- {name} -->\n" in page.read_text():
            return page
    raise LookupError(f"no page has a block called {name!r}")


def shown(name: str) -> str:
    """The output in a block."""
    return find(page_of(name).read_text(), name)["output"]


def fill(text: str, name: str, output: str) -> str:
    """Replace the output in a block."""
    start, stop = find(text, name).span("output")
    lines = (line.rstrip() + "\n" for line in output.strip("\n").splitlines())
    return text[:start] + "".join(lines) + text[stop:]


def charts(reports: Path) -> str:
    """The chart that the README shows, with its caption."""
    results = read(reports / "timing")
    drawn = charts_of(results, labels(read_verdicts(reports), results.timings))
    return next(picture(chart, "reports/") for chart in drawn if chart.name == SHOWN)


if __name__ == "__main__":
    (name,) = sys.argv[1:]
    output = charts(ROOT / "reports") if name == "charts" else sys.stdin.read()
    page = page_of(name)
    write_whole(page, fill(page.read_text(), name, output))
