"""Functions of two hands: the answers that they may give, and faults in them."""

import re
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from evaluators.cards import format_card, format_hand
from harness.adapters import COMPARISON, ranking
from harness.adapters.adopt import fitted, load
from harness.adapters.asking import StoppedError
from harness.adapters.calling import Function
from harness.adapters.comparing import Compared
from harness.adapters.place import Place
from harness.adapters.plain import Shown, WrongWinnerError
from harness.checking.equivalence import check_here, verdicts_on
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.hands.arrays import examples
from harness.hands.classes import classes
from harness.hands.scopes import Sample
from harness.processes.limits import Limits
from harness.reporting.terminal import summary
from tests.harness.adapters.comparisons import PokerHand, all_tie
from tests.harness.broken import number_of
from tests.harness.in_process import Here, sides

pytestmark = pytest.mark.usefixtures("short_preflight")

SCOPE = Sample(5, 600)
COMPARISONS, REFUSING = (f"tests.harness.adapters.{name}" for name in ("comparisons", "refusing"))
TEXTS = [tuple(map(format_card, hand)) for hand in list(examples().values())[::97]]
RISING = [2 * n + 1 for n in reversed(range(len(TEXTS)))]
"""The right places of these hands."""


def driver_of(place: str) -> Compared:
    return Compared(load(Place.of(place), COMPARISON))


def test_a_fault_at_one_single_hand_is_found() -> None:
    """Failure means that only some hands are asked about, as random pairs would.

    The function returns the hand that wins.
    """
    hand = SCOPE.hand(333)
    texts = {*map(format_card, hand)}

    def winner(one: list[str], other: list[str]) -> list[str] | None:
        first, second = (9 if {*each} == texts else number_of(each) for each in (one, other))
        return [None, one, other][(first < second) - (first > second)]

    verdict = check_here(winner, SCOPE, style=COMPARISON)
    assert (verdict.status, verdict.found_out) == (NOT_EQUIVALENT, "")
    assert {*hand} in [{*side.hand} for side in sides(verdict)]


def test_a_hand_that_is_returned_is_the_winner() -> None:
    """Or who returns the loser is equivalent, as numbers are that run the other way."""
    for better, status in ((min, EQUIVALENT), (max, NOT_EQUIVALENT)):

        def winner(one: list[str], other: list[str], better: Any = better) -> Any:
            is_tie = number_of(one) == number_of(other)
            return None if is_tie else better(one, other, key=number_of)

        verdict = check_here(winner, SCOPE, style=COMPARISON)
        assert (verdict.status, verdict.found_out) == (status, "")
    assert "nearly all showdowns are reversed" in verdict.hint


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best_hands", ""),
        ("indices", ""),
        ("names", ""),
        ("mask", "[True, True] does not say who wins; return a list of those that win"),
        ("from_one", "does not say who wins"),
        ("index", "0 does not say who wins"),
        ("PokerHand.compare_with", ""),
        ("PokerHand.better", ""),
        ("best_of_own_cards", ""),
        ("names_of_own_cards", ""),
    ],
)
def test_winners_of_a_list_and_methods(name: str, message: str) -> None:
    """Else `best_hands` of Exercism, or a method of a class of hands, needs a wrapper."""
    driver = driver_of(f"{COMPARISONS}:{name}")
    if message:
        with pytest.raises(StoppedError, match=re.escape(message)):
            driver.ask(TEXTS)
    else:
        assert driver.ask(TEXTS) == RISING


