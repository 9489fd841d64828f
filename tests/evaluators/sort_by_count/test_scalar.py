"""The order and the comparisons that the article prints."""

from typing import Any

from evaluators.sort_by_count import scalar as sort_by_count
from tests.evaluators.test_published import IN_THE_ARTICLE
from tests.hands import key

SAMPLES = [hand for hand, *_ in IN_THE_ARTICLE]


def rank(hand: str) -> Any:
    return key(sort_by_count, hand)


def test_the_sample_hands_are_in_order() -> None:
    shuffled = SAMPLES[5:] + SAMPLES[:5]
    assert sorted(shuffled, key=rank) == SAMPLES


def test_the_article_s_comparisons() -> None:
    assert rank("6♡6♣6♢K♡K♠") > rank("A♠2♠3♣4♠5♢")
    assert rank("6♡6♣6♢K♡K♠") == rank("6♡6♣6♠K♡K♢")
