"""Put real output into the README: ``allhands check | python -m benchmarks.readme check``.

A block of the README stands between comments that name it. The command in its first line stays;
what follows is replaced by standard input.
"""

import re
import sys
from pathlib import Path

from harness.files import write_whole

README = Path(__file__).parent.parent / "README.md"


def find(text: str, name: str) -> re.Match[str]:
    """A block, with the group ``output`` for what stands below its command."""
    begin, end = f"<!-- {name} -->\n```console\n", f"```\n<!-- /{name} -->"
    found = re.search(rf"{begin}\$.*\n(?P<output>(?:.*\n)*?){end}", text)
    if not found:
        raise LookupError(f"the README has no block called {name!r}")
    return found


def fill(text: str, name: str, output: str) -> str:
    """The text with another output in a block."""
    start, stop = find(text, name).span("output")
    lines = (line.rstrip() + "\n" for line in output.strip("\n").splitlines())
    return text[:start] + "".join(lines) + text[stop:]


if __name__ == "__main__":
    write_whole(README, fill(README.read_text(), sys.argv[1], sys.stdin.read()))
