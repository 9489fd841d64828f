"""Faults that hands of five cards do not show: slips in the choice of the best five of seven.

Published packages have some of them; `docs/field.md` names these. Each is an edit of one clean
evaluator of seven cards, as those of `harness.teaching.mistakes` are of one of five.
"""

from harness.teaching.mistakes import Function, edited, function_of

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
    "two triples count as three of a kind": (
        "    if counts[first] == 3 and len(pairs) > 1:",
        "    if counts[first] == 3 and 2 in counts.values():",
    ),
    "a triple and two pairs count as three of a kind": (
        "    if counts[first] == 3 and len(pairs) > 1:",
        "    if counts[first] == 3 and len(pairs) == 2:",
    ),
    "full house: of two pairs, the lower one plays": (
        "        return 6, first, max(pairs[1:])",
        "        return 6, first, min(pairs[1:])",
    ),
    "full house: of two triples, the lower one is the three": (
        "        return 6, first, max(pairs[1:])",
        "        return 6, *sorted([first, max(pairs[1:])], key=lambda r: (-counts[r], r))",
    ),
    "four of a kind: the best kicker is skipped": (
        "        return 7, first, max(others)",
        "        return 7, first, sorted(others)[-2:][0]",
    ),
    "four of a kind: a pair or a triple is no kicker": (
        "        return 7, first, max(others)",
        "        return 7, first, max((r for r in others if counts[r] == 1), default=0)",
    ),
    "a straight flush below a straight of mixed suits counts as a flush": (
        "    if is_flush and straight(suited):",
        (
            "    highest = [r for r in suited if r <= straight(ranks)][:5]\n"
            "    if is_flush and (straight(suited) == 5 or straight(highest)):"
        ),
    ),
    "a flush and a straight of mixed suits count as a straight flush": (
        "    if is_flush and straight(suited):",
        "    if is_flush and straight(ranks):",
    ),
    "a flush of six or seven cards is missed": (
        "    is_flush = len(suited) >= 5",
        "    is_flush = len(suited) == 5",
    ),
    "a flush of six or seven cards takes its lowest five": (
        "        return 5, *suited[:5]",
        "        return 5, *suited[-5:]",
    ),
    "a flush is compared by the highest cards of all suits": (
        "        return 5, *suited[:5]",
        "        return 5, *ranks[:5]",
    ),
    "a flush with a pair beside it is missed": (
        "    if is_flush:",
        "    if is_flush and not pairs:",
    ),
    "a straight with a pair beside it is missed": (
        "    if straight(ranks):",
        "    if straight(ranks) and not pairs:",
    ),
    "a straight of six or seven ranks takes its lowest five": (
        "    return max((top for top in ranks if {*range(top - 4, top)} <= ranks), default=0)",
        "    return min((top for top in ranks if {*range(top - 4, top)} <= ranks), default=0)",
    ),
    "a straight is sought in the five highest ranks alone": (
        "    ranks = {*ranks, 1} if 14 in ranks else {*ranks}",
        "    ranks = {*sorted({*ranks})[-5:], *[1] * (14 in ranks)}",
    ),
    "A-2-3-4-5 is missed beside other ranks": (
        "    ranks = {*ranks, 1} if 14 in ranks else {*ranks}",
        "    ranks = {*ranks, 1} if {*ranks} == {14, 5, 4, 3, 2} else {*ranks}",
    ),
    "three of a kind: more than two kickers are compared": (
        "        return 3, first, *others[:2]",
        "        return 3, first, *others",
    ),
    "two pair: a third pair is no kicker": (
        "        return 2, *pairs[:2], max({*ranks} - {*pairs[:2]})",
        "        return 2, *pairs[:2], max(r for r in ranks if counts[r] == 1)",
    ),
    "two pair: the lower two of three pairs play": (
        "        return 2, *pairs[:2], max({*ranks} - {*pairs[:2]})",
        "        return 2, *pairs[-2:], max({*ranks} - {*pairs[-2:]})",
    ),
    "three pairs count as one pair": ("    if len(pairs) > 1:", "    if len(pairs) == 2:"),
    "one pair: more than three kickers are compared": (
        "        return 1, first, *others[:3]",
        "        return 1, first, *others",
    ),
    "one pair: the first two cards of the hand are its kickers": (
        "        return 1, first, *others[:3]",
        "        return 1, first, *sorted(as_dealt[:2], reverse=True)",
    ),
    "high card: more than five cards are compared": (
        "    return 0, *ranks[:5]",
        "    return 0, *ranks",
    ),
    "high card: the first two cards of the hand are compared": (
        "    return 0, *ranks[:5]",
        "    return 0, *sorted(as_dealt[:2], reverse=True)",
    ),
}
"""For each fault, a line of the clean evaluator, and what stands there instead."""


def evaluator(fault: str = "") -> Function:
    """The evaluator with a fault, or the clean one: a function of five, six or seven cards.

    >>> evaluator()("As Ah Kd Kc Qd Qc 2h".split())
    (2, 14, 13, 12)
    >>> evaluator("two pair: a third pair is no kicker")("As Ah Kd Kc Qd Qc 2h".split())
    (2, 14, 13, 2)
    """
    if not fault:
        return function_of(CLEAN)
    old, new = EDITS[fault]
    added = "\n+".join(new.splitlines())
    return function_of(edited(CLEAN, f"-{old}\n+{added}"))
