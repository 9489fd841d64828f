"""Functions of two hands: the answers that they may give, and faults in them."""

import re
from collections.abc import Callable, Iterable
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
from harness.checking.equivalence import verdicts_on
from harness.checking.statuses import EQUIVALENT, ERROR, NOT_EQUIVALENT, TIMEOUT
from harness.checking.verdict import Verdict
from harness.hands.arrays import examples
from harness.hands.classes import classes
from harness.hands.scopes import Sample
from harness.processes.limits import Limits
from harness.reporting.terminal import summary
from tests.harness.broken import number_of
from tests.harness.in_process import Here

pytestmark = pytest.mark.usefixtures("short_preflight")

SCOPE = Sample(5, 600)


def verdict_on(tmp_path: Path, body: str) -> Verdict:
    """The verdict on a function of two hands, in this process."""
    file = tmp_path / f"mine_{abs(hash(body))}.py"
    imports = "from tests.harness.broken import number_of\n"
    file.write_text(f"{imports}def compare(one, other):\n    {body}\n")
    (verdict,) = verdicts_on([str(file)], SCOPE, style=COMPARISON, run=Here())
    return verdict


def test_a_fault_at_one_single_hand_is_found(tmp_path: Path) -> None:
    """Failure means that only some hands are asked about, as random pairs would.

    The function returns the hand that wins.
    """
    hand = SCOPE.hand(333)
    texts = {*map(format_card, hand)}
    odd = f"f = lambda hand: 9 if set(hand) == {texts} else number_of(hand)"
    winner = "[None, one, other][(f(one) < f(other)) - (f(one) > f(other))]"
    verdict = verdict_on(tmp_path, f"{odd}; return {winner}")
    assert (verdict.status, verdict.found_out) == (NOT_EQUIVALENT, "")
    assert verdict.witness is not None
    assert set(hand) in ({*verdict.witness.first.hand}, {*verdict.witness.second.hand})


def test_a_hand_that_is_returned_is_the_winner(tmp_path: Path) -> None:
    """Or who returns the loser is equivalent, as numbers are that run the other way."""
    for better, status in (("min", EQUIVALENT), ("max", NOT_EQUIVALENT)):
        winner = f"{better}(one, other, key=number_of)"
        body = f"return None if number_of(one) == number_of(other) else {winner}"
        verdict = verdict_on(tmp_path, body)
        assert (verdict.status, verdict.found_out) == (status, "")
    assert "nearly all showdowns are reversed" in verdict.hint


WINNERS = """
import numpy as np
from tests.harness.broken import number_of

def best_hands(hands):
    keys = [number_of(hand.split()) for hand in hands]
    return [hand for hand, key in zip(hands, keys) if key == min(keys)]

def indices(hands: list):
    numbers = np.array([*map(number_of, hands)])
    return np.flatnonzero(numbers == numbers.min())

def names(players):
    best = min(map(number_of, players.values()))
    return [name for name, hand in players.items() if number_of(hand) == best]

def mask(hands):
    return [number_of(hand) == min(map(number_of, hands)) for hand in hands]

def from_one(hands):
    return [n + 1 for n in indices(hands)]

class PokerHand:
    def __init__(self, text):
        self.cards = text.split()
    def compare_with(self, other):
        one, two = number_of(self.cards), number_of(other.cards)
        return "Tie" if one == two else "Win" if one < two else "Loss"
    def better(self, other):
        one, two = number_of(self.cards), number_of(other.cards)
        return None if one == two else self if one < two else other
"""


def test_winners_of_a_list_and_methods(tmp_path: Path) -> None:
    """Else `best_hands` of Exercism, or a method of a class of hands, needs a wrapper."""
    (tmp_path / "game.py").write_text(WINNERS)
    for name, message in [
        ("best_hands", ""),
        ("indices", ""),
        ("names", ""),
        ("mask", "[True, True] does not say who wins; return a list of those that win"),
        ("from_one", "does not say who wins"),
        ("PokerHand.compare_with", ""),
        ("PokerHand.better", ""),
    ]:
        driver = Compared(load(Place.of(f"{tmp_path}/game.py:{name}"), COMPARISON))
        if message:
            with pytest.raises(StoppedError, match=re.escape(message)):
                driver.ask(TEXTS)
        else:
            assert driver.ask(TEXTS) == [2 * n + 1 for n in reversed(range(len(TEXTS)))]


def test_the_class_of_a_method_is_found() -> None:
    """Else `check(PokerHand.compare_with, compare=True)` is refused, and a file with it is not."""
    names: dict[str, Any] = {}
    exec(WINNERS, names)
    driver = Compared(fitted(names["PokerHand"].compare_with, "compare_with", COMPARISON))
    assert driver.ask(TEXTS) == [2 * n + 1 for n in reversed(range(len(TEXTS)))]


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ["compare", "best_hands", "winners", "PokerHand.compare_with"])
def test_the_examples_of_the_docs(tmp_path: Path, name: str) -> None:
    """Else a shape that the page shows is not taken."""
    page = Path(__file__).parents[3] / "docs" / "check-your-own.md"
    section = page.read_text("utf-8").partition("## A function of two hands")[2]
    (example,) = re.findall(r"```python\n(.*?)```", section.partition("\n## ")[0], re.DOTALL)
    (tmp_path / "shapes.py").write_text(example)
    driver = Compared(load(Place.of(f"{tmp_path}/shapes.py:{name}"), COMPARISON))
    assert driver.ask(TEXTS) == [2 * n + 1 for n in reversed(range(len(TEXTS)))]
    assert not driver.fault


