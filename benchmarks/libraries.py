"""Native libraries, checked on all hands of seven cards and timed beside ours.

``python -m benchmarks.libraries LIBRARIES.toml`` does that for shared libraries that you built, and
writes `reports/libraries.json`, of which `docs/any-language.md` has a table. This project has none
of these libraries. Nothing else should run meanwhile; it takes a quarter of an hour. The file has
a table for each, and paths in it begin in its folder::

    [OMPEval]
    file = "omp.so"
    shim = "omp.cc"
    version = "4aec210"
    url = "https://github.com/zekyll/OMPEval"
    built = "g++ 12.2 -O3 -march=native"
"""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import click

from evaluators.cache import write_whole
from harness.checking.statuses import EQUIVALENT
from harness.processes.machine import machine
from harness.timing.jobs import jobs_of
from harness.timing.results import read
from harness.timing.rounds import time_in_rounds

OURS, STYLE, CARDS = "rank-sums", "compiled", 7
WORKLOADS = ("random-5", "random-7", "in-order-7")
FILE = Path(__file__).parent.parent / "reports/libraries.json"


def check(place: str) -> dict[str, Any]:
    """The verdict on all hands of seven cards, and the seconds of the whole command."""
    command = [sys.executable, "-m", "allhands", "check", place, "--style", STYLE]
    began = monotonic()
    done = subprocess.run(
        [*command, "--cards", str(CARDS), "--json", "-"], capture_output=True, text=True
    )
    seconds = monotonic() - began
    (row,) = json.loads(done.stdout)["evaluators"]
    return {"status": row["status"], "digest": row["digest"], "seconds": seconds}


def lines_of(shim: Path) -> int:
    """The lines of code of a file of C, C++ or Rust."""
    code = re.sub(r"//.*|/\*(.|\n)*?\*/", "", shim.read_text())
    return sum(bool(line.strip()) for line in code.splitlines())


def time(places: list[str]) -> dict[str, dict[str, Any]]:
    """For each place and workload: nanoseconds, and how many times that of ours, with ends."""
    with TemporaryDirectory() as folder:
        time_in_rounds(jobs_of(places, STYLE, WORKLOADS), Path(folder), warn=click.echo)
        results = read(Path(folder))
    times: dict[str, dict[str, Any]] = {place: {} for place in places}
    for timing in results.timings:
        ours = results.find(OURS, timing.workload, STYLE)
        if ours and (ratio := timing.over(ours)):
            numbers = timing.median, ratio.median, *ratio.interval
            times[timing.name][timing.workload] = [round(number, 3) for number in numbers]
    return times


def table() -> str:
    """The table of the committed run, and a sentence on what is faster than ours."""
    if not FILE.exists():
        return ""
    run = json.loads(FILE.read_text())
    rows = sorted(run["libraries"], key=lambda row: row["times"]["random-7"][0])
    heads = "shim, lines", "check, s", "random five, ns", "seven, ns", f"× {OURS}", "in order, ns"
    lines = [f"| library | built by | {' | '.join(heads)} |", f"|---|---|{'--:|' * len(heads)}"]
    for row in rows:
        five, seven, in_order = (row["times"].get(name) for name in WORKLOADS)
        name = f"[{row['name']}]({row['url']}) {row['version']}" if row["url"] else row["name"]
        _, *ratio = seven
        cells = [
            *(name, row["built"], str(row["lines"] or "-"), f"{row['seconds']:.1f}"),
            *(f"{each[0]:.1f}" if each else "-" for each in (five, seven)),
            "{:.2f} ({:.2f} to {:.2f})".format(*ratio) if row["url"] else "1",
            f"{in_order[0]:.1f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    faster = [
        f"{row['name']} ({workload})"
        for row in rows
        for workload, (_, _, _, high) in row["times"].items()
        if high < 1
    ]
    wrong = [row["name"] for row in rows if row["status"] != EQUIVALENT]
    right = (
        f"Wrong at {CARDS} cards: {', '.join(wrong)}" if wrong else "Each is right on every hand"
    )
    known = f"faster than {OURS}: {', '.join(faster)}" if faster else f"none is faster than {OURS}"
    cpu, cores, system, date = (run["machine"][part] for part in ("cpu", "cores", "system", "date"))
    where = f"Measured on {cpu}, {cores} cores, {system}, {date}."
    return "\n".join([*lines, "", f"{right}; {known}. {where}"])


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(file: Path) -> None:
    """Check and time the libraries that FILE names."""
    libraries = tomllib.loads(file.read_text())
    places = {name: str((file.parent / each["file"]).resolve()) for name, each in libraries.items()}
    ours = {"name": OURS, "url": "", "version": "", "built": "Numba", "lines": 0}
    rows: list[dict[str, Any]] = [ours | check(OURS)]
    for name, each in libraries.items():
        about = {key: each[key] for key in ("url", "version", "built")}
        rows.append({"name": name, "lines": lines_of(file.parent / each["shim"])} | about)
        rows[-1] |= check(places[name])
        click.echo(f"{name}: {rows[-1]['status']} in {rows[-1]['seconds']:.1f} s")
    times = time([OURS, *places.values()])
    for row in rows:
        row["times"] = times[places.get(row["name"], OURS)]
    write_whole(FILE, json.dumps({"machine": machine(), "libraries": rows}, indent=1) + "\n")
    click.echo(table())


if __name__ == "__main__":
    main()
