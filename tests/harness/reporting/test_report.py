"""The report: made from files alone, in the order of a reader's questions.

The committed report, which its files make again, shows what each part of it says.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evaluators.cards import parse_hand
from evaluators.protocol import Key
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.checking.witness import BEATS, LOSES, Side, Witness
from harness.hands.scopes import ALL_FIVE, Sample, Scope
from harness.reporting import charts, report
from harness.reporting.report import ReportError, labels, read_verdicts
from harness.timing.results import Results, Timing, read
from tests.harness.timed import numbers_in

COMMITTED = Path(__file__).parents[3] / "reports"
SEVENS = Sample(7, 5_000, 1)


def verdict(
    name: str = "good", status: str = EQUIVALENT, scope: Scope = ALL_FIVE, **more: Any
) -> dict[str, Any]:
    """A verdict as it is in a file."""
    fields: dict[str, Any] = {"hands": len(scope), "distinct_keys": 7_462, "digest": "abc123"}
    return Verdict(name, status, scope, **(fields | more)).as_json()


def wrong(scope: Scope = ALL_FIVE, pairs: int = 1_000, key: Key = 1.5, **more: Any) -> Any:
    """The verdict on an evaluator that is not equivalent."""
    first, second = (Side(parse_hand(text), key) for text in ("AcKcQcJcTc", "2c3c4c5c7c"))
    witness = Witness("reversed", first, second, BEATS, LOSES)
    return verdict("bad", NOT_EQUIVALENT, scope, reversed=pairs, witness=witness, **more)


def timed(name: str, style: str, **nanoseconds: float) -> list[Timing]:
    """Timings on workloads, the same in three processes."""
    return [
        Timing(name, workload.replace("_", "-"), (value,) * 3, style)
        for workload, value in nanoseconds.items()
    ]


TIMED = (
    *timed("good", "python", random_5=300.0, encode=500.0, **{"import": 7e6}),
    *timed("null", "python", random_5=20.0, parse=8_000.0),
    *timed("treys", "python", random_5=600.0),
    *timed("good", "numpy", random_5=30.0, first_5=1e6, **{"import": 1e6}),
    *timed("copy of the hands", "numpy", random_5=0.1),
    *timed("two-plus-two", "numpy", random_5=60.0),
    *timed("good", "compiled", random_5=2.5, first_5=5e7, **{"import": 3.5e8}),
    *timed("good", "compiled", walk_5=1.5),
    *timed("two-plus-two", "compiled", walk_5=2.0, walk_7=1.0, **{"import": 3e8}),
    *timed("unchecked", "python", random_5=1.0),
)
RUN = Results(TIMED, "a machine", dates=("2026-01-01", "2026-01-02"))
CHECKED = [
    *(verdict("good", style=style) for style in ("python", "numpy", "compiled")),
    *(verdict("two-plus-two", style=style) for style in ("numpy", "compiled")),
    *(verdict("two-plus-two", scope=SEVENS, style=style) for style in ("numpy", "compiled")),
    *(wrong(key=(1, (2, "<i>"))), wrong(SEVENS, 12, style="compiled")),
    verdict("sad", ERROR, message="no answer to 2c"),
]

Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function from verdicts and timings to the Markdown."""

    def write(
        verdicts: Iterable[dict[str, Any]] = CHECKED,
        timings: Iterable[Timing] = TIMED,
        **more: Results,
    ) -> str:
        document = {"machine": {"cpu": "a cpu", "cores": 2}, "evaluators": [*verdicts]}
        (tmp_path / "verdicts.json").write_text(json.dumps(document))
        run = replace(RUN, timings=tuple(timings))
        return report.write(tmp_path, run, [], **more)[1].read_text()

    return write


def part(markdown: str, heading: str) -> str:
    """The part of a page below a heading."""
    return re.split(r"\n## ", markdown.partition(f"## {heading}\n\n")[2])[0]


def test_a_short_report_says_how_to_get_more_charts(tmp_path: Path, write: Write) -> None:
    """Else a reader does not know that there are more than that of `make report`."""
    write()
    drawn = charts.charts_of(RUN, {})[:1]
    charts.draw_all(drawn, tmp_path)
    text = report.write(tmp_path, RUN, drawn)[1].read_text()
    rest = part(text, "Everything else")
    assert rest.startswith("The timings of `make bench` make more charts")


