"""The report: made from files alone, in the order of a reader's questions.

The committed report, which its files make again, shows what each part of it says. Here is what that
run has no example of.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.hands.scopes import ALL_FIVE, Sample, Scope
from harness.processes.visible import visible
from harness.reporting import report
from harness.reporting.charts import THEMES, Chart, charts_of, draw_all
from harness.reporting.report import ReportError, labels, read_verdicts
from harness.reporting.sources import hashes
from harness.timing.results import Results, Timing, read
from tests.harness.reporting.test_terminal import wrong
from tests.harness.timed import numbers_in

COMMITTED = Path(__file__).parents[3] / "reports"
SEVENS = Sample(7, 5_000, 1)
CHANGED = re.compile(r" \(the code in [^)]* has changed since\)")


def verdict(
    name: str = "good", status: str = EQUIVALENT, scope: Scope = ALL_FIVE, **more: Any
) -> dict[str, Any]:
    """A verdict as it is in a file."""
    fields: dict[str, Any] = {"hands": len(scope), "distinct_keys": 7_462, "digest": "abc123"}
    return Verdict(name, status, scope, **(fields | more)).as_json()


def timed(*rows: str) -> list[Timing]:
    """Timings such as ``good numpy random-5 30``, the same in three processes."""
    fields = (row.rsplit(maxsplit=3) for row in rows)
    return [
        Timing(name, workload, (float(nanoseconds),) * 3, style)
        for name, style, workload, nanoseconds in fields
    ]


CHECKED = [
    *(verdict("good", style=style) for style in ("python", "numpy", "compiled")),
    *(verdict("two-plus-two", style=style) for style in ("numpy", "compiled")),
    *(verdict("two-plus-two", scope=SEVENS, style=style) for style in ("numpy", "compiled")),
    verdict("sad", ERROR, message="no answer to 2c"),
]

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function from verdicts, timings and charts to the Markdown."""

    def write(
        verdicts: Iterable[dict[str, Any]] = CHECKED,
        timings: Iterable[Timing] = (),
        drawn: Sequence[Chart] = (),
        statuses: Mapping[str, Mapping[str, str]] = {},
        committed: Results = report.NO_RESULTS,
    ) -> str:
        document = {"machine": {"cpu": "a cpu", "cores": 2}, "evaluators": [*verdicts]}
        (tmp_path / "verdicts.json").write_text(json.dumps(document))
        run = Results(tuple(timings), "a machine", statuses)
        return report.write(tmp_path, run, drawn, committed)[1].read_text()

    return write


def part(markdown: str, heading: str) -> str:
    """The part of a page below a heading."""
    return re.split(r"\n## ", markdown.partition(f"## {heading}\n\n")[2])[0]


def test_before_the_timing_the_page_has_the_verdicts(write: Write) -> None:
    """Or nobody sees anything until all is done."""
    statuses = {"numpy/two-plus-two": {"status": "failed", "message": "no memory"}}
    text = write(statuses=statuses)
    assert "| two-plus-two (130 MB) | numpy | failed: no memory |" in text
    assert "**Nothing is timed yet:**" in text
    assert "**2 evaluators, in 5 versions, put all 2,598,960 five-card hands in one" in text
    assert "| sad | error 5 |" in text
    assert "On all 2,598,960 hands of 5 cards: error. no answer to 2c" in text
    ended = wrong().as_json() | {"showdowns": 0}
    assert "hands of 5 cards: the check ended here. The first should" in write([ended])
    assert "Which one" not in text
    assert "make more charts" not in text
    assert "**1 evaluator puts all" in write([verdict()])
    assert "**2 evaluators put all" in write([verdict(), verdict("other")])


def test_nothing_is_proven_if_digests_differ(write: Write) -> None:
    for verdicts in (
        [verdict(), verdict("other", digest="another")],
        [verdict("bad", NOT_EQUIVALENT)],
    ):
        assert "> Nothing is proven" in write(verdicts)