def test_the_class_of_a_method_is_found() -> None:
    """Else `check(PokerHand.compare_with, compare=True)` is refused, and a file with it is not."""
    driver = Compared(fitted(PokerHand.compare_with, "compare_with", COMPARISON))
    assert driver.ask(TEXTS) == RISING


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ["compare", "best_hands", "winners", "PokerHand.compare_with"])
def test_the_examples_of_the_docs(tmp_path: Path, name: str) -> None:
    """Else a shape that the page shows is not taken."""
    page = Path(__file__).parents[3] / "docs" / "check-your-own.md"
    section = page.read_text("utf-8").partition("## A function of two hands")[2]
    (example,) = re.findall(r"```python\n(.*?)```", section.partition("\n## ")[0], re.DOTALL)
    (tmp_path / "shapes.py").write_text(example)
    driver = driver_of(f"{tmp_path}/shapes.py:{name}")
    assert driver.ask(TEXTS) == RISING
    assert not driver.fault


@pytest.mark.every(4)
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("all_tie", "hands 1, 2, 3 win"),
        ("only_two", "too many values to unpack"),
        ("keeps_two", "by the rules hands"),
        ("pairs_tie", ""),
    ],
)
def test_tables_of_more_players(name: str, fault: str) -> None:
    """Else a fault of three players passes, or one of two hands is said to be one of tables."""
    driver = driver_of(f"{COMPARISONS}:{name}")
    driver.ask(TEXTS)
    assert fault in driver.fault
    assert bool(driver.fault) == bool(fault)
    assert bool(driver.remarks) != bool(fault)


@pytest.mark.thorough
def test_a_fault_of_tables_alone_is_no_wrong_showdown() -> None:
    """Else it passes, or the share counts showdowns of two that are right."""
    verdict = check_here(all_tie, SCOPE, style=COMPARISON)
    assert (verdict.status, verdict.wrong) == (NOT_EQUIVALENT, 0)
    assert re.search(r"3 players, .*: by the rules hands? .* wins?, but here: .*", repr(verdict))


def test_a_comparison_may_refuse_hands_that_share_a_card() -> None:
    """Else it gets an error, or a wrong one passes; or another error is taken for a refusal."""
    for name, message in [
        ("right", ""),
        ("negative", ""),
        ("words", ""),
        ("best_hands", ""),
        ("loser", "by the rules it wins, but here it loses"),
        ("number", "its answers contradict each other; 1: the first hand wins, -1: the second"),
        ("one_order", "by the rules it ties, but here it loses"),
        ("fails", "RuntimeError: two aces (refusing.py:"),
        ("never", "compared with itself: ValueError: not today"),
        ("itself", "compared with itself: ValueError: the same hand"),
    ]:
        driver = driver_of(f"{REFUSING}:{name}")
        step = -1 if name == "negative" else 1
        if not message:
            assert driver.ask(TEXTS) == RISING[::step]
            assert driver.pairs > 3 * len(TEXTS)
            continue
        with pytest.raises(StoppedError, match=re.escape(message)) as stopped:
            driver.ask(TEXTS)
        is_wrong = isinstance(stopped.value.error, WrongWinnerError)
        assert is_wrong == message.startswith("by the rules")
    driver = driver_of(f"{REFUSING}:only_two")
    driver.ask(TEXTS)
    assert "too many values to unpack" in driver.fault


def test_verdicts_on_comparisons_that_refuse_shared_cards() -> None:
    """Else a fault at one hand passes, or a verdict hides which pairs it rests on."""
    places = [f"{REFUSING}:{name}" for name in ("right", "kicker", "wheel", "odd")]
    right, *wrong = verdicts_on(places, SCOPE, style=COMPARISON, run=Here())
    assert (right.status, right.hands) == (EQUIVALENT, 600)
    (remark,) = right.remarks
    assert re.fullmatch(r"It refuses .*, so the verdict rests on \d\d,\d{3} pairs of .*", remark)
    text = "\n".join(map(str, summary([right])))
    assert "showdowns" not in text
    assert "That does not decide about all pairs" in text
    assert {verdict.status for verdict in wrong} == {NOT_EQUIVALENT}
    kicker, wheel, odd = [verdict.message for verdict in wrong]
    assert re.fullmatch(r"A. A. K. Q. J.: .* A. A. K. Q. T.: .* wins, but here it ties", kicker)
    assert re.fullmatch(r"As 5s 4s 3s 2s: .*: by the rules it wins, but here it loses", wheel)
    assert odd.startswith(format_hand(SCOPE.hand(333)))


