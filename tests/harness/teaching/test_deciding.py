"""The winner of two hands by a strategy, and the element of the keys that decides."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import load
from evaluators.cards import Card, parse_hand
from harness.hands.classes import CATEGORIES, class_of
from harness.teaching.deciding import NAMES, decide
from harness.testing.strategies import hands, hands_of
from tests.hands import key

PAIRS = st.one_of(
    st.tuples(hands(), hands()),
    st.sampled_from(CATEGORIES).flatmap(lambda name: st.tuples(hands_of(name), hands_of(name))),
)


@pytest.mark.parametrize("strategy", NAMES)
@given(pair=PAIRS)
@settings(max_examples=25)
def test_what_decides_is_what_decides_by_the_rules(
    strategy: str, pair: tuple[list[Card], ...]
) -> None:
    """Else a strategy is said to decide against the rules, or by another element."""
    one, other = (class_of(hand) for hand in pair)
    decision = decide(strategy, *pair)
    differing = [name for name, mine, yours in decision.elements if mine != yours]
    if one is other:
        assert (decision.winner, decision.decisive, differing) == ("the hands tie", None, [])
        return
    assert decision.winner == f"the {'first' if one.number < other.number else 'second'} hand wins"
    assert decision.elements[decision.decisive or 0][0] == differing[0]
    if strategy == "cactus-kev":
        return
    shown = [int(number) for number in re.findall(r"(\d+)(?= against|$)", decision.words)]
    if one.category == other.category:
        (_, ranks), (_, others) = (key(load("rulebook"), hand) for hand in pair)
        expected = next([a + 2, b + 2] for a, b in zip(ranks, others) if a != b)
        assert shown == expected
    elif strategy != "sort-by-count":
        assert decision.words.startswith("the category: ")
        assert shown == [one.category, other.category]


WORDS = {
    "matrix-score": [
        ("As Ks Qs Js 9d", "Kd Qs Jc 9h 8s", "slot 3, the highest card: 14 against 13"),
        ("Kd Ks Qc Jh 9s", "Kh Kc Jd 9d 8c", "slot 5, the highest kicker: 12 against 11"),
        ("7c 7d 6h 5s Kd", "6c 6d 7h 5s Kd", "slot 2, the pair: 7 against 6"),
        ("7c 7d 6h 6s Kd", "7c 7d 5h 5s Kd", "slot 2, the lower pair: 6 against 5"),
        ("7c 7d 7h Ks Qd", "7c 7d 7h Ks Jd", "slot 7, the second kicker: 12 against 11"),
        ("7c 7d 7h Ks Kd", "6c 6d 6h Ks Kd", "slot 1, the triple: 7 against 6"),
    ],
    "sort-by-count": [
        ("Qc Qd Qs 8h 3d", "Ac Ah 6d 6s Jc", "the first of the counts: 3 against 2"),
        ("Ks Js 9s 6s 2s", "8d 7c 6s 5h 4c", "the flag for a flush: True against False"),
        ("7c 7d 7h 7s Kd", "Ks Js 9s 6s 2s", "the flag for two ranks: True against False"),
    ],
    "count-buckets": [("7c 7d 6h 6s Kd", "7c 7d 5h 5s Kd", "the second of the twos: 6 against 5")],
}
"""Sentences that ``docs/explain.md`` and ``tests/transcripts.md``, which a test compares, lack."""


@pytest.mark.parametrize("strategy", WORDS)
def test_the_words(strategy: str) -> None:
    """Else the element that decides has a wrong name."""
    for first, second, words in WORDS[strategy]:
        assert decide(strategy, parse_hand(first), parse_hand(second)).words == words
