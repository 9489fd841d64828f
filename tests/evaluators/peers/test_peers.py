"""Other people's libraries, behind the same protocol and held to the same check before timing."""

from itertools import chain
from random import Random

import pytest

from evaluators import COMPILED, PEERS, load, rulebook
from harness.equivalence import check
from harness.verdict import EQUIVALENT, NOT_INSTALLED
from tests.hands import RARE_DECKS, key


def test_every_five_card_hand_is_ordered_as_the_rules_order_it() -> None:
    """All 2,598,960, by each that is installed; numbers of one that is wrong are worth nothing."""
    statuses = {verdict.name: verdict.status for verdict in check(list(PEERS))}
    assert set(statuses) == set(PEERS)
    assert set(statuses.values()) <= {EQUIVALENT, NOT_INSTALLED}
    assert statuses["treys"] == EQUIVALENT


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("size", [6, 7])
def test_more_cards_tie_and_win_as_by_the_rules(name: str, size: int) -> None:
    """On random hands, and on hands of few ranks or suits, where the rare shapes are."""
    try:
        peer = load(name)
    except ImportError:
        pytest.skip(f"{name} is not installed")
    random = Random(size)
    dealt = [random.sample(deck, size) for deck in RARE_DECKS for _ in range(100)]
    sign = -1 if peer.lower_wins else 1
    by_peer = [key(peer, hand) for hand in dealt]
    by_rules = [key(rulebook, hand) for hand in dealt]
    for one, other in chain(zip(range(499), range(1, 500)), zip(range(250), range(250, 500))):
        mine = (by_peer[one] > by_peer[other]) - (by_peer[one] < by_peer[other])
        right = (by_rules[one] > by_rules[other]) - (by_rules[one] < by_rules[other])
        assert sign * mine == right


@pytest.mark.parametrize("name", PEERS)
def test_an_adapter_has_the_name_of_its_library(name: str) -> None:
    """The report finds versions by it."""
    try:
        assert load(name).name == name
    except ImportError:
        pytest.skip(f"{name} is not installed")


def test_the_compiled_ones_are_peers() -> None:
    assert set(PEERS) >= COMPILED