def test_who_knows_no_tie_is_told_so() -> None:
    """Else the first of the best hands is said to depend on the order of the cards."""
    place = f"{COMPARISONS}:first_of_the_best"
    (verdict,) = verdicts_on([place], SCOPE, style=COMPARISON, run=Here())
    assert verdict.status == NOT_EQUIVALENT
    assert verdict.message.endswith(
        "they tie, but here the winner changed when they changed places"
    )


def test_a_hand_with_two_places_has_no_key_to_show() -> None:
    """Or a place of ours is said to be the key of a function that has none."""

    def compare(one: list[str], other: list[str]) -> int:
        first, second = ((-number_of(hand), "s" in hand[0]) for hand in (one, other))
        return (first > second) - (first < second)

    first, _ = sides(check_here(compare, SCOPE, style=COMPARISON))
    assert repr(first.key) == repr(Shown())


def test_failures_name_the_hands() -> None:
    failing: list[tuple[Callable[[Any, Any], Any], str]] = [
        (lambda one, other: True, "True is not a number, and neither of the hands"),
        (lambda one, other: "one", "'one' is not a number, and neither of the hands"),
        (lambda one, other: float("nan"), "nan is not a number"),
        (lambda one, other: 1, "it does not tie with itself, but gives 1"),
        (lambda one, other: one.sort() or 0, "compared with itself: a hand was changed; take a"),
        (lambda one, other: [][0], "IndexError: list index out of range (test_comparing.py:"),
    ]
    for function, message in failing:
        verdict = check_here(function, SCOPE, style=COMPARISON)
        assert verdict.status == ERROR
        assert message in verdict.message
        assert verdict.message.startswith("As Ks Qs Js Ts")


def test_limits_hold_for_comparisons() -> None:
    place = f"{COMPARISONS}:sleeps"
    (verdict,) = verdicts_on([place], SCOPE, style=COMPARISON, limits=Limits(0.6))
    assert verdict.status == TIMEOUT
    assert verdict.message.startswith("5s 5h 5d 5c 2s: no answer within 0.6 seconds")


class Asked:
    """The question about places, put to a function of two hands that a test may change."""

    def __init__(self, order: Callable[[Any, Any], Any]) -> None:
        self.order, self.calls = order, 0
        self._driver = Compared(Function(self._answer, hands=2))

    def _answer(self, one: tuple[str, ...], other: tuple[str, ...]) -> Any:
        self.calls += 1
        return self.order(one, other)

    @property
    def lower_wins(self) -> bool | None:
        """Which answers win, if that is known."""
        lower_wins: bool | None = self._driver.evaluator.lower_wins
        return lower_wins

    def places(self, hands: Any) -> list[int]:
        """The places of hands; the first that are asked about are those of the classes."""
        places: list[int] = self._driver.ask(hands)
        return places


