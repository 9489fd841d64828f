"""Text from outside can be shown anywhere; the doctests show how it is escaped."""

from hypothesis import given
from hypothesis import strategies as st

from harness.processes.visible import visible
from tests.harness.names import HOSTILE

ANY_TEXT = st.text(st.characters(exclude_categories=[])) | st.sampled_from(HOSTILE)
"""All categories, since hypothesis leaves out lone surrogates by default."""


@given(ANY_TEXT, st.booleans())
def test_all_of_it_can_be_printed_and_encoded(text: str, lines: bool) -> None:
    """Failure means that a name can move the cursor, or stop a report from being written."""
    shown = visible(text, lines=lines)
    shown.encode()
    assert (shown.replace("\n", "") if lines else shown).isprintable()


@given(st.text(st.characters(categories=["L", "N", "P", "S"])))
def test_ordinary_text_of_any_script_stays(text: str) -> None:
    assert visible(text) == text


def test_what_is_cut_is_counted() -> None:
    """Failure means that a reader takes the beginning for the whole text."""
    assert visible("a" * 2_000) == "a" * 2_000
    assert visible("a" * 2_001) == "a" * 2_000 + "... (1 more character)"
    assert visible("a" * 5_000) == "a" * 2_000 + "... (3,000 more characters)"
    assert visible("\x1b" * 3, most=1) == "\\x1b... (2 more characters)"
