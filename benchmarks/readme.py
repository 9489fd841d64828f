"""Put real output into the README: ``allhands check | python -m benchmarks.readme check``.

A block of the README, or of another page that is named last, stands between comments that name it.
In one of a command, its first line stays, and what follows is replaced by standard input. The block
of charts is made from the files in ``reports/``.
"""

import re
import sys
from pathlib import Path

from harness.charts import charts_of
from harness.files import write_whole
from harness.pages import picture
from harness.report import labels, read_verdicts
from harness.results import read

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
SHOWN = ("time-per-hand", "by-category", "scale", "what-a-table-buys", "order")


def find(text: str, name: str) -> re.Match[str]:
    """A block, with the group ``output`` for what stands below its command."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    command = re.search(rf"{begin}```console\n\$.*\n(?P<output>(?:.*\n)*?)```\n{end}", text)
    found = command or re.search(rf"{begin}(?P<output>(?:.*\n)*?){end}", text)
    if not found:
        raise LookupError(f"the README has no block called {name!r}")
    return found


def fill(text: str, name: str, output: str) -> str:
    """The text with another output in a block."""
    start, stop = find(text, name).span("output")
    lines = (line.rstrip() + "\n" for line in output.strip("\n").splitlines())
    return text[:start] + "".join(lines) + text[stop:]


def charts(reports: Path) -> str:
    """The charts that the README shows, and what is said of them."""
    results = read(reports / "timing")
    drawn = charts_of(results, labels(read_verdicts(reports), results.timings), "treys")
    return "\n\n".join(
        f"### {chart.title}\n\n{picture(chart, 'reports/')}"
        for name in SHOWN
        for chart in drawn
        if chart.name == name
    )


if __name__ == "__main__":
    which = sys.argv[1]
    output = charts(ROOT / "reports") if which == "charts" else sys.stdin.read()
    page = Path(sys.argv[2]) if len(sys.argv) > 2 else README
    write_whole(page, fill(page.read_text(), which, output))