def renamed(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The hand in other suits."""
    return tuple(card[0] + "cdhs"["dhsc".index(card[1])] for card in hand)


def order(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return number_of(other) - number_of(one)


def test_places_of_a_right_function_rise_with_the_hands() -> None:
    """Failure means that the places are in another order than the answers, or need many calls."""
    asked = Asked(order)
    assert asked.places(TEXTS) == RISING
    asked.calls = 0
    assert asked.places([*map(renamed, TEXTS)]) == RISING
    assert asked.calls == 2 * len(TEXTS)
    tied = [1] * len(TEXTS)
    for factor, places in ((2.5, RISING), (np.int64(-1), RISING[::-1]), (0, tied)):
        assert Asked(lambda one, other: factor * order(one, other)).places(TEXTS) == places  # noqa: B023


def test_words_are_about_the_first_hand() -> None:
    """Else they are refused, or the number of an enum's member is read in place of its name."""
    answer = IntEnum("answer", "WIN TIE LOSE")
    for words, places in [
        (("Tie", "Win", "Loss"), RISING),
        (("DRAW", "second", "first"), RISING[::-1]),
        ((answer.TIE, answer.WIN, answer.LOSE), RISING),
    ]:
        asked = Asked(lambda one, other: words[np.sign(order(one, other))])  # noqa: B023
        assert asked.places(TEXTS) == places
        assert asked.lower_wins is False


def test_a_wrong_order_needs_at_most_twice_the_calls_of_a_right_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Failure means that sorting, or the search for a place, asks about each pair in both orders.

    There is a quarter of all classes, and of the random pairs.
    """
    monkeypatch.setattr(ranking, "PAIRS", ranking.PAIRS // 4)
    some = classes()[::4]
    hands = [tuple(map(format_card, each.example)) for each in some]
    keys: dict[tuple[str, ...], float] = {}

    def asked(of_classes: Iterable[int]) -> Asked:
        keys.update(zip(hands, of_classes))
        asked = Asked(lambda one, other: keys[one] - keys[other])
        asked.places(hands)
        return asked

    right = asked(-each.number for each in some)
    reverse = asked(each.number for each in some)
    categories = asked(-10_000 * each.category - each.number for each in some)
    shuffled = asked(Random(1).sample(range(len(some)), len(some)))
    assert max(reverse.calls, categories.calls, shuffled.calls) <= 2 * right.calls
    between = [key + 0.5 for key in Random(2).sample(range(len(some)), len(some))]
    keys.update(zip(map(renamed, hands), between))
    shuffled.calls = 0
    assert all(place % 2 == 0 for place in shuffled.places([*map(renamed, hands)]))
    assert shuffled.calls <= 16 * len(hands)


def test_a_tie_in_one_order_alone_is_no_tie() -> None:
    """Failure means that the hand of a class is asked about in one order only."""
    asked = Asked(order)
    asked.places(TEXTS)
    hand = renamed(TEXTS[3])
    for tie in (-1, 0, 1):
        asked.order = lambda one, other: order(one, other) or (other == hand) * tie  # noqa: B023
        with nullcontext() if tie == 0 else pytest.raises(StoppedError, match="changed places"):
            assert asked.places([hand])[0] % 2


def test_answers_that_contradict_each_other_are_refused() -> None:
    """Failure means that a comparison which never says "tie" passes, or an endless sort."""
    contradictions: tuple[Callable[[Any, Any], float], ...] = (
        lambda one, other: 0 if one == other else 1,  # the first always wins
        lambda one, other: 0 if one == other else -1,
        lambda one, other: int(order(one, other) > 0),  # losers tie
        lambda one, other: -int(order(one, other) < 0),  # winners tie
        lambda one, other: (order(one, other) + 3_000) % 7_463 - 3_000,  # a circle
    )
    for contradiction in contradictions:
        with pytest.raises(StoppedError) as stopped:
            Asked(contradiction).places(TEXTS)
        _, other, why = re.split("compared with |: ", str(stopped.value.error), maxsplit=2)
        assert why.startswith("its answers contradict each other; ")
        assert stopped.value.at is not None
        assert tuple(other.split()) in {*TEXTS} - {TEXTS[stopped.value.at]}


def test_a_failure_is_that_of_the_hand_in_question() -> None:
    """Failure means that the index of another hand is named, or the other hand is lost."""
    asked = Asked(order)
    asked.places(TEXTS)
    hands = [*map(renamed, TEXTS[:5])]

    def fails(one: tuple[str, ...], other: tuple[str, ...]) -> int:
        return order(one, other) if hands[3] not in (one, other) else 1 // 0

    asked.order = fails
    with pytest.raises(StoppedError) as stopped:
        asked.places(hands)
    assert stopped.value.at == 3
    assert str(stopped.value.error).startswith(f"compared with {' '.join(TEXTS[3])}: ZeroDivision")
