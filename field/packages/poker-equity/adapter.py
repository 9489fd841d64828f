"""poker-equity, by krux: in Rust; score_batch, a batch of one."""

from answering import RULES, answer
from poker_equity import score_batch

kernels = {
    "standard": "high",
    "short-deck": "short_deck",
    "deuce-to-seven": "deuce_seven",
    "ace-to-five": "low_a5",
}


def key(hand):
    return score_batch(kernels[RULES], ["".join(hand)])[0]


answer(key)
