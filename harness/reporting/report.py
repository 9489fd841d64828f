"""The report on one page: the verdicts, the timings, and the commands that repeat the run.

It is made from files alone: ``verdicts.json``, pyperf's files and the charts. The same document
becomes ``index.html``, which requests nothing from other hosts, and ``README.md``.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluators.cache import write_whole
from evaluators.errors import UserError
from evaluators.null import FLOORS
from harness.checking.verdict import share_in_words
from harness.hands.scopes import ALL_FIVE
from harness.processes.visible import visible, visible_repr
from harness.reporting import pages
from harness.reporting.charts import Chart
from harness.reporting.charts.style import nanoseconds
from harness.reporting.names import name_and_style, shown_name
from harness.reporting.pages import Block, Bold, Code, Commands, Heading, Picture, Table, Text
from harness.timing.results import Results, Timing, ratio_interval, spread_name
from harness.timing.workloads import CATEGORY_NAMES, WALKED, WORKLOADS

VERDICTS = "verdicts.json"
PAGE = "index.html"
README = "README.md"
TITLE = "allhands: the report"

LEFT_OUT = (
    ("deuces", "treys is the same evaluator, maintained"),
    ("PyPokerEngine", "its score depends on which cards are whose, so it does not order hands"),
    ("rlcard", "takes seven cards only, and returns winners instead of keys"),
    ("poker, holdem_calc", "they do not rank single hands"),
)
"""Libraries that are not timed, and the reasons."""

WORDS = frozenset({"evaluator", "style"})
"""The columns that are text in most tables."""

MILLION = 1_000_000

OPENS_WITH = "time-per-hand"
"""The first chart of the page."""

COMPARE = (
    "python -m pyperf compare_to "
    "reports/timing/python/cactus-kev.json.gz reports/timing/python/treys.json.gz"
)


class ReportError(UserError):
    """A file that the report needs is missing or invalid."""


def read_verdicts(folder: Path) -> dict[str, Any]:
    """The document that ``allhands check --json`` wrote; an empty one if there is none.

    Raises:
        ReportError: not a file of verdicts.
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
    """Labels, by name and style, for evaluators that are not shown to be equivalent.

    Every timed number of cards has to be checked. Evaluators that rank nothing need no label.
    """
    statuses: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for verdict in document["evaluators"]:
        key = verdict["name"], verdict.get("style", "python")
        statuses[key][verdict["cards"]] = verdict["status"].replace("_", " ")
    timed: dict[tuple[str, str], set[int]] = defaultdict(set)
    for timing in timings:
        if timing.name not in FLOORS:
            workload = WORKLOADS.get(timing.workload)
            timed[timing.name, timing.style] |= {workload.size} if workload else set()
    labels = {}
    for key, sizes in timed.items():
        checked = statuses[key]
        bad = {cards: status for cards, status in checked.items() if status != "equivalent"}
        where = f" at {min(bad)}" if bad and len(bad) < len(checked) else ""
        if bad or not checked:
            labels[key] = f" ({next(iter(bad.values()), 'not checked')}{where})"
        elif unchecked := sizes - {*checked}:
            labels[key] = f" (not checked at {min(unchecked)})"
    return labels