OF_OWN_CARDS = """
from tests.harness.broken import number_of

class Card:
    def __init__(self, text: str): self.text = text

def key(hand): return number_of([card.text for card in hand])

def best(hands: list[list[Card]]): return [h for h in hands if key(h) == min(map(key, hands))]

def names(hands: dict[str, list[Card]]):
    return [name for name in hands if key(hands[name]) == min(map(key, hands.values()))]
"""


@pytest.mark.parametrize("name", ["best", "names"])
def test_lists_of_hands_of_own_cards(tmp_path: Path, name: str) -> None:
    (tmp_path / "own.py").write_text(OF_OWN_CARDS)
    driver = Compared(load(Place.of(f"{tmp_path}/own.py:{name}"), COMPARISON))
    assert driver.ask(TEXTS) == [2 * n + 1 for n in reversed(range(len(TEXTS)))]


TABLES = """
from tests.harness.broken import number_of

def all_tie(players: dict) -> list:
    keys = [*map(number_of, players.values())]
    some_tie = len(set(keys)) < len(keys)
    return [name for name, key in zip(players, keys) if some_tie or key == min(keys)]

def keeps_two(hands):
    best = [hand for hand in hands if number_of(hand) == min(map(number_of, hands))]
    return best[:2]

def only_two(hands):
    one, two = hands
    return [hand for hand in hands if number_of(hand) == min(number_of(one), number_of(two))]

def pairs_tie(hands):
    keys = [min(number_of(hand), 3326) for hand in hands]
    return [hand for hand, key in zip(hands, keys) if key == min(keys)]
"""


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
def test_tables_of_more_players(tmp_path: Path, name: str, fault: str) -> None:
    """Else a fault of three players passes, or one of two hands is said to be one of tables."""
    (tmp_path / "tables.py").write_text(TABLES)
    driver = Compared(load(Place.of(f"{tmp_path}/tables.py:{name}"), COMPARISON))
    driver.ask(TEXTS)
    assert fault in driver.fault
    assert bool(driver.fault) == bool(fault)
    assert bool(driver.remarks) != bool(fault)


@pytest.mark.thorough
def test_a_fault_of_tables_alone_is_no_wrong_showdown(tmp_path: Path) -> None:
    """Else it passes, or the share counts showdowns of two that are right."""
    (tmp_path / "tables.py").write_text(TABLES)
    place = f"{tmp_path}/tables.py:all_tie"
    (verdict,) = verdicts_on([place], SCOPE, style=COMPARISON, run=Here())
    assert (verdict.status, verdict.wrong) == (NOT_EQUIVALENT, 0)
    assert re.search(r"3 players, .*: by the rules hands? .* wins?, but here: .*", repr(verdict))


REFUSING = """
from tests.harness.broken import MISTAKES, number_of

def refuse(hands):
    cards = [card for hand in hands for card in hand]
    for card in cards:
        if cards.count(card) > 1:
            raise ValueError(f"duplicate card {card}")

def by(key, one, other):
    refuse([one, other])
    return (key(one) > key(other)) - (key(one) < key(other))

def right(one, other):
    return by(lambda hand: -number_of(hand), one, other)

def negative(one, other):
    return -right(one, other)

def words(one, other):
    return ["Tie", "Win", "Loss"][right(one, other)]

def loser(one, other):
    return ["Tie", "Loss", "Win"][right(one, other)]

def kicker(one, other):  # aces with king, queen and ten tie with those with a jack
    return by(lambda hand: -number_of(hand) + (number_of(hand) == 3327), one, other)

def wheel(one, other):
    return by(MISTAKES["no_wheel"].function, one, other)

def one_order(one, other):
    return right(one, other) or int("As" in other)

def best_hands(hands):
    refuse(hands)
    best = min(map(number_of, hands))
    return [hand for hand in hands if number_of(hand) == best]

def only_two(hands):
    refuse(hands)
    one, two = hands
    return best_hands(hands)

def fails(one, other):
    refuse([one, other])
    if "As" in one and "Ah" in one:
        raise RuntimeError("two aces")
    return right(one, other)

def never(one, other):
    raise ValueError("not today")

def itself(one, other):
    if one == other:
        raise ValueError("the same hand")
    return number_of(other) - number_of(one)
"""


