"""Which of two hands wins by a strategy, and which element of the keys decides."""

import re
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evaluators import load
from evaluators.cards import Card, parse_hand
from harness.checking.witness import BEATS, LOSES, TIES
from harness.hands.classes import CATEGORIES, class_of, classes
from harness.teaching.deciding import decide, elements_of, key_of, names_of
from harness.teaching.explanation import STRATEGIES
from harness.testing.strategies import hands, hands_of
from tests.hands import key

PAIRS = st.one_of(
    st.tuples(hands(), hands()),
    st.sampled_from(CATEGORIES).flatmap(lambda name: st.tuples(hands_of(name), hands_of(name))),
)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(pair=PAIRS)
@settings(max_examples=40)
def test_the_winner_is_that_of_the_rules(strategy: str, pair: tuple[list[Card], ...]) -> None:
    """Else a strategy is said to decide against the rules."""
    first, second = (class_of(hand).number for hand in pair)
    rules = TIES if first == second else BEATS if first < second else LOSES
    decision = decide(strategy, *pair)
    assert decision.says == rules
    assert (decision.decisive is None) == (rules == TIES)
    assert ("tie" in decision.words) == (rules == TIES)


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(pair=PAIRS)
@settings(max_examples=40)
def test_the_decisive_element_is_the_first_that_differs(
    strategy: str, pair: tuple[list[Card], ...]
) -> None:
    """Else the words name an element before or behind the one that decides."""
    decision = decide(strategy, *pair)
    differing = [name for name, one, other in decision.elements if one != other]
    if decision.decisive is not None:
        assert decision.elements[decision.decisive][0] == differing[0]
    else:
        assert not differing


def numbers_in(words: str) -> tuple[int, int]:
    """The two values at the end of the words."""
    matched = re.search(r": (\d+) against (\d+)$", words)
    assert matched, words
    return int(matched[1]), int(matched[2])


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name != "cactus-kev"])
@given(
    pair=st.sampled_from(CATEGORIES).flatmap(lambda name: st.tuples(hands_of(name), hands_of(name)))
)
@settings(max_examples=50)
def test_ranks_decide_as_in_the_rulebook(strategy: str, pair: tuple[list[Card], ...]) -> None:
    """Else the words name other ranks than those by which the rules decide within a category."""
    rulebook = load("rulebook")
    (_, ranks), (_, others) = (key(rulebook, hand) for hand in pair)
    assume(ranks != others)
    expected = next((one + 2, other + 2) for one, other in zip(ranks, others) if one != other)
    assert numbers_in(decide(strategy, *pair).words) == expected


@pytest.mark.parametrize("strategy", ["matrix-score", "count-buckets"])
@given(pair=PAIRS)
@settings(max_examples=40)
def test_categories_decide_first(strategy: str, pair: tuple[list[Card], ...]) -> None:
    categories = tuple(class_of(hand).category for hand in pair)
    words = decide(strategy, *pair).words
    assert words.startswith("the category: ") == (categories[0] != categories[1])
    if categories[0] != categories[1]:
        assert numbers_in(words) == categories


def test_the_slots_of_every_class_are_its_ranks() -> None:
    """Else digits of a score are read wrongly: it is a float."""
    for hand_class in classes():
        (_, category), *slots = elements_of(
            "matrix-score", key_of("matrix-score", hand_class.example)
        )
        assert int(category) == hand_class.category
        ranks = [int(text) for _, text in slots if text != "00"]
        assert ranks == [rank + 2 for rank in hand_class.ranks]


WORDS: list[tuple[str, str, dict[str, str]]] = [
    ("As Ks Qs Js 9d", "Kd Qs Jc 9h 8s", {
        "cactus-kev": "class {0} against {1}: the lower number wins",
        "matrix-score": "slot 3, the highest card: 14 against 13",
        "sort-by-count": "the first of the ranks: 14 against 13",
        "count-buckets": "the first of the ones: 14 against 13",
    }),
    ("Kd Ks Qc Jh 9s", "Kh Kc Jd 9d 8c", {
        "matrix-score": "slot 5, the highest kicker: 12 against 11",
        "sort-by-count": "the second of the ranks: 12 against 11",
        "count-buckets": "the first of the ones: 12 against 11",
    }),
    ("7c 7d 7h 7s Kd", "7c 7d 7h 7s Qd", {"matrix-score": "slot 7, the kicker: 13 against 12"}),
    ("7c 7d 7h 7s Kd", "6c 6d 6h 6s Kd", {"matrix-score": "slot 2, the four: 7 against 6"}),
    ("7c 7d 7h Ks Kd", "6c 6d 6h Ks Kd", {
        "matrix-score": "slot 1, the triple: 7 against 6",
        "count-buckets": "the threes: 7 against 6",
    }),
    ("7c 7d 7h Ks Kd", "7c 7d 7h Qs Qd", {"matrix-score": "slot 2, the pair: 13 against 12"}),
    ("7c 7d 7h Ks Qd", "6c 6d 6h Ks Qd", {"matrix-score": "slot 2, the triple: 7 against 6"}),
    ("7c 7d 7h Ks Qd", "7c 7d 7h Ks Jd", {
        "matrix-score": "slot 7, the second kicker: 12 against 11"}),
    ("7c 7d 6h 6s Kd", "7c 7d 5h 5s Kd", {
        "matrix-score": "slot 2, the lower pair: 6 against 5",
        "count-buckets": "the second of the twos: 6 against 5",
    }),
    ("7c 7d 6h 5s Kd", "6c 6d 7h 5s Kd", {"matrix-score": "slot 2, the pair: 7 against 6"}),
    ("9h 8h 7h 6h 5h", "7c 7d 7h 7s Kd", {
        "matrix-score": "the category: 8 against 7",
        "sort-by-count": "the flag for a straight flush: True against False",
    }),
    ("7c 7d 7h 7s Kd", "Ks Js 9s 6s 2s", {
        "sort-by-count": "the flag for two ranks: True against False"}),
    ("Ks Js 9s 6s 2s", "8d 7c 6s 5h 4c", {
        "sort-by-count": "the flag for a flush: True against False"}),
    ("Qc Qd Qs 8h 3d", "Ac Ah 6d 6s Jc", {
        "sort-by-count": "the first of the counts: 3 against 2"}),
    ("6d 5c 4s 3h 2c", "Ad 5c 4c 3c 2h", {
        "matrix-score": "slot 3, the highest card: 6 against 5",
        "sort-by-count": "the first of the ranks: 6 against 5",
    }),
    ("Kd Ks Qc Jh 9s", "Kh Kc Qd Jd 9c", {
        "cactus-kev": "class {0} both times: the hands tie",
        "sort-by-count": "each element is the same in both keys: the hands tie",
    }),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "expected"), WORDS)
def test_the_words(first: str, second: str, expected: dict[str, str]) -> None:
    """Else the element that decides has a wrong name."""
    hands = parse_hand(first), parse_hand(second)
    numbers = [class_of(hand).number for hand in hands]
    for strategy, words in expected.items():
        assert decide(strategy, *hands).words == words.format(*numbers)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_element_has_a_name(strategy: str) -> None:
    """Else names stand beside other elements."""
    result: Any = key_of(strategy, parse_hand("Kd Ks Qc Jh 9s"))
    assert [name for name, _ in elements_of(strategy, result)] == list(names_of(strategy))
    if isinstance(result, tuple):
        assert len(result) == len(names_of(strategy))
        shown = [text for _, text in elements_of(strategy, result)]
        assert shown == [*map(repr, result)]
