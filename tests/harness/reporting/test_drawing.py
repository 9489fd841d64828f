"""What a console printed, as SVG."""

import io
import re
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.text import Text

from harness.reporting.drawing import THEMES, adapting, in_theme

NAMESPACE = "http://www.w3.org/2000/svg"
SVG = f"{{{NAMESPACE}}}"


@pytest.fixture
def console() -> Console:
    console = Console(record=True, width=80, file=io.StringIO(), color_system="truecolor")
    console.print(Text.assemble(("bold <b>", "bold"), " plain ", ("dim", "dim"), ("cyan", "cyan")))
    console.print()
    console.print("second")
    return console


def test_it_is_light_and_dark(console: Console) -> None:
    """Else the text is illegible on a system of the other kind."""
    svg = adapting(console, "t")
    light, _, dark = svg.partition("@media (prefers-color-scheme: dark)")
    used = set(re.findall(r'<text class="([^"]+)"', svg))
    colours = {}
    for name in used:
        before = re.findall(rf"\.{name} \{{ fill: (#\w+)", light)
        after = re.findall(rf"\.{name} \{{ fill: (#\w+)", dark)
        assert len(before) == len(after) == 1
        colours[name] = before[0], after[0]
    assert len(set(colours.values())) == 3  # bold and plain have one colour
    for theme, styles in (("light", light), ("dark", dark)):
        assert f"rect {{ fill: {THEMES[theme].background_color.hex} }}" in styles


def test_it_says_what_it_is(console: Console) -> None:
    root = ElementTree.fromstring(adapting(console, "A <hand> & more {braces}"))
    assert root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "A <hand> & more {braces}"
    assert root.get("aria-labelledby") == title.get("id")


def test_all_text_is_drawn(console: Console) -> None:
    root = ElementTree.fromstring(adapting(console, "t"))
    drawn = "".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
    assert drawn.replace("\xa0", " ") == "bold <b> plain dimcyansecond"


@pytest.mark.parametrize("theme", [None, *THEMES])
def test_nothing_is_fetched(console: Console, theme: str | None) -> None:
    svg = in_theme(console, theme) if theme else adapting(console, "t")
    fetched = re.sub(r"<!--.*?-->", "", svg).replace(NAMESPACE, "")
    assert not re.search(r"https?:|@import|@font-face|href", fetched)
    assert not re.search(r"url\((?!#)", fetched)