def test_a_comparison_may_refuse_hands_that_share_a_card(tmp_path: Path) -> None:
    """Else it gets an error, or a wrong one passes; or another error is taken for a refusal."""
    (tmp_path / "strict.py").write_text(REFUSING)
    for name, message in [
        ("right", ""),
        ("negative", ""),
        ("words", ""),
        ("best_hands", ""),
        ("loser", "by the rules it wins, but here it loses"),
        ("one_order", "by the rules it ties, but here it loses"),
        ("fails", "RuntimeError: two aces (strict.py:"),
        ("never", "compared with itself: ValueError: not today"),
        ("itself", "compared with itself: ValueError: the same hand"),
    ]:
        driver = Compared(load(Place.of(f"{tmp_path}/strict.py:{name}"), COMPARISON))
        step = -1 if name == "negative" else 1
        if not message:
            assert driver.ask(TEXTS) == [2 * n + 1 for n in range(len(TEXTS))][::-step]
            assert driver.pairs > 3 * len(TEXTS)
            continue
        with pytest.raises(StoppedError, match=re.escape(message)) as stopped:
            driver.ask(TEXTS)
        is_wrong = isinstance(stopped.value.error, WrongWinnerError)
        assert is_wrong == message.startswith("by the rules")
    driver = Compared(load(Place.of(f"{tmp_path}/strict.py:only_two"), COMPARISON))
    driver.ask(TEXTS)
    assert "too many values to unpack" in driver.fault


def test_verdicts_on_comparisons_that_refuse_shared_cards(tmp_path: Path) -> None:
    """Else a fault at one hand passes, or a verdict hides which pairs it rests on."""
    texts = {*map(format_card, SCOPE.hand(333))}
    odd = f"""
def odd(one, other):
    return by(lambda hand: -9000 if {{*hand}} == {texts} else -number_of(hand), one, other)
"""
    (tmp_path / "strict.py").write_text(REFUSING + odd)
    names = "right", "kicker", "wheel", "odd"
    places = [f"{tmp_path}/strict.py:{name}" for name in names]
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


def test_a_hand_with_two_places_has_no_key_to_show(tmp_path: Path) -> None:
    """Or a place of ours is said to be the key of a function that has none."""
    key = "key = lambda hand: (-number_of(hand), 's' in hand[0])"
    verdict = verdict_on(
        tmp_path, f"{key}; return (key(one) > key(other)) - (key(one) < key(other))"
    )
    assert verdict.witness
    assert repr(verdict.witness.first.key) == repr(Shown())


def test_failures_name_the_hands(tmp_path: Path) -> None:
    for body, message in [
        ("return True", "True is not a number, and neither of the hands"),
        ("return 'one'", "'one' is not a number, and neither of the hands"),
        ("return float('nan')", "nan is not a number"),
        ("return 1", "it does not tie with itself, but gives 1"),
        ("one.sort(); return 0", "compared with itself: a hand was changed; take a copy first"),
        ("raise ValueError('no')", "ValueError: no (mine_"),
    ]:
        verdict = verdict_on(tmp_path, body)
        assert verdict.status == ERROR
        assert message in verdict.message
        assert verdict.message.startswith("As Ks Qs Js Ts")


def test_limits_hold_for_comparisons(tmp_path: Path) -> None:
    sleeps = "import time\n    return time.sleep(60) if '2s' in one and '5h' in one else 0"
    (tmp_path / "mine.py").write_text(f"def compare(one, other):\n    {sleeps}\n")
    (verdict,) = verdicts_on([f"{tmp_path}/mine.py"], SCOPE, style=COMPARISON, limits=Limits(0.6))
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


TEXTS = [tuple(map(format_card, hand)) for hand in list(examples().values())[::97]]


def renamed(hand: tuple[str, ...]) -> tuple[str, ...]:
    """The hand in other suits."""
    return tuple(card[0] + "cdhs"["dhsc".index(card[1])] for card in hand)


def order(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    return number_of(other) - number_of(one)


def test_places_of_a_right_function_rise_with_the_hands() -> None:
    """Failure means that the places are in another order than the answers, or need many calls."""
    asked = Asked(order)
    expected = [2 * n + 1 for n in reversed(range(len(TEXTS)))]
    assert asked.places(TEXTS) == expected
    asked.calls = 0
    assert asked.places([*map(renamed, TEXTS)]) == expected
    assert asked.calls == 2 * len(TEXTS)
    all_tie, reversed_ = [1] * len(TEXTS), expected[::-1]
    for factor, places in ((2.5, expected), (np.int64(-1), reversed_), (0, all_tie)):
        assert Asked(lambda one, other: factor * order(one, other)).places(TEXTS) == places  # noqa: B023


def test_words_are_about_the_first_hand() -> None:
    """Else they are refused, or the number of an enum's member is read in place of its name."""
    answer = IntEnum("answer", "WIN TIE LOSE")
    expected = [2 * n + 1 for n in reversed(range(len(TEXTS)))]
    for words, places in [
        (("Tie", "Win", "Loss"), expected),
        (("DRAW", "second", "first"), expected[::-1]),
        ((answer.TIE, answer.WIN, answer.LOSE), expected),
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
        assert (asked.places([hand])[0] % 2 == 1) == (tie == 0)


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
