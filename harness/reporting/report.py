"""The report on one page: the verdicts, the timings, and the commands that repeat the run.

It is made from files alone: ``verdicts.json``, pyperf's files and the charts. The template
``report.md`` becomes ``README.md``, and that becomes ``index.html``, which requests nothing from
other hosts.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from evaluators.cache import write_whole
from evaluators.errors import UserError
from evaluators.null import NULL_NAMES
from evaluators.rules import STANDARD
from harness.adapters.styles import STYLES
from harness.checking.verdict import share_in_words
from harness.hands.scopes import ALL_FIVE
from harness.processes.visible import visible_repr
from harness.processes.workers import ROOT
from harness.reporting import charts, pages
from harness.reporting.charts import Chart
from harness.reporting.charts.style import nanoseconds
from harness.reporting.names import BASELINE, Labels, name_and_style, shown_name
from harness.reporting.sources import commit_of
from harness.reporting.timing_tables import cells, not_timed, number, over_baseline
from harness.timing.results import Results, Timing, read, spread_name
from harness.timing.workloads import CATEGORY_NAMES, WORKLOADS

VERDICTS = "verdicts.json"
RUN = "run.json"
"""Facts about a committed run as a whole: its commit, among others."""
PAGE = "index.html"
README = "README.md"
TITLE = "allhands: the report"
NO_RESULTS = Results()

FIRST = ("time-per-hand", "one-idea-three-ways")
"""The charts that are not folded."""


class ReportError(UserError):
    """A file that the report needs is missing or invalid."""


def read_verdicts(folder: Path) -> dict[str, Any]:
    """The document that ``allhands check --json`` wrote; an empty one if there is none.

    Verdicts by the rules of another game are left out: only the standard game is timed.

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
            verdict.setdefault("style", "python")
        document["evaluators"] = [
            verdict
            for verdict in document["evaluators"]
            if verdict.get("rules", STANDARD.name) == STANDARD.name
        ]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReportError(f"{file}: not a file of verdicts ({type(error).__name__})") from None
    return document


def read_run(folder: Path) -> dict[str, Any]:
    """Read the facts about the committed run: its parts, each with its commit and its machine."""
    file = folder / RUN
    run: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {"parts": {}} | run


def labels(verdicts: Iterable[Mapping[str, Any]], timings: Iterable[Timing]) -> Labels:
    """Labels, by name and style, for evaluators that are not shown to be equivalent.

    Every timed number of cards has to be checked. Evaluators that rank nothing need no label.
    """
    statuses: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for verdict in verdicts:
        status = verdict["status"].replace("_", " ")
        statuses[verdict["name"], verdict["style"]][verdict["cards"]] = status
    timed: dict[tuple[str, str], set[int]] = defaultdict(set)
    for timing in timings:
        if timing.name not in NULL_NAMES:
            workload = WORKLOADS.get(timing.workload)
            timed[timing.name, timing.style] |= {workload.size} if workload else set()
    labels = {}
    for key, sizes in timed.items():
        checked = statuses[key]
        bad = {cards: status for cards, status in checked.items() if status != "equivalent"}
        first = bad[min(bad)] if bad else "not checked"
        sizes_of = " and ".join(str(cards) for cards in sorted(bad) if bad[cards] == first)
        where = f" at {sizes_of}" if bad and len(bad) < len(checked) else ""
        if bad or not checked:
            labels[key] = first + where
        elif unchecked := sizes - {*checked}:
            labels[key] = f"not checked at {min(unchecked)}"
    return labels


def committed_folder() -> Path | None:
    """The folder of the committed run, if this code runs in a checkout of the project.

    A folder of that name elsewhere, such as the current folder, is not ours.
    """
    folder = ROOT / "reports"
    return folder if folder.is_dir() and (ROOT / "pyproject.toml").is_file() else None


def draw(folder: Path, is_timed: bool = True) -> list[Path]:
    """Draw the charts of a run and write its page: the written files, the page first.

    Raises:
        ReportError: nothing was timed or checked, or a file is missing.
    """
    results = read(folder / "timing") if is_timed else NO_RESULTS
    if is_timed and not results.timings:
        raise ReportError(f"{folder / 'timing'}: no timing is there; run allhands report first")
    marks = labels(read_verdicts(folder)["evaluators"], results.timings)
    drawn = charts.charts_of(results, marks) if is_timed else []
    files = charts.draw_all(drawn, folder)
    return write(folder, results, drawn, _committed_beside(folder)) + files


def _committed_beside(folder: Path) -> Results:
    """The committed run, to be shown beside the run in another folder; else no results."""
    committed = committed_folder()
    if committed and folder.resolve() != committed.resolve():
        return read(committed / "timing")
    return NO_RESULTS


