"""The report: what is proven, what it costs, and how to run it again, on one page.

It is made from files alone: ``verdicts.json``, pyperf's files and the charts. The same document
becomes ``index.html``, which requests nothing from other hosts, and ``README.md``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harness.hands.scopes import ALL_FIVE
from harness.processes.files import write_whole
from harness.processes.visible import visible, visible_repr
from harness.reporting import pages
from harness.reporting.charts import Chart
from harness.reporting.charts.style import nanoseconds
from harness.reporting.pages import Block, Bold, Code, Commands, Heading, Picture, Table, Text
from harness.timing.results import Results, Timing, ratio_interval, spread_name
from harness.timing.workloads import CATEGORY_NAMES, WORKLOADS

VERDICTS = "verdicts.json"
PAGE = "index.html"
README = "README.md"
TITLE = "allhands: the report"

LEFT_OUT = (
    ("deuces", "treys is the same evaluator, maintained"),
    ("PyPokerEngine", "its number depends on which cards are whose: there is no order of hands"),
    ("rlcard", "takes seven cards only, and gives winners instead of keys"),
    ("poker, holdem_calc", "they rank no single hand"),
)
"""Libraries that are not timed, and why."""

WORDS = frozenset({"evaluator", "style"})
"""Columns that are text, in most tables."""

OPENS_WITH = "time-per-hand"
"""The chart that the page begins with."""

COMPARE = (
    "python -m pyperf compare_to "
    "reports/timing/python/cactus-kev.json.gz reports/timing/python/treys.json.gz"
)


class ReportError(Exception):
    """A file that the report needs and that is not there, or not what it should be."""


def read_verdicts(folder: Path) -> dict[str, Any]:
    """The document that ``allhands check --json`` wrote; an empty one if there is none.

    Raises:
        ReportError: the file is something else.
    """
    file = folder / VERDICTS
    if not file.exists():
        return {"machine": {}, "evaluators": []}
    try:
        document: dict[str, Any] = json.loads(file.read_text())
        if not isinstance(document["machine"], dict):
            raise TypeError
        for verdict in document["evaluators"]:
            verdict["name"], verdict["status"], verdict["cards"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReportError(f"{file}: not a file of verdicts ({type(error).__name__})") from None
    return document


def labels(document: Mapping[str, Any], timings: Iterable[Timing]) -> dict[tuple[str, str], str]:
    """What a chart has to say of evaluators beside their names: those not shown to be right.

    By name and style, at every number of cards that is timed. One that does nothing needs no check.
    """
    statuses: dict[tuple[str, str], dict[int, str]] = {}
    for verdict in document["evaluators"]:
        key = verdict["name"], verdict.get("style", "python")
        statuses.setdefault(key, {})[verdict["cards"]] = verdict["status"].replace("_", " ")
    timed: dict[tuple[str, str], set[int]] = {}
    for timing in timings:
        if timing.name != "null":
            sizes = timed.setdefault((timing.name, timing.style), set())
            if timing.workload in WORKLOADS:
                sizes.add(WORKLOADS[timing.workload].size)
    found = {}
    for key, sizes in timed.items():
        said = statuses.get(key, {})
        bad = {cards: status for cards, status in said.items() if status != "equivalent"}
        where = f" at {min(bad)}" if bad and len(bad) < len(said) else ""
        if bad or not said:
            found[key] = f" ({next(iter(bad.values()), 'not checked')}{where})"
        elif unchecked := sizes - {*said}:
            found[key] = f" (not checked at {min(unchecked)})"
    return found


def write(
    folder: Path,
    results: Results,
    charts: Sequence[Chart],
    baseline: str,
    beside: Results | None = None,
) -> list[Path]:
    """Write the page and its Markdown, from what was measured and the charts in a folder.

    Args:
        folder: where the verdicts and charts are, and the page goes.
        results: what was measured.
        charts: those that are in the folder.
        baseline: the evaluator that ratios are to.
        beside: another run, to compare this one with at the page's end.

    Raises:
        ReportError: a file is missing; says which command makes it.
    """
    document = read_verdicts(folder)
    if not document["evaluators"]:
        raise ReportError(f"{folder / VERDICTS}: no verdict is there; run allhands report")
    try:
        blocks = list(_document(document, results, charts, baseline, beside))
    except KeyError as error:
        raise ReportError(f"{folder / VERDICTS}: a verdict has no {error}") from None

    def chart_file(name: str) -> bytes:
        try:
            return (folder / name).read_bytes()
        except FileNotFoundError:
            raise ReportError(f"{folder / name}: no chart is there; run allhands chart") from None

    write_whole(folder / PAGE, pages.as_html(blocks, TITLE, chart_file))
    write_whole(folder / README, pages.as_markdown(blocks, TITLE))
    return [folder / PAGE, folder / README]


def _document(
    document: Mapping[str, Any],
    results: Results,
    charts: Sequence[Chart],
    baseline: str,
    beside: Results | None,
) -> Iterator[Block]:
    verdicts = document["evaluators"]
    right = [verdict for verdict in verdicts if verdict["status"] == "equivalent"]
    wrong = [verdict for verdict in verdicts if verdict["status"] != "equivalent"]
    yield Text(
        "Poker-hand evaluators, run on every hand and timed. Checked on "
        f"{_machine(document['machine'])}.",
        "quiet",
    )
    yield from _headline(right)
    first = [chart for chart in charts if chart.name == OPENS_WITH]
    yield from map(Picture, first)
    yield Heading("What is proven")
    yield _groups(right)
    yield _verdict_table(right)
    if results.timings:
        yield Heading("What it costs")
        yield Text(_when(results))
    for chart in charts:
        if chart in first:
            continue
        if chart.name == "order":
            yield Heading("The order of hands")
        else:
            yield Heading(chart.title, 3)
        yield Picture(chart)
    if wrong:
        yield Heading("What is wrong, and where")
        yield Text(
            "For each that is not equivalent, the two hands that show a fault most plainly. What "
            "was published stands here as its sources have it, faults and all."
        )
        for verdict in wrong:
            yield from _wrong(verdict)
    if results.timings:
        yield Heading("The numbers")
        yield from _tables(results, labels(document, results.timings), baseline)
    yield from _not_timed(results)
    if beside:
        yield from _compared(results, beside, baseline)
    yield from _again(document, results)


def _machine(machine: Mapping[str, Any]) -> str:
    return ", ".join(
        {"cores": f"{value} cores", "allhands": f"allhands {value}"}.get(key, str(value))
        for key, value in machine.items()
    )


def _when(results: Results) -> str:
    first, last = results.dates
    days = first if first == last else f"{first} to {last}"
    return (
        f"Timed by pyperf on {results.machine}, {days}; the highest load average that a process "
        f"saw was {results.load:.1f}. Each number is the median over processes, "
        f"{_processes(results)} of them, one in each round of the run, so that they lie as far "
        "apart as it is long. They differ from each other more than the values within one, so "
        "intervals are over them: of ten processes from the second to the ninth, in which the "
        "median is with a chance of 97.9 %; of fewer, their range."
    )


def _processes(results: Results) -> str:
    counts = sorted({len(timing.processes) for timing in results.timings})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def _headline(right: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    fives = [verdict for verdict in right if verdict["hands"] == len(ALL_FIVE)]
    if not fives:
        yield Text("Nothing: no evaluator was right on all five-card hands.", "proven")
        return
    if len({verdict["digest"] for verdict in fives}) > 1:
        yield Text("Nothing: the evaluators do not agree.", "proven")
        return
    hands, pairs = fives[0]["hands"], fives[0]["showdowns"]
    who = "1 evaluator puts" if len(fives) == 1 else f"{len(fives)} evaluators put"
    proven = Bold(f"{who} all {hands:,} five-card hands in one and the same order")
    showdowns = f", the rules': all {pairs:,} showdowns are decided rightly."
    digest = " Class digest (SHA-256 over the class number of every hand): "
    yield Text((proven, showdowns + digest, Code(str(fives[0]["digest"]))), "proven")


def _groups(verdicts: Sequence[Mapping[str, Any]]) -> Table:
    """Those that are equivalent on the same hands and agree on each of them, in a line."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for verdict in verdicts:
        key = verdict["scope"], verdict.get("style", "python"), str(verdict["digest"])
        groups.setdefault(key, []).append(verdict["name"])
    rows = [
        (scope[0].upper() + scope[1:], style, str(len(names)), ", ".join(names))
        for (scope, style, _), names in groups.items()
    ]
    heads = ("hands", "style", "equivalent", "which")
    return Table(heads, rows, frozenset({"hands", "style", "which"}))


