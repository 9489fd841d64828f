"""Text from outside can be shown anywhere, and stays readable."""

from hypothesis import given
from hypothesis import strategies as st

from harness.processes.visible import visible, visible_repr
from tests.harness.names import HOSTILE

ANY_TEXT = st.text(st.characters(exclude_categories=[])) | st.sampled_from(HOSTILE)
"""All categories, since hypothesis leaves out lone surrogates by default."""


class Unspeakable:
    """An object whose repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError("\x1b[31m")


@given(ANY_TEXT, st.booleans())
def test_all_of_it_can_be_printed_and_encoded(text: str, lines: bool) -> None:
    """Failure means that a name can move the cursor, or stop a report from being written."""
    shown = visible(text, lines=lines)
    shown.encode()
    assert (shown.replace("\n", "") if lines else shown).isprintable()


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_of_any_script_stays(text: str) -> None:
    assert visible(text) == text


def test_escapes_are_those_of_python() -> None:
    for text, shown in [
        ("\x1b[0m", r"\x1b[0m"),
        ("\x00\x7f\x9b", r"\x00\x7f\x9b"),
        ("\u202e\u2066", r"\u202e\u2066"),
        ("\u200b\ufeff", r"\u200b\ufeff"),
        ("\ud800\udc80", r"\ud800\udc80"),
        ("\U000e0041", r"\U000e0041"),
        ("a\tb\nc\r\n", r"a\tb\nc\r\n"),
        ("a\\b 'é♦手'", "a\\b 'é♦手'"),
    ]:
        assert visible(text) == shown


def test_lines_stay_where_they_are_asked_for() -> None:
    assert visible("a\nb\r\x0b\u2028c", lines=True) == "a\nb\\r\\x0b\\u2028c"


def test_what_is_cut_is_counted() -> None:
    """Failure means that a reader takes the beginning for the whole text."""
    assert visible("a" * 2_000) == "a" * 2_000
    assert visible("a" * 2_001) == "a" * 2_000 + "... (1 more character)"
    assert visible("a" * 5_000) == "a" * 2_000 + "... (3,000 more characters)"
    assert visible("\x1b" * 3, most=1) == "\\x1b... (2 more characters)"


def test_a_repr_is_short_and_never_fails() -> None:
    assert visible_repr((1, "\u202e[red]")) == r"(1, '\u202e[red]')"
    assert visible_repr("a" * 1_000) == "'" + "a" * 199 + "... (802 more characters)"
    assert visible_repr(10**5_000) == "<int: its repr raises ValueError>"
    assert visible_repr(Unspeakable()) == "<Unspeakable: its repr raises RuntimeError>"
