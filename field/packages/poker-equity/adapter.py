"""poker-equity, by krux: in Rust; score_batch, and exact_from_text for showdowns of Omaha."""

from answering import RULES, answer, decide
from poker_equity import exact_from_text, score_batch

kernels = {
    "standard": "high",
    "short-deck": "short_deck",
    "deuce-to-seven": "deuce_seven",
    "ace-to-five": "low_a5",
}


def key(hand):
    return score_batch(kernels[RULES], ["".join(hand)])[0]


def winner(board, first, second):
    dealt = exact_from_text("omaha", ["".join(first), "".join(second)], "".join(board))
    one, other = dealt["players"]
    return one["equity"] - other["equity"]


if RULES == "omaha":
    decide(winner)
else:
    answer(key)
