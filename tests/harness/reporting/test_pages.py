"""Text stays text: no name, message or key can become an element of a page."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from harness.processes.visible import visible
from harness.reporting import report
from harness.reporting.charts import charts_of, draw_all
from harness.reporting.pages import TEMPLATES, html
from harness.timing.results import Results, Timing
from tests.harness.names import HOSTILE
from tests.harness.reporting.test_report import verdict

PLAIN = "harmless"
TEMPLATE = """# A {{ it }}

It says {{ it }}, it does.

| a | b |
| --- | --- |
| {{ it }} | c |
"""


TAG = re.compile(r"<[^>]*>")
"""An element: in text and in attributes, both signs are escaped."""


def elements(page: str) -> list[str]:
    """The elements of a page without what is in their attributes."""
    return [re.sub(r'"[^"]*"', "", tag) for tag in TAG.findall(page)]


def texts(page: str) -> str:
    """The text of a page, with that of alternatives, without spaces."""
    shown = [*re.findall('alt="([^"]*)"', page), *TAG.split(page)]
    return unescape("".join(shown)).replace(" ", "")


def tokens(markdown: str) -> Iterator[Token]:
    """The elements that a reader of Markdown with tables and strikethrough makes, HTML included."""
    for token in MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(markdown):
        yield from token.children or [token]


def structure(markdown: str) -> list[tuple[str, str]]:
    """The elements that are not text or code, without the text of an alternative or a summary."""
    return [
        (token.type, re.sub('alt="[^"]*"|(?<=<summary>)[^<]*', "", token.content))
        for token in tokens(markdown)
        if token.type not in ("text", "text_special", "code_inline")
    ]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(st.characters(exclude_categories=[]), min_size=1) | st.sampled_from(HOSTILE))
def test_a_value_of_a_template_is_text(text: str) -> None:
    """Failure means that the name of an evaluator can put markup, or a script, on our page."""
    page, harmless = (TEMPLATES.from_string(TEMPLATE).render(it=it) for it in (text, PLAIN))
    page.encode()
    assert structure(page) == structure(harmless)
    shown = html(page, text, Path())
    assert elements(shown) == elements(html(harmless, PLAIN, Path()))


Written = Callable[[str], tuple[str, str]]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """A function from a text to the page and the Markdown of a report that has it everywhere."""
    folder = tmp_path_factory.mktemp("report")
    charts = charts_of(run(PLAIN), {})[:2]
    draw_all(charts, folder)

    @cache
    def write(text: str) -> tuple[str, str]:
        (folder / "verdicts.json").write_text(json.dumps(verdicts(text)))
        named = [replace(chart, alt=text) for chart in charts]
        page, markdown = report.write(folder, run(text), named)
        return page.read_text(encoding="utf-8"), markdown.read_text(encoding="utf-8")

    return write


def run(text: str) -> Results:
    workloads = ("random-5", "import", "encode")
    timings = [Timing(text, workload, (1.0, 1.1, 1.2)) for workload in workloads]
    status = {"status": text, "message": text}
    dates = (text, text)
    return Results(tuple(timings), text, {f"python/{text}": status}, dates, 0.5, {text: text})


def verdicts(text: str) -> dict[str, object]:
    side = {"hand": text, "name": text, "key": [text, [text]]}
    says = {"rules_say": "beats", "evaluator_says": text}
    right = verdict(text, digest=text)
    wrong = right | {"status": text, "witness": {"first": side, "second": side} | says}
    failed = right | {"status": text, "message": text}
    return {
        "machine": {"cpu": text, "python": text},
        "evaluators": [right, wrong | {"reversed": 5}, wrong | {"undecided": 7}, failed],
    }


@pytest.mark.parametrize("text", [" ".join(HOSTILE), *HOSTILE[::9]])
def test_a_report_has_text_wherever_a_name_or_a_message_enters_it(
    text: str, written: Written
) -> None:
    page, markdown = written(text)
    harmless_page, harmless_markdown = written(PLAIN)
    assert elements(page) == elements(harmless_page)
    assert structure(markdown) == structure(harmless_markdown)
    assert texts(page).count(visible(text).replace(" ", "")) >= 26


def test_the_page_requests_nothing(written: Written) -> None:
    page, _ = written(PLAIN)
    addresses = re.findall(r'(?:src|srcset|href)="([^"]*)"', page)
    pictures = [text for text in addresses if text.startswith("data:image/svg+xml;base64,")]
    assert len(pictures) == 8
    assert all(text.endswith((".csv", ".csv.gz")) for text in {*addresses} - {*pictures})
    assert page.count("<script") == 1  # our own, which sorts tables
    assert not re.search(r"https?:|url\(|@import|fetch\(", re.sub(r"base64,[\w+/=]+", "", page))


def test_long_keys_are_cut(written: Written) -> None:
    """Or one evaluator could make the page as long as it likes."""
    page, _ = written("a" * 9_000)
    assert "... (17,811 more characters)" in page
