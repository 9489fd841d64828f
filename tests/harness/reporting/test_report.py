"""The page: made from files alone, without requests, and with all text escaped."""

import json
import re
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from harness.reporting import charts, report
from harness.reporting.charts import Chart, charts_of
from harness.reporting.report import ReportError, labels, read_verdicts
from harness.timing.results import Results, Timing
from tests.harness.timed import results


def side(hand: str, key: object) -> dict[str, object]:
    return {"hand": hand, "name": "a name", "key": key, "class": 1, "category": "flush"}


RIGHT = {
    "name": "good",
    "status": "equivalent",
    "cards": 5,
    "scope": "all 2,598,960 hands of 5 cards",
    "hands": 2_598_960,
    "classes": 7_462,
    "digest": "abc123",
    "showdowns": 3_377_295_241_320,
    "reversed": 0,
    "false_ties": 0,
    "false_wins": 0,
    "witness": None,
    "message": "",
    "seconds": 1.25,
}
WRONG = RIGHT | {
    "name": "<script>alert(1)</script>",
    "status": "not_equivalent",
    "reversed": 1_000,
    "witness": {
        "first": side("Ac Kc Qc Jc Tc", [1, [2, "<i>"]]),
        "second": side("2c 3c 4c 5c 7c", 1.5),
        "rules_say": "beats",
        "evaluator_says": "loses to",
    },
}
FAILED = RIGHT | {"name": "sad", "status": "error", "message": "2c: <oops> & so on"}


RUN = results(null=20.0, treys=450.0, good=300.0)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Chart], Path]:
    out = tmp_path_factory.mktemp("charts")
    shown = [
        chart for chart in charts_of(RUN, {}, "treys") if chart.name in ("time-per-hand", "ratio")
    ]
    charts.draw_all(shown, out)
    return shown, out


@pytest.fixture
def folder(tmp_path: Path, drawn: tuple[list[Chart], Path]) -> Path:
    shutil.copytree(drawn[1], tmp_path, dirs_exist_ok=True)
    document = {"machine": {"cpu": "a <cpu>", "cores": 2}, "evaluators": [RIGHT, WRONG, FAILED]}
    (tmp_path / "verdicts.json").write_text(json.dumps(document))
    return tmp_path


@pytest.fixture
def written(drawn: tuple[list[Chart], Path]) -> Callable[[Path], tuple[str, str]]:
    """A function from a folder to the page and the Markdown that it writes there."""

    def write(folder: Path, run: Results = RUN) -> tuple[str, str]:
        page, markdown = report.write(folder, run, drawn[0], "treys")
        return page.read_text(), markdown.read_text()

    return write


Written = Callable[[Path], tuple[str, str]]