def test_a_table_with_a_part_of_its_rows(write: Write) -> None:
    """Else one timing on another day keeps every later page from being written."""
    assert "| texts | - |" in write(timings=timed("good numpy array-7 4"))


A_MILLION = "For a million, give an array of them to"


def test_which_one_to_use(write: Write) -> None:
    for timings, words in [
        (
            # Neither what does not rank nor what was not checked is recommended.
            ["unchecked python random-5 1", "null python random-5 20", "good python random-5 300"],
            (
                "For hands of five cards one by one, whose cards are encoded already, call good: "
                "300 ns a hand."
            ),
        ),
        (["null python random-5 20"], ""),
        (
            # Without the first hand, the import says nothing of the start.
            ["good compiled random-5 2.5", "good compiled walk-5 1.5", "good compiled import 9e6"],
            f"{A_MILLION} good in machine code (2.5 ns a hand, 2.5 ms in all).",
        ),
        (
            [
                *("two-plus-two numpy random-5 60", "good compiled random-5 2.5"),
                *("good compiled walk-5 1.5", "two-plus-two compiled walk-7 1"),
            ],
            (
                f"{A_MILLION} two-plus-two (130 MB) with NumPy (60 ns a hand, 60 ms in all) or to "
                "good in machine code (2.5 ns a hand, 2.5 ms in all). To count the classes of all "
                "hands, walk over them: good takes 3.9 ms for all hands of five cards, "
                "two-plus-two (130 MB) 134 ms for all of seven."
            ),
        ),
    ]:
        answer = part(write(timings=timed(*timings)), "Which one should I use?")
        assert " ".join(answer.partition("\nTimed by pyperf")[0].split()) == words


def test_only_machine_code_has_a_warm_start(write: Write) -> None:
    for style in ("numpy", "compiled"):
        text = write(timings=timed(f"good {style} import 1e6", "null python parse 500"))
        assert ("warm start" in text) == (style == "compiled")
        assert "Reading and checking" not in text


def test_ratios_of_the_committed_run_are_shown(write: Write) -> None:
    rows = timed("good python random-5 50", "treys python random-5 200")
    committed = Results(tuple(replace(row, run="earlier") for row in rows), "other")
    good, treys = timed("good python random-5 300", "treys python random-5 600")
    new = timed("good numpy random-5 60")
    with_both = write(timings=[good, treys, *new], committed=committed)
    assert "× treys (range of 3) | committed |" in with_both
    assert "| good | 300 | 300 to 300 | 0.500 (0.500 to 0.500) | 0.250 |" in with_both
    assert "| good, numpy | 60.0 | 60.0 to 60.0 | 0.100 (0.100 to 0.100) | - |" in with_both
    assert "in the committed run, on other:" in with_both
    assert "committed" not in write(timings=[good, treys])
    without = write(timings=[good], committed=committed)
    assert "× treys" not in without
    assert "committed" not in without


def test_a_row_from_text_is_held_against_the_baseline_from_text(write: Write) -> None:
    """Against encoded cards, each author's function of texts is slower than it is."""
    mine = replace(*timed("mine python random-5 900"), from_text=True)
    treys = timed("treys python random-5 600")
    alone = write(timings=[mine, *treys])
    assert "| mine (from text) (not checked) | 900 | 900 to 900 | - |" in alone
    assert "held against" not in alone
    texts = replace(*timed("treys python text-5 1800"), from_text=True)
    both = write(timings=[mine, *treys, texts], committed=Results((*treys, texts, mine), "other"))
    assert "| 900 | 900 to 900 | 0.500 (0.500 to 0.500) | 0.500 |" in both
    assert (
        "A row *from text* reads the texts of its cards in each call, and is held against" in both
    )


