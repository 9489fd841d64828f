"""Properties of every evaluator, whatever its strategy, and the order of six and seven cards.

``tests/harness/checking/test_equivalence.py`` checks the order of all five-card hands.
"""

import subprocess
import sys
from itertools import combinations, pairwise, permutations
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import BUILT_IN, PUBLISHED, Evaluator, UnknownEvaluatorError, load, rulebook
from evaluators.cards import DECK, Card, rank_of, suit_of
from tests.hands import RARE_DECKS, hands, key

NAMES = [*(name for name in BUILT_IN if name != "rulebook"), "treys"]


@pytest.fixture(params=NAMES, scope="module")
def evaluator(request: pytest.FixtureRequest) -> Evaluator[Any, Any]:
    return load(request.param)


@pytest.mark.parametrize("name", [*BUILT_IN, *PUBLISHED])
def test_names_are_the_evaluators_own(name: str) -> None:
    assert load(name).name == name


def some_hands(evaluator: Evaluator[Any, Any]) -> st.SearchStrategy[list[Card]]:
    """Hands of five to seven cards that an evaluator takes."""
    sizes = [size for size in range(5, 8) if size in evaluator.sizes]
    return st.sampled_from(sizes).flatmap(hands)


def order(first: Any, second: Any) -> int:
    """1, 0 or -1, as the first key is higher, equal or lower."""
    return int(first > second) - int(first < second)


@pytest.mark.parametrize("size", [6, 7])
def test_six_and_seven_cards_are_ordered_as_by_the_rules(
    evaluator: Evaluator[Any, Any], size: int
) -> None:
    """On hands of few ranks or suits, which have the rare shapes."""
    if size not in evaluator.sizes:
        pytest.skip(f"does not take {size} cards")
    random = Random(size)
    dealt = [random.sample(deck, size) for deck in RARE_DECKS for _ in range(300)]
    keys = [(key(rulebook, hand), key(evaluator, hand)) for hand in dealt]
    direction = -1 if evaluator.lower_wins else 1
    for (rules, own), (next_rules, next_own) in pairwise(sorted(keys, key=itemgetter(0))):
        assert direction * order(own, next_own) == order(rules, next_rules)


@given(data=st.data())
@settings(max_examples=60)
def test_the_order_of_cards_does_not_matter(
    evaluator: Evaluator[Any, Any], data: st.DataObject
) -> None:
    hand = data.draw(some_hands(evaluator))
    assert key(evaluator, data.draw(st.permutations(hand))) == key(evaluator, hand)


@given(data=st.data())
@settings(max_examples=60)
def test_the_names_of_suits_do_not_matter(
    evaluator: Evaluator[Any, Any], data: st.DataObject
) -> None:
    hand = data.draw(some_hands(evaluator))
    suits = data.draw(st.permutations(range(4)))
    renamed = [4 * rank_of(card) + suits[suit_of(card)] for card in hand]
    assert key(evaluator, renamed) == key(evaluator, hand)


def test_all_orders_of_one_hand_of_each_category(evaluator: Evaluator[Any, Any]) -> None:
    """The wheel is here suited and unsuited, because most strategies have special code for it."""
    for hand in (
        "Ad Kc 9h 5s 2d",
        "Ad Ac 9h 5s 2d",
        "Ad Ac 9h 9s 2d",
        "Ad Ac Ah 9s 2d",
        "Ad 2c 3h 4s 5d",
        "Td Jc Qh Ks Ad",
        "Ad Kd 9d 5d 2d",
        "Ad Ac Ah 9s 9d",
        "Ad Ac Ah As 9d",
        "Ad 2d 3d 4d 5d",
    ):
        cards = hand.split()
        assert len({key(evaluator, " ".join(order)) for order in permutations(cards)}) == 1


def test_input_is_left_as_it_was(evaluator: Evaluator[Any, Any]) -> None:
    hand = [evaluator.encode(card) for card in (45, 43, 36, 34, 31)]
    before = list(hand)
    evaluator.evaluate(hand)
    assert hand == before


def test_a_hand_may_be_any_sequence(evaluator: Evaluator[Any, Any]) -> None:
    hand = [evaluator.encode(card) for card in (45, 43, 36, 34, 31)]
    assert evaluator.evaluate(hand) == evaluator.evaluate(tuple(hand))


def test_combinations_of_the_encoded_deck_are_hands(evaluator: Evaluator[Any, Any]) -> None:
    """A failure means that hands cannot be made of cards that were encoded once."""
    deck = [evaluator.encode(card) for card in DECK]
    assert evaluator.evaluate(next(combinations(deck, 5))) is not None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cactus-kv", "did you mean 'cactus-kev'?"),
        ("zzz", "allhands list shows all names"),
        (".", "no evaluator is called"),
        (":x", "no evaluator is called"),
        ("./good.py", "no evaluator is called"),
        ("nowhere.at.all", "there is no module 'nowhere'"),
        ("evaluators.cards", "is not an evaluator: it has no 'name'"),
        ("evaluators.cactus_kev.scalar:nothing", "evaluators.cactus_kev.scalar has no 'nothing'"),
    ],
)
def test_unknown_evaluators_are_named(name: str, message: str) -> None:
    with pytest.raises(UnknownEvaluatorError, match=message.replace("?", r"\?")):
        load(name)


def test_a_missing_library_is_an_import_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "needs_a_library.py").write_text("import no_such_library\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        load("needs_a_library:evaluator")


def test_evaluators_need_nothing_but_the_standard_library() -> None:
    """A failure means that they do not run everywhere, or that a worker starts slowly."""
    script = (
        "import sys, evaluators\n"
        "for name in [*evaluators.BUILT_IN, *evaluators.PUBLISHED]: evaluators.load(name)\n"
        "import harness.checking.examination\n"
        "roots = {name.partition('.')[0] for name in sys.modules}\n"
        "ours = {'evaluators', 'harness', '__main__', '__mp_main__'}\n"
        "print(sorted(roots - set(sys.stdlib_module_names) - ours))\n"
    )
    isolated = [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{script}"]
    run = subprocess.run(isolated, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_evaluators_never_import_the_harness() -> None:
    script = (
        "import sys, evaluators\n"
        "for name in [*evaluators.BUILT_IN, *evaluators.PUBLISHED]: evaluators.load(name)\n"
        "assert not any(name.startswith('harness') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