def _verdict_table(verdicts: Sequence[Mapping[str, Any]]) -> Table:
    """A line for each, folded: most of it is the same."""
    rows = [
        (
            verdict["name"],
            verdict.get("style", "python"),
            str(verdict["cards"]),
            f"{verdict['hands']:,}",
            f"{verdict['classes']:,}",
            f"{verdict['seconds']:.1f}",
        )
        for verdict in verdicts
    ]
    heads = ("evaluator", "style", "cards", "hands", "keys", "processor seconds")
    return Table(heads, rows, WORDS, "Each of them, with the seconds that its check took")


def _wrong(verdict: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading(verdict["name"], 3)
    scope = f"{verdict['scope'][0].upper()}{verdict['scope'][1:]}"
    witness = verdict["witness"]
    if not witness:
        status = verdict["status"].replace("_", " ")
        yield Text(f"{scope}: {status}. {visible(verdict['message'])}")
        return
    yield Text(
        f"{scope}: {_share(verdict)}. By the rules the first of these {witness['rules_say']} the "
        f"second; here it {witness['evaluator_says']} it."
    )
    rows = [
        (Code(side["hand"]), side["name"], Code(visible_repr(_as_given(side["key"]))))
        for side in (witness["first"], witness["second"])
    ]
    heads = ("hand", "what it is", "its key")
    yield Table(heads, rows, frozenset(heads))


def _share(verdict: Mapping[str, Any]) -> str:
    """How many showdowns are decided wrongly, and in which way."""
    counts = verdict["reversed"], verdict["false_ties"], verdict["false_wins"]
    if None in counts:
        return "how many showdowns are decided wrongly is unknown"
    wrong = sum(counts)
    share = f"1 in {verdict['showdowns'] / wrong:,.0f} showdowns is" if wrong else "no showdown is"
    reverse, ties, wins = (f"{count:,}" for count in counts)
    return f"{share} decided wrongly ({reverse} reversed, {ties} false ties, {wins} false wins)"


def _as_given(key: Any) -> Any:
    """A key from JSON, its arrays as tuples."""
    return tuple(map(_as_given, key)) if isinstance(key, list) else key


def _tables(
    results: Results, marks: Mapping[tuple[str, str], str], baseline: str
) -> Iterator[Block]:
    def name(timing: Timing) -> str:
        return timing.name + marks.get((timing.name, timing.style), "")

    several = [
        workload for workload in WORKLOADS.values() if workload.kind in ("hands", "showdowns")
    ]
    for workload in several:
        timings = results.of(workload.name)
        if not timings or workload.name in CATEGORY_NAMES or workload.hands:
            continue
        base = results.find(baseline, workload.name)
        yield Heading(f"{workload.about[0].upper()}{workload.about[1:]}", 3)
        rows = []
        for timing in timings:
            low, high = timing.interval
            row = [
                name(timing),
                timing.style,
                _digits(timing.median),
                f"{_digits(low)} to {_digits(high)}",
            ]
            if base:
                least, most = ratio_interval(timing, base)
                row += [f"{timing.median / base.median:.3f}", f"{least:.3f} to {most:.3f}"]
            rows.append(row)
        heads = ["evaluator", "style", "ns", spread_name(timings)]
        heads += [f"× {baseline}", f"its {spread_name(timings, of=2)}"] if base else []
        yield Table(heads, rows, WORDS)

    if cold := results.of("import"):
        yield Heading("Before the first hand", 3)
        parse = results.find("null", "parse")
        yield Text(
            "Each in a fresh process: the import, with tables that are made on it; the first hand "
            "of five and of seven cards, with tables that are made then; how long the evaluator's "
            "own module takes to make its tables once all that it imports is there; what the "
            "process's memory grew by until its first hands were evaluated, and the most that it "
            "ever was; and what the evaluator's own tables take of it. Encoding is of the five "
            "cards of a hand."
            + (f" Reading and checking a hand's text takes {nanoseconds(parse.median)}, the same "
               "for all." if parse else "")
        )  # fmt: skip
        rows = []
        for timing in cold:
            cells = []
            for what, (_, unit, digits) in BEFORE.items():
                found = results.find(timing.name, what, timing.style)
                cells.append(f"{found.median / unit:,.{digits}f}" if found else "-")
            rows.append([name(timing), timing.style, *cells])
        heads = ["evaluator", "style", *(head for head, _, _ in BEFORE.values())]
        yield Table(heads, rows, WORDS)


def _digits(nanoseconds: float) -> str:
    """With one decimal; of less than a tenth, the first digit."""
    return f"{nanoseconds:,.1f}" if nanoseconds > 0.095 else f"{nanoseconds:.1g}"


BEFORE = {
    "import": ("import, ms", 1e6, 2),
    "first-5": ("first of five, ms", 1e6, 2),
    "first-7": ("first of seven, ms", 1e6, 2),
    "tables": ("own tables, ms", 1e6, 2),
    "memory": ("memory, MB", 1e6, 2),
    "peak-memory": ("peak, MB", 1e6, 1),
    "tables-memory": ("own tables, MB", 1e6, 2),
    "encode": ("encode, ns", 1, 0),
}
"""What is measured before the first hand: its heading, its unit, and digits."""


def _not_timed(results: Results) -> Iterator[Block]:
    failed = [
        (
            *reversed(key.split("/", 1)),
            visible(f"{status['status']}: {status['message']}".rstrip(": ")),
        )
        for key, status in sorted(results.statuses.items())
        if status["status"] != "timed"
    ]
    yield Heading("What was not timed")
    if failed:
        yield Table(("evaluator", "style", "why"), failed, WORDS | {"why"})
    yield Text("Libraries that are left out, and why:")
    yield Table(("library", "why"), LEFT_OUT, frozenset({"library", "why"}))


def _compared(results: Results, beside: Results, baseline: str) -> Iterator[Block]:
    """This run and another one: ratios to one evaluator, which machines have in common."""
    pairs = [
        (timing, other, base, other_base)
        for timing in results.of("random-5")
        if (other := beside.find(timing.name, "random-5", timing.style))
        and (base := results.find(baseline, "random-5"))
        and (other_base := beside.find(baseline, "random-5"))
    ]
    if not pairs:
        return
    yield Heading("Beside the committed run")
    yield Text(
        f"This page is about a run on {results.machine}. The committed run is of "
        f"{beside.dates[-1]}, on {beside.machine}. Times of different machines do not compare, "
        "ratios roughly do: time per random hand of five cards, over that of "
        f"{baseline} in the same run."
    )
    rows = [
        (
            timing.name,
            timing.style,
            f"{timing.median / base.median:.2f}",
            f"{other.median / other_base.median:.2f}",
        )
        for timing, other, base, other_base in pairs
    ]
    yield Table(("evaluator", "style", f"× {baseline} here", "committed"), rows, WORDS)


def _again(document: Mapping[str, Any], results: Results) -> Iterator[Block]:
    yield Heading("Run it again")
    yield Commands(("make report",))
    yield Text(
        "That checks everything and times the most important, into reports/local. All workloads, "
        "in ten processes each, take about an hour:"
    )
    yield Commands(("make bench",))
    yield Text("Or one thing at a time:")
    yield Commands(
        (
            "allhands check",
            "allhands check --style numpy",
            "allhands check --published",
            "allhands bench cactus-kev --workload random-5",
            "allhands bench --against reports/",
            "allhands report --redraw",
            COMPARE,
        )
    )
    versions = [str(document["machine"].get("python", "")), *sorted(results.versions.values())]
    yield Text("Versions: " + ", ".join(filter(None, versions)) + ".", "quiet")