def test_before_the_timing_the_page_has_the_verdicts(write: Write) -> None:
    """Or nobody sees anything until all is done."""
    text = write(timings=())
    assert "**Nothing is timed yet:**" in text
    assert "1 in 3,377,295,241 of all showdowns" in text
    assert "Which one" not in text


def test_what_was_found_is_a_matrix(write: Write) -> None:
    """Failure means that a sample looks like a proof, or hides one."""
    text = part(write([*CHECKED, verdict(scope=Sample(5, 100))]), "Is it right?")
    assert "**2 evaluators, 5 counted by style, put all 2,598,960 five-card hands in one" in text
    rows = dict(re.findall(r"\n\| ([a-z0-9(). MB-]+?) (\|.*)", text))
    assert rows == {
        "evaluator": "| one hand a call | an array a call | machine code |",
        "---": "| --- | --- | --- |",
        "good": "| ✓ 5 | ✓ 5 | ✓ 5 |",
        "two-plus-two (130 MB)": "|  | ✓ 5, S 7 | ✓ 5, S 7 |",
        "bad": "| ✗ 5 |  | ✗ 7 |",
        "sad": "| error 5 |  |  |",
    }


def test_nothing_is_proven_if_digests_differ(write: Write) -> None:
    for verdicts in ([verdict(), verdict("other", digest="another")], [wrong()]):
        assert "> Nothing is proven" in write(verdicts)


def test_verdicts_and_witnesses_are_shown(write: Write) -> None:
    text = part(write(), "Why is it wrong?")
    assert "1 in 1,041,458 of this sample's showdowns decided wrongly (12 reversed" in text
    assert "### bad, compiled, 7 cards\n" in text
    assert "| `Ac Kc Qc Jc Tc` | royal flush | `(1, (2, '<i>'))` |" in text
    assert "On all 2,598,960 hands of 5 cards: error. no answer to 2c" in text


def test_which_one_to_use_is_computed_from_the_timings(write: Write) -> None:
    """Neither what does not rank nor what was not checked is recommended."""
    one, many, *_ = part(write(), "Which one should I use?").split("\n")
    assert one == "For one hand of five cards, call good, which takes 300 ns."
    assert many == (
        "For a million, give an array of them to good with NumPy (30 ns a hand, 30 ms in all) or "
        "in machine code (2.5 ns a hand, 2.5 ms in all, after a start of 400 ms)."
    )


def test_two_to_use_are_both_named_if_they_differ(write: Write) -> None:
    title = "Which one should I use?"
    timings = [
        *timed("two-plus-two", "numpy", random_5=60.0),
        *timed("good", "compiled", random_5=2.5, walk_5=1.5),
        *timed("two-plus-two", "compiled", walk_7=1.0),
    ]
    many, walks, *_ = part(write(timings=timings), title).split("\n")
    assert "(60 ns a hand, 60 ms in all) or to good in machine code (2.5 ns a hand" in many
    assert walks.endswith("five cards, two-plus-two (130 MB) 134 ms for all of seven.")
    verdicts = [*CHECKED, verdict("good", scope=SEVENS, style="compiled")]
    timings = timed("good", "compiled", random_5=2.5, walk_5=1.5, walk_7=1.0)
    walks = part(write(verdicts, timings), title)
    assert "five cards, and 134 ms for all of seven." in walks


def test_nothing_is_recommended_that_was_not_timed(write: Write) -> None:
    many = part(write(timings=timed("good", "compiled", random_5=2.5)), "Which one should I use?")
    assert many.split("\n")[0] == (
        "For a million, give an array of them to good in machine code (2.5 ns a hand, 2.5 ms in "
        "all)."
    )
    assert "Which one" not in write(timings=timed("null", "python", random_5=20.0))


def test_a_large_table_is_stated_in_every_table(write: Write) -> None:
    """Or a reader would compare its times with those of evaluators that need no memory."""
    markdown = write()
    assert markdown.count("two-plus-two") == markdown.count("two-plus-two (130 MB)") >= 6


def test_without_the_baseline_no_table_has_ratios(write: Write) -> None:
    assert "× treys" in write()
    assert "× treys" not in write(timings=timed("good", "python", random_5=300.0))


def test_costs_before_the_first_hand(write: Write) -> None:
    markdown = write()
    assert "| good, compiled | 350.00 | 50.00 | - |" in markdown
    reading = "text takes 8.0 µs, the same for all, and encoding its cards 500 ns. Of a hand"
    assert reading in markdown
    assert "that is 97% of the time" in markdown
    without = write(timings=(timing for timing in TIMED if timing.style != "compiled"))
    assert ("warm start" in markdown, "warm start" in without) == (True, False)


