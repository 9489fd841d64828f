"""Other libraries behind the same protocol: the same check applies to them before timing."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from evaluators import NOT_IN_PYTHON, PEERS, Evaluator, load
from evaluators.cards import DECK, Card
from harness.checking.equivalence import check
from harness.checking.statuses import EQUIVALENT, NOT_INSTALLED
from harness.hands.arrays import examples, numbers_of
from harness.timing.benchmark import natively
from tests.hands import RARE_DECKS, out_of_order


@pytest.fixture(params=PEERS, scope="module")
def peer(request: pytest.FixtureRequest) -> Evaluator[Any, Any]:
    try:
        return load(request.param)
    except ImportError:
        pytest.skip(f"{request.param} is not installed")


@pytest.mark.thorough
def test_every_five_card_hand_is_ordered_as_by_the_rules() -> None:
    """All 2,598,960 hands, by each installed library; a failure makes its timings worthless."""
    statuses = {verdict.name: verdict.status for verdict in check(list(PEERS))}
    assert set(statuses) == set(PEERS)
    assert set(statuses.values()) <= {EQUIVALENT, NOT_INSTALLED}
    assert statuses["treys"] == EQUIVALENT


@cache
def dealt(size: int) -> tuple[list[list[Card]], list[int]]:
    """Shuffled hands and their class numbers: one of each class, random hands and rare shapes."""
    random = Random(size)
    hands = [random.sample(hand, size) for hand in examples(size).values()]
    hands += [random.sample(DECK, size) for _ in range(20_000 if size == 5 else 500)]
    hands += [random.sample(deck, size) for deck in RARE_DECKS for _ in range(100)]
    return hands, numbers_of(np.array(hands)).tolist()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_classes_are_ordered_as_by_the_rules(peer: Evaluator[Any, Any], size: int) -> None:
    """One hand of each class, a sample, and hands of few ranks or suits."""
    hands, numbers = dealt(size)
    deck = [peer.encode(card) for card in DECK]
    keys = [peer.evaluate([deck[card] for card in hand]) for hand in hands]
    assert out_of_order(numbers, keys, peer.lower_wins) == []


def test_the_timed_function_is_the_checked_one(peer: Evaluator[Any, Any]) -> None:
    """A hand in the library's own container has the same key, and has it again when repeated."""
    evaluate, hand_of = natively(peer)
    hands, _ = dealt(5)
    deck = [peer.encode(card) for card in DECK]
    for hand in hands[::50]:
        encoded = tuple(deck[card] for card in hand)
        native = hand_of(encoded)
        assert evaluate(native) == peer.evaluate(encoded) == evaluate(native)


def test_an_adapter_has_the_name_of_its_library(
    peer: Evaluator[Any, Any], request: pytest.FixtureRequest
) -> None:
    """A failure means that the report does not find the library's version."""
    assert peer.name == request.node.callspec.params["peer"]


def test_the_compiled_libraries_are_peers() -> None:
    assert set(PEERS) >= set(NOT_IN_PYTHON)
