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

from evaluators.cache import write_whole
from evaluators.errors import UserError
from evaluators.null import NULL_NAMES
from evaluators.rules import OMAHA, STANDARD
from harness.adapters.styles import STYLES
from harness.checking.verdict import share_in_words
from harness.faults.witness import disagreement
from harness.hands.scopes import ALL_FIVE
from harness.processes.visible import visible_repr
from harness.processes.workers import ROOT
from harness.reporting import charts, pages
from harness.reporting.charts import Chart
from harness.reporting.names import Labels, name_and_style, shown_name
from harness.reporting.sources import commit_of
from harness.reporting.timing_tables import cells
from harness.timing.counting import Count
from harness.timing.results import BASELINE, Results, Timing, read, spread_name
from harness.timing.units import nanoseconds, number, ratio
from harness.timing.workloads import CATEGORY_NAMES, POOL, POOL_OF_ARRAYS, REPEATED, WORKLOADS

VERDICTS = "verdicts.json"
RUN = "run.json"
"""Facts about a committed run as a whole: its commit, among others."""
TITLE = "allhands: the report"
NO_RESULTS = Results()
TIMED_GAMES = STANDARD.name, OMAHA.name
IN_FORMS = {
    "random-7": "the kernel alone",
    "array-7": "an array of int64",
    "lists-7": "lists of card numbers",
    "texts-7": "texts",
}
"""Workloads of hands of seven cards that show what `rank_many` takes, each in words."""


class ReportError(UserError):
    """A file that the report needs is missing or invalid."""


def read_verdicts(folder: Path) -> dict[str, Any]:
    """The document that ``allhands check --json`` wrote; an empty one if there is none.

    Verdicts by the rules of games that are not timed are left out.

    Raises:
        ReportError: not a file of verdicts.
    """
    file = folder / VERDICTS
    if not file.exists():
        return {"machine": {}, "evaluators": []}
    try:
        document = json.loads(file.read_text())
        rows = document["evaluators"]
        timed = [row for row in rows if row.get("rules", STANDARD.name) in TIMED_GAMES]
        for verdict in timed:
            verdict["name"], verdict["style"], verdict["status"], verdict["cards"]
        return {"machine": dict(document["machine"]), "evaluators": timed}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReportError(f"{file}: not a file of verdicts ({error!r})") from None


def read_run(folder: Path) -> dict[str, Any]:
    """Read the facts about the committed run: its parts, each with its commit and its machine."""
    file = folder / RUN
    run: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {"parts": {}} | run


def labels(verdicts: Iterable[Mapping[str, Any]], timings: Iterable[Timing | Count]) -> Labels:
    """Labels, by name and style, for evaluators that are not shown to be equivalent.

    Every timed number of cards has to be checked. Evaluators that rank nothing need no label.
    """
    statuses: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for verdict in verdicts:
        status = verdict["status"].replace("_", " ")
        statuses[verdict["name"], verdict["style"]][verdict["cards"]] = status
    sizes: dict[tuple[str, str], set[int]] = defaultdict(set)
    for timing in timings:
        if timing.name not in NULL_NAMES:
            on_hands = {timing.workload} & WORKLOADS.keys()
            sizes[timing.name, timing.style] |= {WORKLOADS[name].size for name in on_hands}
    labels = {}
    for key, timed in sizes.items():
        checked = statuses[key]
        bad = [size for size in sorted(checked) if checked[size] != "equivalent"]
        if bad:
            alike = [str(size) for size in bad if checked[size] == checked[bad[0]]]
            where = f" at {' and '.join(alike)}" if len(bad) < len(checked) else ""
            labels[key] = checked[bad[0]] + where
        elif not checked:
            labels[key] = "not checked"
        elif unchecked := timed - {*checked}:
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
    committed = committed_folder()
    is_another = committed and committed.resolve() != folder.resolve()
    other = read(committed / "timing") if committed and is_another else NO_RESULTS
    return write(folder, results, drawn, other) + files


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
        ReportError: no verdict is there; the message names the command that makes some.
    """
    document = read_verdicts(folder)
    verdicts = document["evaluators"]
    if not verdicts:
        raise ReportError(f"{folder / VERDICTS}: it has no verdict; run allhands report")
    marks = labels(verdicts, results.timings)
    text = pages.TEMPLATES.get_template("report.md").render(
        title=TITLE,
        machine=document["machine"],
        parts=read_run(folder)["parts"],
        fives=_right_on_all(verdicts),
        matrix=_matrix(verdicts),
        verdicts=verdicts,
        results=results,
        labels=marks,
        fastest=partial(_fastest, results, marks),
        tables=[*_tables(results, committed)],
        shares=_shares_before(results),
        forms=IN_FORMS,
        fresh=_fresh(results),
        pools=(POOL, POOL_OF_ARRAYS),
        has_text=any(results.over_baseline(row) for row in results.timings if row.from_text),
        committed=committed,
        charts=drawn,
        baseline=BASELINE,
        null_names=NULL_NAMES,
        styles=STYLES,
        workloads=WORKLOADS,
        **{word.__name__: word for word in WORDS},
    )
    page, markdown = folder / "index.html", folder / "README.md"
    write_whole(page, pages.html(text, TITLE, folder))
    write_whole(markdown, text)
    return [page, markdown]


def _right_on_all(verdicts: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The verdicts of evaluators that are right on all five-card hands, if they agree."""
    right = [verdict for verdict in verdicts if verdict["status"] == "equivalent"]
    fives = [verdict for verdict in right if verdict["hands"] == len(ALL_FIVE)]
    return fives if len({verdict["digest"] for verdict in fives}) == 1 else []