def write(
    folder: Path,
    results: Results,
    charts: Sequence[Chart],
    baseline: str,
    committed: Results | None = None,
) -> list[Path]:
    """Write the page and its Markdown from results, verdicts and charts.

    Args:
        folder: the folder of the verdicts, the charts and the page.
        results: the timings.
        charts: the charts that are in the folder.
        baseline: the evaluator whose times all ratios are over.
        committed: the committed run, for a comparison at the end of the page.

    Raises:
        ReportError: a missing file; the message names the command that makes it.
    """
    document = read_verdicts(folder)
    if not document["evaluators"]:
        raise ReportError(f"{folder / VERDICTS}: no verdict is there; run allhands report")
    try:
        blocks = list(_document(document, results, charts, baseline, committed))
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
    committed: Results | None,
) -> Iterator[Block]:
    verdicts = document["evaluators"]
    right = [verdict for verdict in verdicts if verdict["status"] == "equivalent"]
    wrong = [verdict for verdict in verdicts if verdict["status"] != "equivalent"]
    yield Text(
        "Poker-hand evaluators, run on every hand and timed. Checked on "
        f"{_machine(document['machine'])}.",
        "quiet",
    )
    yield _headline(right)
    yield from (Picture(chart) for chart in charts if chart.name == OPENS_WITH)
    marks = labels(document, results.timings)
    yield from _which_one(results, marks)
    yield Heading("What is proven")
    yield _groups(right)
    yield _verdict_table(right)
    if results.timings:
        yield Heading("What it costs")
        yield Text(_when(results))
    for chart in charts:
        if chart.name != OPENS_WITH:
            is_order = chart.name == "order"
            yield Heading("The order of hands") if is_order else Heading(chart.title, 3)
            yield Picture(chart)
    if wrong:
        yield Heading("What is wrong, and where")
        yield Text(
            "Each evaluator that is not equivalent, with the two hands that show a fault most "
            "plainly. The published versions are as their sources printed them, faults and all."
        )
        for verdict in wrong:
            yield from _wrong(verdict)
    if results.timings:
        yield Heading("The numbers")
        yield from _tables(results, marks, baseline)
    yield from _not_timed(results)
    if committed:
        yield from _beside_committed(results, committed, baseline)
    yield from _run_again(document, results)


def _machine(machine: Mapping[str, Any]) -> str:
    return ", ".join(
        {"cores": f"{value} cores", "allhands": f"allhands {value}"}.get(key, str(value))
        for key, value in machine.items()
    )


def _when(results: Results) -> str:
    first, last = results.dates
    days = first if first == last else f"{first} to {last}"
    counts = sorted({len(timing.processes) for timing in results.timings})
    processes = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return (
        f"Timed by pyperf on {results.machine}, {days}; the highest load average that a process "
        f"saw was {results.load:.1f}. Each number is the median over processes, {processes} of "
        "them, one in each round of the run. Processes differ from each other more than the "
        "values within one do, so intervals are over processes: of ten, from the second to the "
        "ninth, which contains the median with a probability of 97.9 %; of fewer, their range."
    )


def _headline(right: Sequence[Mapping[str, Any]]) -> Text:
    fives = [verdict for verdict in right if verdict["hands"] == len(ALL_FIVE)]
    if not fives:
        return Text("Nothing: no evaluator was right on all five-card hands.", "proven")
    if len({verdict["digest"] for verdict in fives}) > 1:
        return Text("Nothing: the evaluators do not agree.", "proven")
    hands, pairs = fives[0]["hands"], fives[0]["showdowns"]
    who = "1 evaluator puts" if len(fives) == 1 else f"{len(fives)} evaluators put"
    proven = Bold(f"{who} all {hands:,} five-card hands in one and the same order")
    showdowns = f", that of the rules: all {pairs:,} showdowns are decided correctly."
    digest = " Digest (SHA-256 over the place of every hand's key): "
    return Text((proven, showdowns + digest, Code(str(fives[0]["digest"]))), "proven")


def _which_one(results: Results, marks: Mapping[tuple[str, str], str]) -> Iterator[Block]:
    """A sentence each for one hand, many and all, from those shown to be equivalent."""

    def fastest(workload: str, style: str) -> Timing | None:
        timings = (
            timing
            for timing in results.of(workload, style)
            if timing.name not in FLOORS and (timing.name, timing.style) not in marks
        )
        return next(timings, None)

    sentences = []
    if one := fastest("random-5", "python"):
        who, time = shown_name(one.name), nanoseconds(one.median)
        sentences.append(f"For one hand of five cards, call {who}, which takes {time}.")
    ways = []
    for style, how in (("numpy", "with NumPy"), ("compiled", "in machine code")):
        if many := fastest("random-5", style):
            each, together = nanoseconds(many.median), nanoseconds(many.median * MILLION)
            start = [results.find(many.name, cost, style) for cost in ("import", "first-5")]
            seconds = nanoseconds(sum(cost.median for cost in start if cost))
            after = f", after a start of {seconds}" if style == "compiled" and all(start) else ""
            ways.append(f"{shown_name(many.name)} {how} ({each} a hand, {together} in all{after})")
    if ways:
        sentences.append(f"For a million, give an array of them to {' or to '.join(ways)}.")
    walks = [
        f"{shown_name(walk.name)} takes {nanoseconds(walk.median * count)} for the {count:,} hands "
        f"of {WORKLOADS[name].size} cards"
        for name in WALKED
        if (walk := fastest(name, "compiled"))
        for count in [WORKLOADS[name].how_many("compiled")]
    ]
    if walks:
        sentences.append(
            f"To count the classes of all hands, walk over them: {' and '.join(walks)}."
        )
    if sentences:
        yield Heading("Which one should I use?")
        yield Text(" ".join(sentences))


