"""Keys that order themselves: their places, and the contradictions that are refused."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, total_ordering
from itertools import pairwise
from operator import sub
from typing import Any

import pytest

from harness.adapters.codes import KeySpace
from harness.adapters.plain import KeyRefusedError, Shown, orders_itself
from harness.adapters.ranking import Places, Ranking, key_space_of
from harness.hands.scopes import Sample
from tests.harness import styles
from tests.harness.styles import number


@dataclass(order=True)
class Score:
    value: float


class OnlyLess:
    def __init__(self, value: int) -> None:
        self.value = value

    def __lt__(self, other: "OnlyLess") -> bool:
        return self.value < other.value


class OneContradiction(OnlyLess):
    """In order, but for two neighbours, neither of which is less: no random pair finds them."""

    def __lt__(self, other: OnlyLess) -> bool:
        return self.value < other.value and (self.value, other.value) != (5_000, 5_001)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = None  # type: ignore[assignment]


class Circle(OnlyLess):
    """Rock, paper, scissors: each is less than the next, and the last is less than the first."""

    def __lt__(self, other: OnlyLess) -> bool:
        return 0 < (other.value - self.value) % 101 <= 50


AlwaysLess, AlwaysEqual = (
    type("Absurd", (OnlyLess,), {name: lambda self, other: True, "__hash__": None})
    for name in ("__lt__", "__eq__")
)
by_value = cmp_to_key(sub)
KINDS: list[Any] = [
    *(Score, OnlyLess, Fraction, by_value, lambda n: (1, Fraction(n)), lambda n: (1, OnlyLess(n)))
]


def places(ranking: KeySpace, keys: list[Any], numbers: list[int]) -> list[Any]:
    """The places of keys of which some are not those of their classes."""
    return [ranking.values[code] for code in ranking.codes(keys, numbers).of_hands]


def test_keys_that_order_themselves_are_ranked() -> None:
    """Ties share a place, and places rise as the keys do."""
    for kind in KINDS:
        values = {1: 40, 2: 30, 3: 30, 4: 10}
        ranking = key_space_of({number: kind(value) for number, value in values.items()})
        assert orders_itself(kind(1))
        assert isinstance(ranking, Ranking)
        assert [ranking.values[ranking.of_class[number]] for number in values] == [5, 3, 3, 1]
        assert places(ranking, [kind(35), kind(40), kind(30)], [1, 1, 4]) == [4, 5, 3]


def test_a_key_between_those_of_classes_has_the_even_place_between() -> None:
    ranking = Ranking({1: Fraction(4), 2: Fraction(3)})
    keys = [Fraction(n, 2) for n in (5, 6, 7, 8, 9)]
    assert places(ranking, keys, [1] * 5) == [0, 1, 2, 3, 4]
    assert repr(Shown(ranking.shown()[1])) == "Fraction(3, 1)"
    shown = [Ranking.display(Shown("x" * length)) for length in (200, 201)]
    assert shown == ["x" * 200, "x" * 200 + "... (1 more character)"]
    rude = type("Rude", (OnlyLess,), {"__repr__": lambda key: 1 / 0})(1)
    assert Ranking.display(rude) == "<Rude: its repr raises ZeroDivisionError>"


def test_a_key_without_a_text_of_its_own_is_shown_by_its_place() -> None:
    """Else a witness shows two addresses, `<K object at 0x7f...>`."""

    @total_ordering
    class K:
        def __init__(self, value: int) -> None:
            self.value = value

        def __eq__(self, other: object) -> bool:
            return isinstance(other, K) and self.value == other.value

        def __lt__(self, other: "K") -> bool:
            return self.value < other.value

    shown = Ranking({1: K(4), 2: K(3)}).shown()
    assert shown == {1: "<K, 1 of 2 in its own order>", 3: "<K, 2 of 2 in its own order>"}
    assert Ranking.display(K(4)) == "<K>"


def test_keys_that_contradict_each_other_are_refused() -> None:
    for kind in [Circle, AlwaysLess, AlwaysEqual]:
        with pytest.raises(KeyRefusedError, match="its keys contradict each other"):
            Ranking({number: kind(number) for number in range(101)})
    with pytest.raises(KeyRefusedError, match="its keys contradict each other"):
        Ranking({number: OneContradiction(number) for number in range(7_000)})


def test_keys_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(KeyRefusedError, match="its keys cannot be compared: '<' not supported"):
        Ranking({1: Fraction(1), 2: Score(1)})
    with pytest.raises(KeyRefusedError, match="key nothing cannot be compared: Type") as refused:
        Ranking({1: Score(1), 2: Score(2)}).codes([Score(1), Shown("nothing")], [1, 2])
    assert refused.value.at == 1
    for ask in (Ranking.display, lambda key: Ranking({1: Fraction(1)}).codes([key], [1])):
        with pytest.raises(KeyRefusedError, match="nan is not ordered: it does not even equal"):
            ask(float("nan"))
        with pytest.raises(KeyRefusedError, match="<Absurd> is not ordered: compared with itself"):
            ask(AlwaysLess(1))
    with pytest.raises(KeyRefusedError, match="of type Fraction is not taken beside numbers"):
        key_space_of({1: 2}).codes([Fraction(1)], [1])


def test_each_comparison_is_announced_with_the_key_in_question() -> None:
    """Else a comparison or a repr that hangs is not ended, or another hand is named."""
    events: list[Any] = []

    class Heard(OnlyLess):
        def __lt__(self, other: OnlyLess) -> bool:
            events.append((self, other))
            return super().__lt__(other)

        def __repr__(self) -> str:
            events.append(self)
            return ""

    keys = [Heard(value) for value in (30, 10, 20)]
    ranking = key_space_of(dict(enumerate(keys, 1)), events.append)
    pair: set[Any] = set()
    for before, event in pairwise(events):
        if not isinstance(event, int) and {*event} != pair:
            assert isinstance(before, int)
            assert keys[before] is event[0]
            pair = {*event}
    events.clear()
    ranking.codes([Heard(30), Heard(25)], [1, 1], at=70)
    assert isinstance(events[0], int)
    assert [event for event in events if isinstance(event, int)] == [70, 71, 71]
    events.clear()
    ranking.shown()
    assert events == [1, keys[1], 2, keys[2], 0, keys[0]]


def test_the_search_begins_near_the_class() -> None:
    """Else each key that is not that of its class costs a bisection of all."""
    values = range(0, 7_000, 10)
    calls = [0]

    def compare(first: int, second: int) -> int:
        calls[0] += 1
        return first - second

    key = cmp_to_key(compare)
    found = Places([*map(key, values)])
    for value in (5, 990, 1_000, 1_005, 1_010, 6_995, 9_000):
        for near in (1, 201, 1_399):
            expected = 2 * bisect_left(values, value) + (value in values)
            calls[0] = 0
            assert found.find(key(value), near) == expected
            assert calls[0] <= (12 if abs(expected - near) < 4 else 60)


def test_a_comparison_is_announced_with_its_place_in_the_task() -> None:
    """Else one that hangs names another hand: of the evaluation, only batches are announced."""
    heard: set[int] = set()
    task = styles.task(0, 60, Sample(5, 60))
    styles.examination(
        lambda hand: Fraction(number(hand)), announce=lambda at, *_: heard.add(at)
    ).shard_of(task)
    assert heard >= {*range(len(task.examples.numbers) + 60)}
