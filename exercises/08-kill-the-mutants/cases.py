"""08. Kill the mutants: the task is in README.md."""

PAIR = ["2d", "2s", "5c", "4h", "3s"]
HIGH_CARD = ["Ad", "Ks", "Jc", "8h", "3s"]


def test_a_pair_beats_a_high_card(evaluate):
    """Higher keys win."""
    assert evaluate(PAIR) == evaluate(PAIR)  # ask for more: which hand has the higher key?
