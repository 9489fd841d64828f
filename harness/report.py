"""Everything on one page: what is proven, what it costs, and how to run it again.

Made from files alone: ``verdicts.json``, pyperf's files and the charts. The page asks for
nothing outside itself, and what evaluators say is escaped.
"""

import base64
import json
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from harness.charts import THEMES, describe
from harness.files import write_whole
from harness.hands import ALL_FIVE
from harness.timing import Timing, read

VERDICTS = "verdicts.json"
PAGE = "index.html"

_TEMPLATE = Path(__file__).with_name("report.html")


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


def labels(document: Mapping[str, Any], names: Iterable[str]) -> dict[str, str]:
    """What a chart has to say of evaluators beside their names: those not shown to be right."""
    statuses: dict[str, set[str]] = {name: {"not checked"} for name in names if name != "null"}
    for verdict in document["evaluators"]:
        statuses.pop(verdict["name"], None)
    for verdict in document["evaluators"]:
        statuses.setdefault(verdict["name"], set()).add(verdict["status"])
    return {
        name: f" ({', '.join(sorted(found)).replace('_', ' ')})"
        for name, found in statuses.items()
        if found != {"equivalent"}
    }


def write(folder: Path) -> Path:
    """Write the page from the files in a folder.

    Raises:
        ReportError: a file is missing; says which command makes it.
    """
    document = read_verdicts(folder)
    if not document["evaluators"]:
        raise ReportError(f"{folder / VERDICTS}: no verdict is there; run allhands report")
    try:
        return _write(folder, document)
    except KeyError as error:
        raise ReportError(f"{folder / VERDICTS}: a verdict has no {error}") from None


def _write(folder: Path, document: Mapping[str, Any]) -> Path:
    timings = read(folder / "timing")
    right = [verdict for verdict in document["evaluators"] if verdict["status"] == "equivalent"]
    wrong = [verdict for verdict in document["evaluators"] if verdict["status"] != "equivalent"]
    page = Template(_TEMPLATE.read_text()).substitute(
        headline=_headline(right),
        machine=escape(_machine(document["machine"])),
        verdicts=_verdict_table(right),
        wrong="".join(map(_wrong, wrong)),
        light=_data_uri(folder / f"time-per-hand-{THEMES[0].name}.svg"),
        dark=_data_uri(folder / f"time-per-hand-{THEMES[1].name}.svg"),
        chart=escape(describe(timings)),
        timings=_timing_table(timings),
    )
    file = folder / PAGE
    write_whole(file, page)
    return file


def _machine(machine: Mapping[str, Any]) -> str:
    return ", ".join(
        {"cores": f"{value} cores", "allhands": f"allhands {value}"}.get(key, str(value))
        for key, value in machine.items()
    )


def _headline(right: Sequence[Mapping[str, Any]]) -> str:
    fives = [verdict for verdict in right if verdict["hands"] == len(ALL_FIVE)]
    if not fives:
        return "<p>Nothing: no evaluator was right on all five-card hands.</p>"
    if len({verdict["digest"] for verdict in fives}) > 1:
        return "<p>Nothing: the evaluators do not agree.</p>"
    hands, pairs = fives[0]["hands"], fives[0]["showdowns"]
    who = "1 evaluator puts" if len(fives) == 1 else f"{len(fives)} evaluators put"
    return (
        f"<p><strong>{who} all {hands:,} five-card hands in one and the "
        f"same order</strong>, the rules': all {pairs:,} showdowns are decided rightly.</p>"
        f"<p>Class digest (SHA-256 over the class number of every hand):<br>"
        f"<code>{escape(str(fives[0]['digest']))}</code></p>"
    )


def _verdict_table(verdicts: Sequence[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td>{escape(verdict['name'])}<td class=n>{verdict['cards']}"
        f"<td class=n>{verdict['hands']:,}<td class=n>{verdict['classes']:,}"
        f"<td class=n>{verdict['seconds']:.1f}"
        for verdict in verdicts
    )
    return _table(("evaluator", "cards", "hands", "keys", "seconds"), rows)


def _wrong(verdict: Mapping[str, Any]) -> str:
    name = escape(verdict["name"])
    scope = escape(verdict["scope"])
    head = f"<h3>{name}</h3><p>{scope[0].upper()}{scope[1:]}: "
    witness = verdict["witness"]
    if not witness:
        return f"{head}{escape(verdict['status'])}. {escape(verdict['message'])}</p>"
    wrong = verdict["reversed"] + verdict["false_ties"] + verdict["false_wins"]
    share = f"1 in {verdict['showdowns'] / wrong:,.0f} showdowns is" if wrong else "no showdown is"
    rows = "".join(
        f"<tr><td><code>{escape(side['hand'])}</code><td>{escape(side['name'])}"
        f"<td><code>{escape(repr(_as_given(side['key'])))}</code>"
        for side in (witness["first"], witness["second"])
    )
    return (
        f"{head}{share} decided wrongly ({verdict['reversed']:,} reversed, "
        f"{verdict['false_ties']:,} false ties, {verdict['false_wins']:,} false wins). "
        f"By the rules the first of these {escape(witness['rules_say'])} the second; "
        f"here it {escape(witness['evaluator_says'])} it.</p>"
        + _table(("hand", "what it is", "its key"), rows)
    )


def _as_given(key: Any) -> Any:
    """A key from JSON, its arrays as tuples."""
    return tuple(map(_as_given, key)) if isinstance(key, list) else key


def _timing_table(timings: Sequence[Timing]) -> str:
    treys = next((timing.median for timing in timings if timing.name == "treys"), None)
    rows = "".join(
        f"<tr><td>{escape(timing.name)}<td class=n>{timing.median:,.0f}"
        f"<td class=n>{timing.interval[0]:,.0f} to {timing.interval[1]:,.0f}"
        f"<td class=n>{len(timing.processes)}"
        + (f"<td class=n>{timing.median / treys:.2f}" if treys else "<td class=n>-")
        for timing in timings
    )
    return _table(("evaluator", "ns per hand", "95 % interval", "processes", "× treys"), rows)


def _table(heads: Sequence[str], rows: str) -> str:
    words = {"evaluator", "hand", "what it is", "its key"}
    head = "".join(f"<th{'' if name in words else ' class=n'}>{name}" for name in heads)
    return f"<div class=scroll><table><thead><tr>{head}<tbody>{rows}</table></div>"


def _data_uri(file: Path) -> str:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise ReportError(f"{file}: no chart is there; run allhands chart") from None
    return f"data:image/svg+xml;base64,{base64.b64encode(data).decode()}"
