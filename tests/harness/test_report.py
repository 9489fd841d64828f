"""The page: from files alone, asking for nothing, and with everything escaped."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from harness import charts, report
from harness.report import ReportError, labels, read_verdicts
from harness.timing import Timing, measure


@pytest.fixture(scope="module")
def timing_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("timing")
    options = ["--processes=1", "--values=1", "--min-time=0.001"]
    return measure("harness.null", "random-5", out, options).read_bytes()


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


@pytest.fixture
def folder(tmp_path: Path, timing_file: bytes) -> Path:
    (tmp_path / "timing").mkdir()
    (tmp_path / "timing" / "null.json").write_bytes(timing_file)
    document = {"machine": {"cpu": "a <cpu>", "cores": 2}, "evaluators": [RIGHT, WRONG, FAILED]}
    (tmp_path / "verdicts.json").write_text(json.dumps(document))
    charts.draw_all([Timing("null", "random-5", (1.0, 2.0))], {}, tmp_path)
    return tmp_path


class Reader(HTMLParser):
    """Collects what a page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.asked += [value or "" for name, value in attrs if name in {"src", "srcset", "href"}]


def test_the_page_asks_for_nothing(folder: Path) -> None:
    page = report.write(folder).read_text()
    reader = Reader()
    reader.feed(page)
    assert len(reader.asked) == 2
    assert all(asked.startswith("data:image/svg+xml;base64,") for asked in reader.asked)
    assert "script" not in reader.tags
    assert "http" not in re.sub(r"base64,[\w+/=]+", "", page)


def test_what_evaluators_say_is_escaped(folder: Path) -> None:
    page = report.write(folder).read_text()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "(1, (2, &#x27;&lt;i&gt;&#x27;))" in page
    assert "2c: &lt;oops&gt; &amp; so on" in page
    assert "a &lt;cpu&gt;, 2 cores" in page


def test_verdicts_and_witnesses_are_told(folder: Path) -> None:
    page = report.write(folder).read_text()
    assert "1 evaluator puts all 2,598,960 five-card hands" in page
    assert "<code>abc123</code>" in page
    assert "1 in 3,377,295,241 showdowns is decided wrongly (1,000 reversed" in page
    assert "Ac Kc Qc Jc Tc" in page


def test_disagreement_is_told(folder: Path) -> None:
    document = {"machine": {}, "evaluators": [RIGHT, RIGHT | {"digest": "def"}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    assert "do not agree" in report.write(folder).read_text()


def test_a_sample_proves_nothing_of_all_hands(folder: Path) -> None:
    document = {"machine": {}, "evaluators": [RIGHT | {"hands": 100}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    assert "no evaluator was right on all five-card hands" in report.write(folder).read_text()


def test_a_verdict_that_lacks_something(folder: Path) -> None:
    document = {"machine": {}, "evaluators": [{"name": "x", "status": "equivalent", "cards": 5}]}
    (folder / "verdicts.json").write_text(json.dumps(document))
    with pytest.raises(ReportError, match="a verdict has no 'hands'"):
        report.write(folder)


def test_labels_are_for_those_that_are_not_right() -> None:
    document = {"evaluators": [RIGHT, WRONG, RIGHT | {"name": "both"}, WRONG | {"name": "both"}]}
    assert labels(document, ["good", "null", "new"]) == {
        "new": " (not checked)",
        WRONG["name"]: " (not equivalent)",
        "both": " (equivalent, not equivalent)",
    }


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"machine": 1, "evaluators": []}', '{"a": 1}'])
def test_a_file_that_is_something_else(folder: Path, text: str) -> None:
    (folder / "verdicts.json").write_text(text)
    with pytest.raises(ReportError, match=r"verdicts\.json: not a file of verdicts"):
        read_verdicts(folder)


def test_what_is_missing_is_named_with_the_command_that_makes_it(folder: Path) -> None:
    (folder / "time-per-hand-dark.svg").unlink()
    with pytest.raises(ReportError, match="run allhands chart"):
        report.write(folder)
    (folder / "verdicts.json").unlink()
    with pytest.raises(ReportError, match="run allhands report"):
        report.write(folder)