def _groups(verdicts: Sequence[Mapping[str, Any]]) -> Table:
    """A row for the evaluators that are equivalent on the same hands, in the same order."""
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for verdict in verdicts:
        key = verdict["scope"], verdict.get("style", "python"), str(verdict["digest"])
        groups[key].append(shown_name(verdict["name"]))
    rows = [
        (scope[0].upper() + scope[1:], style, str(len(names)), ", ".join(names))
        for (scope, style, _), names in groups.items()
    ]
    heads = ("hands", "style", "equivalent", "which")
    return Table(heads, rows, frozenset({"hands", "style", "which"}))


def _verdict_table(verdicts: Sequence[Mapping[str, Any]]) -> Table:
    """A row for each verdict, folded because most rows are alike."""
    rows = [
        (
            shown_name(verdict["name"]),
            verdict.get("style", "python"),
            str(verdict["cards"]),
            f"{verdict['hands']:,}",
            f"{verdict['classes']:,}",
            f"{verdict['seconds']:.1f}",
        )
        for verdict in verdicts
    ]
    heads = ("evaluator", "style", "cards", "hands", "keys", "processor seconds")
    return Table(heads, rows, WORDS, "Each evaluator, with the seconds that its check took")


def _wrong(verdict: Mapping[str, Any]) -> Iterator[Block]:
    yield Heading(name_and_style(verdict["name"], verdict.get("style", "python")), 3)
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
    """The share of showdowns that are decided wrongly, and their kinds."""
    counts = verdict["reversed"], verdict["false_ties"], verdict["false_wins"]
    if None in counts:
        return "how many showdowns are decided wrongly is unknown"
    share = share_in_words(sum(counts), verdict["showdowns"])
    kinds = "{:,} reversed, {:,} false ties, {:,} false wins".format(*counts)
    return f"{share} of all showdowns decided wrongly ({kinds})"


def _as_given(key: Any) -> Any:
    """A key from JSON, its arrays as tuples."""
    return tuple(map(_as_given, key)) if isinstance(key, list) else key


def _tables(
    results: Results, marks: Mapping[tuple[str, str], str], baseline: str
) -> Iterator[Block]:
    def name(timing: Timing) -> str:
        return shown_name(timing.name) + marks.get((timing.name, timing.style), "")

    for workload in WORKLOADS.values():
        timings = results.of(workload.name)
        is_walk = workload.kind == "walk"
        is_charted = workload.name in CATEGORY_NAMES or (workload.hands and not is_walk)
        if not timings or is_charted or workload.kind not in ("hands", "showdowns", "walk"):
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
            if is_walk:
                row.append(f"{timing.median * workload.how_many(timing.style) / 1e6:,.1f}")
            if base:
                least, most = ratio_interval(timing, base)
                row += [f"{timing.median / base.median:.3f}", f"{least:.3f} to {most:.3f}"]
            rows.append(row)
        heads = ["evaluator", "style", "ns", spread_name(timings)]
        heads += ["all of them, ms"] if is_walk else []
        heads += [f"× {baseline}", f"its {spread_name(timings, of=2)}"] if base else []
        yield Table(heads, rows, WORDS)

    if cold := results.of("import"):
        yield Heading("Before the first hand", 3)
        parse = results.find("null", "parse")
        yield Text(
            "Measured in fresh processes: the import, including tables made on import; the first "
            "hand of five and of seven cards, including tables made then; the execution of the "
            "evaluator's own module once its imports are loaded, which makes its tables; the "
            "growth of the process's memory until its first hands were evaluated, and its peak; "
            "and the memory of the evaluator's own tables. Encoding is for a hand of five cards."
            + (OF_MACHINE_CODE if any(timing.style == "compiled" for timing in cold) else "")
            + (f" Reading and checking a hand's text takes {nanoseconds(parse.median)}, the same "
               "for all." if parse else "")
        )  # fmt: skip
        columns = {cost: column for cost, column in BEFORE.items() if results.of(cost)}
        rows = []
        for timing in cold:
            cells = []
            for cost_name, (_, unit, digits) in columns.items():
                cost = results.find(timing.name, cost_name, timing.style)
                cells.append(f"{cost.median / unit:,.{digits}f}" if cost else "-")
            rows.append([name(timing), timing.style, *cells])
        heads = ["evaluator", "style", *(head for head, _, _ in columns.values())]
        yield Table(heads, rows, WORDS)


