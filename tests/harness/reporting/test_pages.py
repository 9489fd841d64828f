"""Text stays text in both writers: no name, message or key can become an element of a page."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from harness.processes.visible import visible
from harness.reporting import report
from harness.reporting.charts import Chart, charts_of, draw_all
from harness.reporting.pages import (
    Block,
    Bold,
    Code,
    Commands,
    Heading,
    Picture,
    Table,
    Text,
    as_html,
    as_markdown,
)
from harness.timing.results import Results, Timing
from tests.harness.names import HOSTILE

PLAIN = "harmless"
READ_ELSEWHERE = re.compile(r":\w+:|://|www\.|@|\$|~|(?<!\w)#\d")
"""What GitHub makes emoji, links, people, formulas and issues of, outside of code."""


def pictured(text: str) -> Chart:
    def draw(_: object) -> None:
        raise NotImplementedError

    return Chart("x", text, text, text, text, (), (), draw)  # type: ignore[arg-type]


def document(text: str) -> list[Block]:
    """A page that has a text wherever one can stand."""
    return [
        Heading(text),
        Heading(f"of {text}", 3),
        Text(text),
        Text(f"It says {text}, it does.", "quiet"),
        Text((Bold(f"by {text} it"), ", ", text, " and ", Code(text)), "proven"),
        Table((text, "other"), [(text, Code(text)), (Bold(text), f"{text}|{text}")], frozenset()),
        Table(("hands",), [("5",)], frozenset(), f"folded: {text}"),
        Picture(pictured(text)),
        Commands(("echo",)),
    ]


class Reader(HTMLParser):
    """The elements of a page, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[object] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, [name for name, value in attrs if name != "id"]))
        self.texts += [value or "" for name, value in attrs if name == "alt"]

    def handle_endtag(self, tag: str) -> None:
        self.elements.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.elements.append("comment")

    def handle_decl(self, decl: str) -> None:
        self.elements.append(decl)

    def unknown_decl(self, data: str) -> None:
        self.elements.append(data)

    def handle_pi(self, data: str) -> None:
        self.elements.append(data)


def tokens(markdown: str) -> Iterator[Token]:
    """What a reader of Markdown with tables and strikethrough finds, HTML included."""
    for token in MarkdownIt("gfm-like", {"linkify": False, "html": True}).parse(markdown):
        yield from token.children or [token]


def structure(markdown: str) -> list[tuple[str, str]]:
    """All that is not text or code, without the text of an alternative or a summary."""
    return [
        (token.type, re.sub('alt="[^"]*"|(?<=<summary>)[^<]*', "", token.content))
        for token in tokens(markdown)
        if token.type not in ("text", "text_special", "code_inline")
    ]


def text_of(markdown: str) -> str:
    """Text and code, without spaces."""
    read = ("text", "text_special", "code_inline")
    texts = (token.content if token.type in read else "\n" for token in tokens(markdown))
    return "".join(texts).replace(" ", "")


def html(text: str) -> str:
    return as_html(document(text), text, lambda _: b"")


@pytest.mark.parametrize("text", HOSTILE)
class TestATextThatLooksLikeMarkup:
    """Failure means that the name of an evaluator can put markup, or a script, on our page."""

    def test_in_html(self, text: str) -> None:
        page, harmless = Reader(html(text)), Reader(html(PLAIN))
        html(text).encode()
        assert page.elements == harmless.elements
        assert page.texts == [each.replace(PLAIN, visible(text)) for each in harmless.texts]

    def test_in_markdown(self, text: str) -> None:
        page, harmless = (as_markdown(document(each), each) for each in (text, PLAIN))
        page.encode()
        assert structure(page) == structure(harmless)
        shown = visible(text).replace(" ", "")
        assert text_of(page) == text_of(harmless).replace(PLAIN, shown)

    def test_outside_of_code_nothing_is_left_for_github(self, text: str) -> None:
        """GitHub looks at the text once Markdown was read, escapes are gone by then."""
        for token in tokens(as_markdown(document(text), text)):
            if token.type.startswith("text"):
                assert not READ_ELSEWHERE.search(token.content)

    @pytest.mark.every(3)
    def test_in_a_report(self, text: str, written: "Written") -> None:
        """Wherever a name, a machine or a message enters it."""
        page, markdown = written(text)
        harmless_page, harmless_markdown = written(PLAIN)
        assert Reader(page).elements == Reader(harmless_page).elements
        assert structure(markdown) == structure(harmless_markdown)
        assert " ".join(Reader(page).texts).count(visible(text)) >= 40


Written = Callable[[str], tuple[str, str]]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """From a text to the page and the Markdown of a report that has it everywhere."""
    folder = tmp_path_factory.mktemp("report")
    charts = charts_of(run(PLAIN), {}, PLAIN)[:2]
    draw_all(charts, folder)

    @cache
    def write(text: str) -> tuple[str, str]:
        (folder / "verdicts.json").write_text(json.dumps(verdicts(text)))
        named = [replace(chart, title=text, alt=text, how=text, caveat=text) for chart in charts]
        page, markdown = report.write(folder, run(text), named, text)
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
    says = {"rules_say": text, "evaluator_says": text}
    right = {
        "name": text, "style": text, "status": "equivalent", "cards": 5, "scope": "all",
        "hands": 2_598_960, "classes": 7_462, "digest": text, "showdowns": 10**12, "reversed": 0,
        "false_ties": 0, "false_wins": 0, "witness": None, "message": "", "seconds": 1.0,
    }  # fmt: skip
    wrong = right | {"status": text, "witness": {"first": side, "second": side} | says}
    failed = right | {"status": text, "message": text}
    return {
        "machine": {"cpu": text, "python": text},
        "evaluators": [right, wrong | {"reversed": 5}, wrong | {"reversed": None}, failed],
    }


def test_an_unknown_share_is_called_unknown(written: Written) -> None:
    for text in written(PLAIN):
        assert "how many showdowns are decided wrongly is unknown" in text


def test_long_messages_and_keys_are_cut(tmp_path: Path) -> None:
    """Or one evaluator could make the page as long as it likes."""
    (tmp_path / "verdicts.json").write_text(json.dumps(verdicts("a" * 9_000)))
    statuses = {"python/mine": {"status": "failed", "message": "a" * 5_000}}
    page, _ = report.write(tmp_path, Results(statuses=statuses), [], PLAIN)
    text = page.read_text(encoding="utf-8")
    assert "... (7,000 more characters)" in text  # of a message
    assert "... (3,008 more characters)" in text  # of why it was not timed
    assert "... (17,811 more characters)" in text  # of a key