def write(
    folder: Path, results: Results, drawn: Sequence[Chart], committed: Results = NO_RESULTS
) -> list[Path]:
    """Write the page and its Markdown from results, verdicts and charts.

    Args:
        folder: the folder of the verdicts, the charts and the page.
        results: the timings; there are none while they are measured.
        drawn: the charts that are in the folder.
        committed: the committed run, if any, whose ratios stand beside those of this one.

    Raises:
        ReportError: a missing file; the message names the command that makes it.
    """
    document = read_verdicts(folder)
    verdicts = document["evaluators"]
    if not verdicts:
        raise ReportError(f"{folder / VERDICTS}: it has no verdict; run allhands report")
    marks = labels(verdicts, results.timings)
    try:
        text = pages.TEMPLATES.get_template("report.md").render(
            title=TITLE,
            machine=_machine(document["machine"]),
            parts=read_run(folder)["parts"],
            commit_of=commit_of,
            proven=_proven(verdicts),
            matrix=_matrix(verdicts),
            fastest=partial(_fastest, results, marks),
            charts=drawn,
            first=FIRST,
            results=results,
            processes=_range(sorted({len(timing.processes) for timing in results.timings})),
            wide=[timing.is_wide for timing in results.timings if timing.workload in WORKLOADS],
            wrong=[_wrong(verdict) for verdict in verdicts if verdict["status"] != "equivalent"],
            tables=[*_tables(results, marks, committed)],
            before=_before(results, marks),
            failed=[(shown_name(name), style, why) for name, style, why in not_timed(results)],
            baseline=BASELINE,
            has_text=any(over_baseline(results, row) for row in results.timings if row.from_text),
            committed=committed,
            python=document["machine"].get("python", ""),
        )
        page = pages.html(text, TITLE, folder)
    except KeyError as error:
        raise ReportError(f"{folder / VERDICTS}: a verdict has no {error}") from None
    except FileNotFoundError as error:
        how = "run allhands report --redraw"
        raise ReportError(f"{error.filename}: the chart is missing; {how}") from None
    write_whole(folder / PAGE, page)
    write_whole(folder / README, text)
    return [folder / PAGE, folder / README]


def _machine(machine: Mapping[str, Any]) -> str:
    return ", ".join(
        {"cores": f"{value} cores", "allhands": f"allhands {value}"}.get(key, str(value))
        for key, value in machine.items()
    )


