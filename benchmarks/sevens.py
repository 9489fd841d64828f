"""Faults that hands of five cards do not show: slips in the choice of the best five of seven.

Published packages have some of them; `docs/field.md` names these. Each is an edit of one clean
evaluator of seven cards, as those of `harness.teaching.mistakes` are of one of five.
"""

from pathlib import Path

from harness.teaching.mistakes import Function, edited, entries, function_of

CLEAN = """\
from collections import Counter


def straight(ranks):
    ranks = {*ranks, 1} if 14 in ranks else {*ranks}
    return max((top for top in ranks if {*range(top - 4, top)} <= ranks), default=0)


def evaluate(hand):
    as_dealt = ["..23456789TJQKA".index(card[0]) for card in hand]
    ranks = sorted(as_dealt, reverse=True)
    counts = Counter(ranks)
    groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    pairs = [rank for rank in groups if counts[rank] > 1]
    suits = [card[1] for card in hand]
    suit = max(suits, key=suits.count)
    suited = sorted((r for r, s in zip(as_dealt, suits) if s == suit), reverse=True)
    is_flush = len(suited) >= 5
    first, *others = groups
    if is_flush and straight(suited):
        return 8, straight(suited)
    if counts[first] == 4:
        return 7, first, max(others)
    if counts[first] == 3 and len(pairs) > 1:
        return 6, first, max(pairs[1:])
    if is_flush:
        return 5, *suited[:5]
    if straight(ranks):
        return 4, straight(ranks)
    if counts[first] == 3:
        return 3, first, *others[:2]
    if len(pairs) > 1:
        return 2, *pairs[:2], max({*ranks} - {*pairs[:2]})
    if pairs:
        return 1, first, *others[:3]
    return 0, *ranks[:5]
"""

EDITS = {
    fault.cause: fault.diff
    for _, fault in entries(Path(__file__).with_suffix(".diff").read_text(encoding="utf-8"))
}
"""For each fault, the edit of the clean evaluator, from ``sevens.diff``."""


def evaluator(fault: str = "") -> Function:
    """The evaluator with a fault, or the clean one: a function of five, six or seven cards.

    >>> evaluator()("As Ah Kd Kc Qd Qc 2h".split())
    (2, 14, 13, 12)
    >>> evaluator("two pair: a third pair is no kicker")("As Ah Kd Kc Qd Qc 2h".split())
    (2, 14, 13, 2)
    """
    return function_of(edited(CLEAN, EDITS[fault]) if fault else CLEAN)
