"""Class numbers of a scope, and what is imported to compute them."""

import subprocess
import sys

SAMPLE_OF_FIVE = """
import sys
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Sample
assert len(class_numbers(Sample(5, 100))) == 100
assert "numpy" not in sys.modules
"""


def test_a_sample_of_five_cards_does_not_import_numpy() -> None:
    """Failure means that a short check waits for NumPy, and for a table of all hands."""
    command = [sys.executable, "-c", SAMPLE_OF_FIVE]
    completed = subprocess.run(command, capture_output=True, text=True)
    assert not completed.stderr