def is_sample(verdict: Mapping[str, Any]) -> bool:
    """Test whether some hands of this size were left out."""
    return "drawn with seed" in verdict["scope"]


def _matrix(verdicts: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, str]]:
    """The statuses of each evaluator in each style that any of them has, with their sizes."""
    statuses: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for verdict in verdicts:
        status = verdict["status"].replace("_", " ").replace("not equivalent", "✗")
        if status == "equivalent":
            status = "S" if is_sample(verdict) else "✓"
        by_size = statuses[verdict["name"], verdict["style"]]
        if status != "S" or by_size.get(verdict["cards"]) != "✓":
            by_size[verdict["cards"]] = status
    styles = [style for style in STYLES if any(style == of for _, of in statuses)]
    return {
        name: {style: _by_status(statuses.get((name, style), {})) for style in styles}
        for name, _ in statuses
    }


def _by_status(statuses: Mapping[int, str]) -> str:
    """Sizes by their status.

    >>> _by_status({5: "✓", 6: "S", 7: "S"})
    '✓ 5, S 6 7'
    """
    sizes: dict[str, list[str]] = defaultdict(list)
    for size, status in statuses.items():
        sizes[status].append(str(size))
    return ", ".join(f"{status} {' '.join(sizes[status])}" for status in sizes)


def _fastest(results: Results, marks: Labels, workload: str, style: str) -> Timing | None:
    """The fastest of the evaluators that are shown to be equivalent."""
    timings = results.of(workload, style)
    right = (timing for timing in timings if (timing.name, timing.style) not in marks)
    return next((timing for timing in right if timing.name not in NULL_NAMES), None)


def key_as_given(key: Any) -> Any:
    """A key from JSON, its arrays as tuples."""
    return tuple(map(key_as_given, key)) if isinstance(key, list) else key


def _tables(results: Results, committed: Results) -> Iterator[dict[str, Any]]:
    """The workloads that have no chart, each with its timings and their ratios to the baseline.

    Times on different machines cannot be compared, but ratios can, roughly: so those of the
    committed run are shown next to those of this one.
    """
    for workload in WORKLOADS.values():
        timings, is_walk = results.of(workload.name), workload.kind == "walk"
        is_charted = workload.name in CATEGORY_NAMES or (workload.hands and not is_walk)
        if timings and not is_charted and workload.kind in ("hands", "showdowns", "walk"):
            here = [results.over_baseline(row) for row in timings]
            earlier = (committed.find(row.name, workload.name, row.style) for row in timings)
            there = [committed.over_baseline(row) if row else None for row in earlier]
            yield {
                "workload": workload,
                "timings": timings,
                "here": here if any(here) else [],
                "there": there if any(here) and any(there) else [],
            }


def _fresh(results: Results) -> list[tuple[Timing, Timing, Timing]]:
    """Timings of seven cards on hands that do not repeat, and on some that do; and their ratios."""
    found = [
        (fresh, repeated, ratio)
        for fresh in results.of("random-7")
        if (repeated := results.find(fresh.name, REPEATED[fresh.workload], fresh.style))
        and (ratio := fresh.over(repeated))
    ]
    return sorted(found, key=lambda row: -row[2].median)


def _shares_before(results: Results) -> list[float]:
    """The shares of reading and encoding in the time of a hand, for each evaluator, in order."""
    if not (parse := results.find("null", "parse")):
        return []
    before = {row.name: parse.median + row.median for row in results.of("encode", "python")}
    return sorted(
        before[row.name] / (before[row.name] + row.median)
        for row in results.of("random-5", "python")
        if row.name in before and row.name not in NULL_NAMES
    )


WORDS = (
    *(cells, commit_of, disagreement, is_sample, key_as_given, name_and_style, nanoseconds),
    *(number, pages.code, ratio, share_in_words, shown_name, spread_name, visible_repr),
)
"""The functions that the template calls."""