def _digits(nanoseconds: float) -> str:
    """The number with one decimal, or with one digit if it is less than a tenth."""
    return f"{nanoseconds:,.1f}" if nanoseconds > 0.095 else f"{nanoseconds:.1g}"


BEFORE = {
    "import": ("import, ms", 1e6, 2),
    "first-5": ("first of five, ms", 1e6, 2),
    "first-7": ("first of seven, ms", 1e6, 2),
    "cold-start": ("cold start, ms", 1e6, 2),
    "tables": ("own tables, ms", 1e6, 2),
    "memory": ("memory, MB", 1e6, 2),
    "peak-memory": ("peak, MB", 1e6, 1),
    "tables-memory": ("own tables, MB", 1e6, 2),
    "encode": ("encode, ns", 1, 0),
}
"""The costs before the first hand, each with its heading, unit and decimals."""

OF_MACHINE_CODE = (
    " In the style compiled, the import includes that of Numba, and the first hands load code that "
    "was compiled before: this is a warm start. The cold start is the import and the first hand of "
    "five cards with an empty cache folder: code is compiled and kept tables are made anew. The "
    "own tables of machine code are all arrays that it reads, and count as at least 4 kB."
)


def _not_timed(results: Results) -> Iterator[Block]:
    failed = [
        (
            shown_name(name),
            style,
            visible(f"{status['status']}: {status['message']}".rstrip(": ")),
        )
        for key, status in sorted(results.statuses.items())
        for style, name in [key.split("/", 1)]
        if status["status"] != "timed"
    ]
    yield Heading("What was not timed")
    if failed:
        yield Table(("evaluator", "style", "why"), failed, WORDS | {"why"})
    yield Text("Libraries that are left out, and the reasons:")
    yield Table(("library", "why"), LEFT_OUT, frozenset({"library", "why"}))


def _beside_committed(results: Results, committed: Results, baseline: str) -> Iterator[Block]:
    """The ratios to the baseline in this run and in the committed one."""
    base, base_there = (run.find(baseline, "random-5") for run in (results, committed))
    rows = [
        (
            shown_name(timing.name),
            timing.style,
            f"{timing.median / base.median:.2f}",
            f"{there.median / base_there.median:.2f}",
        )
        for timing in results.of("random-5")
        if base and base_there
        if (there := committed.find(timing.name, "random-5", timing.style))
    ]
    if not rows:
        return
    yield Heading("Beside the committed run")
    yield Text(
        f"This page is about a run on {results.machine}. The committed run is of "
        f"{committed.dates[-1]}, on {committed.machine}. Times on different machines cannot be "
        "compared, but ratios can, roughly. This is the time per random hand of five cards over "
        f"that of {baseline} in the same run."
    )
    yield Table(("evaluator", "style", f"× {baseline} here", "committed"), rows, WORDS)


def _run_again(document: Mapping[str, Any], results: Results) -> Iterator[Block]:
    yield Heading("Run it again")
    yield Commands(("make report",))
    yield Text(
        "This checks every evaluator, times the main workloads, and writes to reports/local. All "
        "workloads, in ten processes each, take about an hour:"
    )
    yield Commands(("make bench",))
    yield Text("Or one step at a time:")
    yield Commands(
        (
            "allhands check",
            "allhands check --style numpy",
            "allhands check --style compiled",
            "allhands check published",
            "allhands bench cactus-kev --workload random-5",
            "allhands report --redraw",
            COMPARE,
        )
    )
    versions = [str(document["machine"].get("python", "")), *sorted(results.versions.values())]
    yield Text("Versions: " + ", ".join(filter(None, versions)) + ".", "quiet")