def test_ratios_stand_beside_those_of_the_committed_run(write: Write) -> None:
    committed = Results((*timed("good", "python", random_5=50.0),
                         *timed("treys", "python", random_5=200.0)), "another")  # fmt: skip
    with_both = write(committed=committed)
    assert "× treys (range of 3) | committed |" in with_both
    assert "| good | 300 | 300 to 300 | 0.500 (0.500 to 0.500) | 0.250 |" in with_both
    assert "in the committed run, on another:" in with_both
    assert "committed" not in write()


def test_what_was_not_timed_has_a_reason(tmp_path: Path, write: Write) -> None:
    write()
    statuses = {"numpy/two-plus-two": {"status": "failed", "message": "no memory"}}
    text = report.write(tmp_path, Results(statuses=statuses), [])[1].read_text()
    assert "| two-plus-two (130 MB) | numpy | failed: no memory |" in text
    assert "| deuces | treys is the same evaluator, maintained |" in text


def test_labels_are_for_evaluators_not_shown_to_be_equivalent() -> None:
    sevens = verdict("both", NOT_EQUIVALENT, SEVENS)
    as_array = verdict("good", NOT_EQUIVALENT, style="numpy")
    verdicts = [verdict(), wrong(), verdict("both"), sevens, as_array]
    names = [("good", "python"), ("good", "numpy"), ("null", "python"), ("new", "python"),
             ("both", "python"), ("bad", "python"), ("good", "compiled"),
             ("null", "numpy"), ("copy of the hands", "numpy")]  # fmt: skip
    timings = [Timing(name, "random-5", (1.0,), style) for name, style in names]
    timings += [Timing("good", "random-7", (1.0,)), Timing("both", "random-7", (1.0,))]
    assert labels(verdicts, timings) == {
        ("new", "python"): "not checked",
        ("good", "python"): "not checked at 7",
        ("good", "numpy"): "not equivalent",
        ("good", "compiled"): "not checked",
        ("bad", "python"): "not equivalent",
        ("both", "python"): "not equivalent at 7",
    }


def test_the_committed_report_is_made_of_its_files(tmp_path: Path) -> None:
    """Else its text, or the numbers of a chart, differ from those that its files make."""
    folder = tmp_path / "reports"
    shutil.copytree(COMMITTED, folder, ignore=shutil.ignore_patterns("local", "README.md"))
    results = read(folder / "timing")
    drawn = charts.charts_of(results, labels(read_verdicts(folder)["evaluators"], results.timings))
    report.write(folder, results, drawn)
    assert (folder / "README.md").read_text() == (COMMITTED / "README.md").read_text()
    for chart in drawn:
        assert numbers_in(COMMITTED, chart) == chart.as_csv()


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"machine": 1, "evaluators": []}', '{"a": 1}'])
def test_a_file_without_verdicts_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "verdicts.json").write_text(text)
    with pytest.raises(ReportError, match=r"verdicts\.json: not a file of verdicts"):
        read_verdicts(tmp_path)


def test_a_missing_file_is_named_with_the_command_that_makes_it(
    tmp_path: Path, write: Write
) -> None:
    write()
    drawn = charts.charts_of(RUN, {})[:1]
    with pytest.raises(ReportError, match=r"svg: no chart is there; run allhands report --redraw"):
        report.write(tmp_path, RUN, drawn)
    with pytest.raises(ReportError, match="a verdict has no 'hands'"):
        write([{"name": "x", "status": "equivalent", "cards": 5}])
    (tmp_path / "verdicts.json").unlink()
    with pytest.raises(ReportError, match="run allhands report"):
        report.write(tmp_path, RUN, [])


def test_a_verdict_by_other_rules_says_nothing_of_what_is_timed(tmp_path: Path) -> None:
    """Else an evaluator of short deck, in the same file of verdicts, would be timed as right."""
    rows = [{"name": "mine", "status": "equivalent", "cards": 5, "rules": "short-deck"}]
    (tmp_path / "verdicts.json").write_text(json.dumps({"machine": {}, "evaluators": rows}))
    verdicts = read_verdicts(tmp_path)["evaluators"]
    found = labels(verdicts, timed("mine", "python", random_5=1.0))
    assert found == {("mine", "python"): "not checked"}