class Reader(HTMLParser):
    """Collects the tags of a page and the addresses that it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [text or "" for name, text in attrs if name in {"src", "srcset", "href"}]


def test_the_page_requests_nothing(folder: Path, written: Written) -> None:
    page, _ = written(folder)
    reader = Reader()
    reader.feed(page)
    assert len(reader.addresses) == 4
    assert all(address.startswith("data:image/svg+xml;base64,") for address in reader.addresses)
    assert reader.tags.count("script") == 1  # our own, which sorts tables
    assert not re.search(r"https?:|url\(|@import|fetch\(", re.sub(r"base64,[\w+/=]+", "", page))


def test_text_of_evaluators_is_escaped(folder: Path, written: Written) -> None:
    page, markdown = written(folder)
    assert "<script>alert(1)" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "2c: &lt;oops&gt; &amp; so on" in page
    assert "a &lt;cpu&gt;, 2 cores" in page
    assert "<code>(1, (2, &#39;&lt;i&gt;&#39;))</code>" in page
    assert "### `<script>alert(1)</script>`" in markdown  # inert within code
    assert "2c: `<oops>` & so on" in markdown
    assert "a `<cpu>,` 2 cores" in markdown
    assert "`(1, (2, '<i>'))`" in markdown


def test_verdicts_and_witnesses_are_shown(folder: Path, written: Written) -> None:
    for text in written(folder):
        assert "1 evaluator puts all 2,598,960 five-card hands" in text
        assert "abc123" in text
        assert "1 in 3,377,295,241 of all showdowns decided wrongly (1,000 reversed" in text
        assert "Ac Kc Qc Jc Tc" in text


def test_numbers_are_those_of_the_run(folder: Path, written: Written) -> None:
    page, markdown = written(folder)
    assert "| treys (not checked) | python | 450.0 | 445.5 to 454.5 | 1.000 |" in markdown
    assert "<td>good<td>python<td class=n>300.0<td class=n>297.0 to 303.0<td class=n>0.6" in page
    assert "over processes, 3 of them" in page
    assert "2026-01-01 to 2026-01-02" in page
    for text in (page, markdown):
        assert "a machine" in text
        assert "How to read it." in text
        assert "What it does not show." in text


def test_both_have_the_same_tables(folder: Path, written: Written) -> None:
    page, markdown = written(folder)
    rules = [line for line in markdown.splitlines() if re.fullmatch(r"\|( -+:? \|)+", line)]
    assert page.count("<table>") == len(rules) > 3
    rows = [line for line in markdown.splitlines() if line.startswith("| ")]
    assert page.count("<tr>") == len(rows) - len(rules)


def test_evaluators_that_were_not_timed_are_named(folder: Path, written: Written) -> None:
    statuses = {"python/eval7": {"status": "not installed", "message": "No module named <eval7>"},
                "numpy/mine": {"status": "timed", "message": ""}}  # fmt: skip
    _, markdown = report.write(folder, replace(RUN, statuses=statuses), [], "treys")
    text = markdown.read_text()
    assert "| eval7 | python | not installed: No module named `<eval7>` |" in text
    assert "mine" not in text


def test_disagreement_is_reported(folder: Path, written: Written) -> None:
    document = {"machine": {}, "evaluators": [RIGHT, RIGHT | {"digest": "def"}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    assert "do not agree" in written(folder)[0]


def test_a_sample_proves_nothing_of_all_hands(folder: Path, written: Written) -> None:
    document = {"machine": {}, "evaluators": [RIGHT | {"hands": 100}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    assert "no evaluator was right on all five-card hands" in written(folder)[0]


def test_an_incomplete_verdict_is_refused(folder: Path, written: Written) -> None:
    document = {"machine": {}, "evaluators": [{"name": "x", "status": "equivalent", "cards": 5}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    with pytest.raises(ReportError, match="a verdict has no 'hands'"):
        written(folder)


def timed(name: str, style: str, **nanoseconds: float) -> list[Timing]:
    """Timings on workloads, the same in three processes."""
    return [
        Timing(name, workload.replace("_", "-"), (value,) * 3, style)
        for workload, value in nanoseconds.items()
    ]


def equivalent(name: str, style: str = "python") -> dict[str, object]:
    return RIGHT | {"name": name, "style": style}


THREE_STYLES = (
    *timed("good", "python", random_5=300.0, **{"import": 7e6}),
    *timed("null", "python", random_5=20.0),
    *timed("good", "numpy", random_5=30.0, first_5=1e6, **{"import": 1e6}),
    *timed("copy of the hands", "numpy", random_5=0.1),
    *timed("two-plus-two", "numpy", random_5=60.0),
    *timed("good", "compiled", random_5=2.5, first_5=5e7, cold_start=9e8, **{"import": 3.5e8}),
    *timed("good", "compiled", walk_5=1.5),
    *timed("two-plus-two", "compiled", walk_5=2.0, walk_7=1.0, **{"import": 3e8}),
    *timed("unchecked", "python", random_5=1.0),
)


@pytest.fixture
def three_styles(folder: Path) -> Callable[..., str]:
    """A function from timings to the Markdown, where all but `unchecked` are equivalent."""
    verdicts = [equivalent("good", style) for style in ("python", "numpy", "compiled")]
    for style in ("numpy", "compiled"):
        verdicts.append(equivalent("two-plus-two", style))
        verdicts.append(verdicts[-1] | {"cards": 7})
    wrong = WRONG | {"name": "bad", "style": "compiled"}
    document = {"machine": {}, "evaluators": [*verdicts, wrong]}
    (folder / "verdicts.json").write_text(json.dumps(document))

    def write(timings: Iterable[Timing] = THREE_STYLES) -> str:
        run = Results(tuple(timings), "a machine", dates=("2026-01-01", "2026-01-02"))
        return report.write(folder, run, [], "treys")[1].read_text()

    return write


def test_which_one_to_use_is_computed_from_the_timings(three_styles: Callable[..., str]) -> None:
    """Neither what does not rank nor what was not checked is recommended."""
    _, _, advice = three_styles().partition("## Which one should I use?\n\n")
    assert advice.splitlines()[0] == (
        "For one hand of five cards, call good, which takes 300 ns. For a million, give an array "
        "of them to good with NumPy (30 ns a hand, 30 ms in all) or to good in machine code (2.5 "
        "ns a hand, 2.5 ms in all, after a start of 400 ms). To count the classes of all hands, "
        "walk over them: good takes 3.9 ms for the 2,598,960 hands of 5 cards and two-plus-two "
        "(130 MB) takes 134 ms for the 133,784,560 hands of 7 cards."
    )


def test_nothing_is_recommended_that_was_not_timed(three_styles: Callable[..., str]) -> None:
    def advice(*timings: Timing) -> str:
        _, _, after = three_styles(timings).partition("## Which one should I use?\n\n")
        return after.partition("\n")[0]

    one = "For one hand of five cards, call good, which takes 300 ns."
    assert advice(THREE_STYLES[0]) == one
    many = advice(*timed("good", "compiled", random_5=2.5))
    assert many == (
        "For a million, give an array of them to good in machine code (2.5 ns a hand, 2.5 ms in "
        "all)."
    )
    walk = advice(*timed("two-plus-two", "compiled", walk_5=2.0))
    assert walk.endswith(
        "over them: two-plus-two (130 MB) takes 5.2 ms for the 2,598,960 hands of 5 cards."
    )
    assert advice(*timed("null", "python", random_5=20.0)) == ""


def test_a_large_table_is_stated_in_every_table(three_styles: Callable[..., str]) -> None:
    """Or a reader would compare its times with those of evaluators that need no memory."""
    statuses = {"python/two-plus-two": {"status": "failed", "message": ""}}
    markdown = three_styles()
    assert markdown.count("two-plus-two") == markdown.count("two-plus-two (130 MB)") >= 8
    table = "".join(map(str, report._not_timed(Results(statuses=statuses))))
    assert "two-plus-two (130 MB)" in table


def test_cold_and_warm_starts_of_machine_code(three_styles: Callable[..., str]) -> None:
    markdown = three_styles()
    assert "this is a warm start" in markdown
    assert "| evaluator | style | import, ms | first of five, ms | cold start, ms |" in markdown
    assert "| good | compiled | 350.00 | 50.00 | 900.00 |" in markdown
    assert "| good | python | 7.00 | - | - |" in markdown
    without = three_styles(timing for timing in THREE_STYLES if timing.style != "compiled")
    assert "| evaluator | style | import, ms | first of five, ms |\n" in without
    assert "warm start" not in without


def test_walks_have_tables_with_the_time_of_all_hands(three_styles: Callable[..., str]) -> None:
    markdown = three_styles()
    assert "### A walk over all hands of 7 cards, which counts the classes" in markdown
    assert "| two-plus-two (130 MB) | compiled | 1.0 | 1.0 to 1.0 | 133.8 |" in markdown


def test_a_wrong_evaluator_is_named_with_its_style(three_styles: Callable[..., str]) -> None:
    """Its python style may be right, and stand among the proven ones."""
    markdown = three_styles()
    assert "### bad, compiled\n" in markdown
    assert "allhands check --style compiled\n" in markdown


def test_labels_are_for_evaluators_not_shown_to_be_equivalent() -> None:
    sevens = WRONG | {"name": "both", "cards": 7}
    as_array = WRONG | {"name": "good", "style": "numpy"}
    document = {"evaluators": [RIGHT, WRONG, RIGHT | {"name": "both"}, sevens, as_array]}
    names = [("good", "python"), ("good", "numpy"), ("null", "python"), ("new", "python"),
             ("both", "python"), (WRONG["name"], "python"), ("good", "compiled"),
             ("null", "numpy"), ("copy of the hands", "numpy")]  # fmt: skip
    timings = [Timing(str(name), "random-5", (1.0,), style) for name, style in names]
    timings += [Timing("good", "random-7", (1.0,)), Timing("both", "random-7", (1.0,))]
    assert labels(document, timings) == {
        ("new", "python"): " (not checked)",
        ("good", "python"): " (not checked at 7)",
        ("good", "numpy"): " (not equivalent)",
        ("good", "compiled"): " (not checked)",
        (WRONG["name"], "python"): " (not equivalent)",
        ("both", "python"): " (not equivalent at 7)",
    }


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"machine": 1, "evaluators": []}', '{"a": 1}'])
def test_a_file_without_verdicts_is_refused(folder: Path, text: str) -> None:
    (folder / "verdicts.json").write_text(text)
    with pytest.raises(ReportError, match=r"verdicts\.json: not a file of verdicts"):
        read_verdicts(folder)


def test_a_missing_file_is_named_with_the_command_that_makes_it(
    folder: Path, written: Written
) -> None:
    (folder / "ratio-dark.svg").unlink()
    with pytest.raises(ReportError, match="run allhands chart"):
        written(folder)
    (folder / "verdicts.json").unlink()
    with pytest.raises(ReportError, match="run allhands report"):
        written(folder)
