"""The output of a console, as SVG."""

import io
import re

import pytest
from rich.console import Console

from harness.reporting.drawing import THEMES, in_theme


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_is_fetched(theme: str) -> None:
    """Failure means that a page with the picture asks another host."""
    console = Console(record=True, width=80, file=io.StringIO(), color_system="truecolor")
    console.print("bold <b>", style="bold")
    svg = in_theme(console, theme)
    assert "bold&#160;" in svg
    assert THEMES[theme].background_color.hex in svg
    fetched = re.sub(r"<!--.*?-->", "", svg).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|@import|@font-face|href", fetched)
    assert not re.search(r"url\((?!#)", fetched)