def _proven(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The evaluators that are right on all five-card hands, if they agree."""
    right = [verdict for verdict in verdicts if verdict["status"] == "equivalent"]
    fives = [verdict for verdict in right if verdict["hands"] == len(ALL_FIVE)]
    if len({verdict["digest"] for verdict in fives}) != 1:
        return None
    names = len({verdict["name"] for verdict in fives})
    by_style = f", {len(fives)} counted by style," if len(fives) > names else ""
    return {
        "who": "1 evaluator puts" if names == 1 else f"{names} evaluators{by_style} put",
        "hands": f"{len(ALL_FIVE):,}",
        "showdowns": f"{fives[0]['showdowns']:,}",
        "digest": pages.code(str(fives[0]["digest"])),
    }


def _is_sample(verdict: Mapping[str, Any]) -> bool:
    """Test whether some hands of this size were left out."""
    return "drawn with seed" in verdict["scope"]


def _matrix(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A row for each evaluator, a column for each style: the statuses and their sizes."""
    statuses: dict[str, dict[str, dict[str, list[str]]]] = {}
    for verdict in verdicts:
        status = verdict["status"].replace("_", " ").replace("not equivalent", "✗")
        if status == "equivalent":
            status = "S" if _is_sample(verdict) else "✓"
        by_style = statuses.setdefault(shown_name(verdict["name"]), defaultdict(dict))
        by_style[verdict["style"]].setdefault(status, []).append(str(verdict["cards"]))
    for by_size in (sizes for by_style in statuses.values() for sizes in by_style.values()):
        whole, sampled = by_size.get("✓", []), by_size.pop("S", [])
        if left := [size for size in sampled if size not in whole]:
            by_size["S"] = left
    styles = [style for style in STYLES if any(style in row for row in statuses.values())]
    heads = ("evaluator", *(STYLES[style].how for style in styles))
    rows = [
        (name, *(", ".join(f"{status} {' '.join(sizes)}" for status, sizes in row[style].items())
                 for style in styles))
        for name, row in statuses.items()
    ]  # fmt: skip
    return {"heads": heads, "rows": rows}


def _fastest(results: Results, marks: Labels, workload: str, style: str) -> dict[str, str] | None:
    """The fastest evaluator of those shown to be equivalent, and its costs."""
    for timing in results.of(workload, style):
        if timing.name not in NULL_NAMES and (timing.name, timing.style) not in marks:
            start = [results.find(timing.name, cost, style) for cost in ("import", "first-5")]
            count = WORKLOADS[workload].how_many(style)
            encode = results.find(timing.name, "encode", style)
            return {
                "name": shown_name(timing.name),
                "time": nanoseconds(timing.median),
                "encode": nanoseconds(encode.median) if encode else "",
                "million": nanoseconds(timing.median * 1e6),
                "all": nanoseconds(timing.median * count),
                "start": nanoseconds(sum(cost.median for cost in start if cost))
                if all(start) else "",
            }  # fmt: skip
    return None


def _wrong(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """An evaluator that is not equivalent, and the two hands of its witness, if there are any."""
    witness = verdict["witness"] or {}
    sides = [
        (pages.code(side["hand"]), side["name"], pages.code(visible_repr(_as_given(side["key"]))))
        for side in (witness.get("first"), witness.get("second"))
        if side
    ]
    title = f"{name_and_style(verdict['name'], verdict['style'])}, {verdict['cards']} cards"
    status = verdict["status"].replace("_", " ")
    share = _share(verdict) if witness else ""
    return {**verdict, **witness, "title": title, "sides": sides, "share": share, "status": status}


def _share(verdict: Mapping[str, Any]) -> str:
    """The share of showdowns that are decided wrongly, and their kinds."""
    counts = verdict["reversed"], verdict["false_ties"], verdict["false_wins"]
    if None in counts:
        return "how many showdowns are decided wrongly is unknown"
    share = share_in_words(sum(counts), verdict["showdowns"])
    kinds = "{:,} reversed, {:,} false ties, {:,} false wins".format(*counts)
    where = "this sample's" if _is_sample(verdict) else "all"
    return f"{share} of {where} showdowns decided wrongly ({kinds})"


def _as_given(key: Any) -> Any:
    """A key from JSON, its arrays as tuples."""
    return tuple(map(_as_given, key)) if isinstance(key, list) else key


def _tables(results: Results, marks: Labels, committed: Results) -> Iterator[dict[str, Any]]:
    """A table for each workload that has no chart of its own.

    Times on different machines cannot be compared, but ratios can, roughly: so those of the
    committed run are shown next to those of this one.
    """
    for workload in WORKLOADS.values():
        timings = results.of(workload.name)
        is_walk = workload.kind == "walk"
        is_charted = workload.name in CATEGORY_NAMES or (workload.hands and not is_walk)
        if not timings or is_charted or workload.kind not in ("hands", "showdowns", "walk"):
            continue
        evaluators, medians, intervals = zip(*(cells(timing, marks) for timing in timings))
        marked = tuple(Markup(text.replace("*", "`*`")) for text in intervals)
        columns = {"evaluator": evaluators, "ns": medians, spread_name(timings): marked}
        if is_walk:
            all_hands = (row.median * workload.how_many(row.style) / 1e6 for row in timings)
            columns["all of them, ms"] = tuple(f"{time:,.1f}" for time in all_hands)
        here = [over_baseline(results, row) for row in timings]
        if any(here):
            head = f"× {BASELINE} ({spread_name(filter(None, here))})"
            spread = "{:.3f} ({:.3f} to {:.3f})".format
            columns[head] = tuple(spread(row.median, *row.interval) if row else "-" for row in here)
        earlier = (committed.find(row.name, workload.name, row.style) for row in timings)
        there = [over_baseline(committed, row) if row else None for row in earlier]
        if any(here) and any(there):
            columns["committed"] = tuple(f"{row.median:.3f}" if row else "-" for row in there)
        title = f"{workload.about[0].upper()}{workload.about[1:]}"
        yield {"title": title, "heads": [*columns], "rows": [*zip(*columns.values())]}


BEFORE = {"import": "import, ms", "first-5": "first of five, ms", "memory": "memory, MB",
          "encode": "encode, ns"}  # fmt: skip
"""The costs before the first hand, each with its heading."""


def _before(results: Results, marks: Labels) -> dict[str, Any] | None:
    """The costs before the first hand, and the costs of reading and encoding a hand."""
    if not (cold := results.of("import")):
        return None
    heads = {cost: head for cost, head in BEFORE.items() if results.of(cost)}
    rows = []
    for timing in cold:
        evaluator, *_ = cells(timing, marks)
        costs = [results.find(timing.name, name, timing.style) for name in heads]
        numbers = (number(cost.median, cost.workload) if cost else "-" for cost in costs)
        rows.append([evaluator, *numbers])
    parse = results.find("null", "parse")
    encoded = {timing.name: timing.median for timing in results.of("encode", "python")
               if timing.name not in NULL_NAMES}  # fmt: skip
    once = [
        (parse.median + encoded[timing.name], timing.median)
        for timing in results.of("random-5", "python")
        if parse and timing.name in encoded
    ]
    shares = [before / (before + after) for before, after in once]
    return {
        "heads": ["evaluator", *heads.values()],
        "rows": rows,
        "has_compiled": any(timing.style == "compiled" for timing in cold),
        "reading": nanoseconds(parse.median) if parse and once else "",
        "encoding": _range([*map(nanoseconds, sorted(encoded.values()))]),
        "share": _range([f"{share:.0%}" for share in sorted(shares)]),
    }


def _range(in_order: Sequence[object]) -> str:
    """The first and the last of some numbers.

    >>> _range(["12%", "50%", "90%"]), _range([1])
    ('12% to 90%', '1')
    """
    return " to ".join(dict.fromkeys(map(str, (*in_order[:1], *in_order[-1:]))))