def test_labels_are_for_evaluators_not_shown_to_be_equivalent(tmp_path: Path) -> None:
    """Failure means that verdicts by the rules of another game count, which the file may have."""
    rows = [
        *(verdict("good"), verdict("good", NOT_EQUIVALENT, style="numpy")),
        verdict("bad", NOT_EQUIVALENT),
        *(verdict("both"), verdict("both", NOT_EQUIVALENT, SEVENS)),
        verdict("other game") | {"rules": "short-deck"},
    ]
    (tmp_path / "verdicts.json").write_text(json.dumps({"machine": {}, "evaluators": rows}))
    timings = timed(
        *("good python random-5 1", "good numpy random-5 1", "good compiled random-5 1"),
        *("good python random-7 1", "good python random-6 1"),
        *("both python random-5 1", "both python random-7 1"),
        *("bad python random-5 1", "new python random-5 1", "other game python random-5 1"),
        *("null python random-5 1", "null numpy random-5 1", "copy of the hands numpy random-5 1"),
    )
    assert labels(read_verdicts(tmp_path)["evaluators"], timings) == {
        ("new", "python"): "not checked",
        ("other game", "python"): "not checked",
        ("good", "python"): "not checked at 6",
        ("good", "numpy"): "not equivalent",
        ("good", "compiled"): "not checked",
        ("bad", "python"): "not equivalent",
        ("both", "python"): "not equivalent at 7",
    }


def test_the_committed_report_is_made_of_its_files(tmp_path: Path) -> None:
    """Failure means that its text, or the numbers of a chart, are not those of its files."""
    folder = tmp_path / "reports"
    shutil.copytree(COMMITTED, folder, ignore=shutil.ignore_patterns("local", "README.md"))
    results = read(folder / "timing")
    drawn = charts_of(results, labels(read_verdicts(folder)["evaluators"], results.timings))
    report.write(folder, results, drawn)
    markdown, committed = ((where / "README.md").read_text() for where in (folder, COMMITTED))
    assert CHANGED.sub("", markdown) == CHANGED.sub("", committed)
    for chart in drawn:
        assert numbers_in(COMMITTED, chart) == chart.as_csv()
        for variant in (THEMES[0], THEMES[0].narrow):
            shown = ElementTree.parse(COMMITTED / f"{chart.name}-{variant.name}.svg")
            assert shown.findtext("{*}desc") == visible(chart.alt, len(chart.alt))


def test_a_report_names_the_commit_of_its_numbers_and_what_has_changed_since(
    tmp_path: Path, write: Write
) -> None:
    """Else a number of older code passes for one of the code beside it."""
    patterns = "evaluators/rank_sums/*.py", "harness/hands/*.py"
    sources = hashes(patterns)
    sources[patterns[0]]["evaluators/rank_sums"] = "of older code"
    parts = {
        "verdicts": {"commit": "84d7e97a0c3eafe2", "sources": sources},
        "timing": {"commit": "c5fb12e0c3eafe2a", "sources": hashes(patterns)},
    }
    (tmp_path / report.RUN).write_text(json.dumps({"parts": parts}))
    text = write(timings=timed("good python random-5 30"))
    changed = "commit 84d7e97a0c3e (the code in evaluators/rank_sums has changed since)."
    assert f"2 cores, {changed}" in text
    assert ", commit c5fb12e0c3ea; the highest load" in text


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"machine": 1, "evaluators": []}', '{"a": 1}'])
def test_a_file_without_verdicts_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "verdicts.json").write_text(text)
    with pytest.raises(ReportError, match=r"verdicts\.json: not a file of verdicts"):
        read_verdicts(tmp_path)


def test_a_missing_file_is_named_with_the_command_that_makes_it(
    tmp_path: Path, write: Write
) -> None:
    """And a page with few charts names the command that makes more of them."""
    drawn = charts_of(Results(), {})
    draw_all(drawn, tmp_path)
    rest = part(write(drawn=drawn), "Everything else")
    assert rest.startswith("The timings of `make bench` make more charts")
    half = {"name": "x", "rules": "standard"}
    with pytest.raises(ReportError, match=r"not a file of verdicts \(KeyError\(.style.\)\)"):
        write([half])
    (tmp_path / "verdicts.json").unlink()
    with pytest.raises(ReportError, match="run allhands report"):
        report.write(tmp_path, Results(), [])
