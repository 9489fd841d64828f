"""Plain functions: the form in which they get a hand, and the sentences that refuse them."""

import functools  # noqa: F401  the functions below are defined from text
import operator  # noqa: F401
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import pytest

from evaluators.cards import Card
from harness.adapters.calling import CallError, Function

NUMBERS = [45, 43, 36, 34, 31]
TEXTS = ["Kd", "Qs", "Jc", "Th", "9s"]
TEXT = "Kd Qs Jc Th 9s"
Hand = Sequence[Card]


class Judge:
    sizes, lower_wins = (5,), True

    def evaluate(self, hand: Hand) -> Any:
        return hand

    def __call__(self, hand: Hand) -> Any:
        return hand


@dataclass(frozen=True)
class OneText:
    """A card of a user's own, which one text makes."""

    text: str
    trumps: bool = False


@dataclass(frozen=True)
class NoText:
    rank: str
    suit: str


OWN = [*map(OneText, TEXTS)]


def defined(source: str, postponed: bool = False) -> Any:
    """The function ``evaluate`` of this module; its annotations stay text if they are postponed."""
    module: dict[str, Any] = globals() | {"__name__": __name__}
    future = "from __future__ import annotations\n" if postponed else ""
    exec(compile(future + source, "mine.py", "exec", dont_inherit=True), module)
    return module["evaluate"]


def received_by(function: Callable[..., Any]) -> Any:
    """The function's answer to K-Q-J-T-9."""
    evaluator = Function(function)
    return evaluator.evaluate([evaluator.encode(card) for card in NUMBERS])


def test_an_annotation_chooses_container_and_cards() -> None:
    """Else a right evaluator gets a wrong verdict, because its hands have another form."""
    forms: dict[str, Any] = {
        **dict.fromkeys(["list", "list[str]", "Sequence[Any]", "Any", "'list[str]'"], TEXTS),
        **dict.fromkeys(["list[int]", "Sequence[Card]", "Hand", "'Hand'"], NUMBERS),
        "list[OneText]": OWN,
        "'Sequence[OneText]'": OWN,
        "str": TEXT,
        "tuple": tuple(TEXTS),
        "tuple[int, ...]": tuple(NUMBERS),
        "tuple[int, int, int, int, int]": tuple(NUMBERS),
        "set[int]": set(NUMBERS),
        "frozenset[str]": frozenset(TEXTS),
    }
    for (annotation, hand), postponed in product(forms.items(), [False, True]):
        received = received_by(defined(f"def evaluate(hand: {annotation}): return hand", postponed))
        assert (type(hand), hand) == (type(received), received)


def test_parameters_choose_how_cards_are_passed() -> None:
    """Else a function gets its hand in another form, or it is refused."""
    for source, answer in [
        ("def evaluate(hand, /, fast=True, *, log=None): return hand, fast", (TEXTS, True)),
        ("def evaluate(hand: list[int] = (), fast=True): return hand, fast", (NUMBERS, True)),
        ("def evaluate(fast=True, *, hand: tuple): return fast, hand", (True, tuple(TEXTS))),
        ("def evaluate(a, b, c, d, e, fast=True): return [a, b, c, d, e]", TEXTS),
        ("def evaluate(a: int, b: Card, c: int, d: int, e: int): return a", 45),
        ("def evaluate(*cards: OneText): return cards[0]", OneText("Kd")),
        ("def evaluate(*cards: int, **log): return cards", tuple(NUMBERS)),
        ("@functools.cache\ndef evaluate(hand: list[int]): return hand", tuple(NUMBERS)),
        ("def score(n, hand: Hand): return hand\nevaluate = functools.partial(score, 1)", NUMBERS),
        ("evaluate = Judge().evaluate", NUMBERS),
        ("evaluate = Judge()", NUMBERS),
        ("evaluate = max", "Th"),
        ("evaluate = list.copy", TEXTS),
    ]:
        assert answer == received_by(defined(source))


def test_sizes_that_a_signature_allows_or_the_function_declares() -> None:
    of_list = Function(defined("def evaluate(hand: list[int]): ..."))
    assert of_list.sizes == Function(lambda *cards: 0).sizes == range(5, 8)
    assert Function(lambda a, b, c, d, e, f, g: 0).sizes == range(7, 8)
    assert Function(lambda a, b, c, d, e, f, *more: 0).sizes == range(6, 8)
    five = "def evaluate(hand: tuple[int, int, int, int, int]): ..."
    assert Function(defined(five)).sizes == range(5, 6)
    declared, inferred = Function(Judge()), of_list.lower_wins
    assert (declared.sizes, declared.lower_wins, inferred) == ((5,), True, None)


def test_every_call_gets_a_new_hand() -> None:
    """Else a function that sorts its hand changes the caller's."""
    hand = list(TEXTS)
    assert sorted(TEXTS) == Function(lambda hand: hand.sort() or hand).evaluate(hand)
    assert hand == TEXTS


class Counted:
    """A card that a function may change."""

    def __init__(self, text: str) -> None:
        self.looks = 0


def test_every_call_gets_new_cards_of_its_own_class() -> None:
    """Else a function that makes its ace a one is judged by cards that an earlier call changed."""

    def evaluate(hand: list[Counted]) -> int:
        hand[0].looks += 1
        return hand[0].looks

    evaluator = Function(evaluate)
    assert [evaluator.evaluate(TEXTS), evaluator.evaluate(TEXTS)] == [1, 1]


def test_a_hand_and_a_board() -> None:
    """Else a function of Hold'em needs an adapter, or gets two hands, or all cards twice."""
    for parameters, received in [
        ("hand, board", (TEXTS[:2], TEXTS[2:])),
        ("board, hand", (TEXTS[2:], TEXTS[:2])),
        ("hole_cards: str, community_cards", ("Kd Qs", TEXTS[2:])),
        ("pocket: Hand, communityCards: tuple[int, ...]", (NUMBERS[:2], tuple(NUMBERS[2:]))),
        ("hole, board, fast=True", (TEXTS[:2], TEXTS[2:])),
        ("hand: 'list[OneText]', board: 'list[OneText]'", (OWN[:2], OWN[2:])),
    ]:
        first, second, *_ = (name.split(":")[0] for name in parameters.split(", "))
        function = defined(f"def evaluate({parameters}): return {first}, {second}")
        assert received_by(function) == received
        assert Function(function).sizes == range(5, 8)
        compared = Function(function, hands=2) if ":" not in parameters else None
        assert not compared or compared.native(TEXTS) == TEXTS
    with_turn = "(hand, board: tuple[str, str, str, str]): ..."
    assert Function(defined(f"def evaluate{with_turn}")).sizes == range(6, 7)


HAND = "collections.abc.Sequence[int]"
NOT_MADE = "asks for what we cannot make of cards; annotate hand as"


def test_other_signatures_are_refused() -> None:
    """Else such a function gets a list of texts, and a wrong verdict."""
    for source, sentence in [
        ("(): ...", "() takes no parameters; write evaluate(hand), or evaluate(*cards)"),
        ("(ranks, suits): ...", "(ranks, suits) takes two parameters; write evaluate(hand) or eva"),
        ("(hand: str, board: Hand): ...", f"(hand: str, board: {HAND}) takes cards in two forms"),
        ("(a, b, c, d): ...", "(a, b, c, d) takes 4 parameters; write evaluate(hand), or evaluate"),
        ("(a, b, c, d, e, f, g, h): ...", "(a, b, c, d, e, f, g, h) takes 8 parameters; write"),
        ("(hand, *, table): ...", "(hand, table) takes more than a hand; give every other param"),
        ("(*cards, table): ...", "(table, *cards) takes more than a hand; give every other param"),
        ("(hand): yield 0", "(hand) yields; return the key instead"),
        ("(self, hand): ...", "(self, hand) is a method; name that of an instance: mine.py:insta"),
        ("(hand: list[NoText]): ...", f"(hand: list[{__name__}.NoText]) {NOT_MADE}"),
        ("(hand: Judge): ...", f"(hand: {__name__}.Judge) {NOT_MADE} list[str], list[int] or str"),
        ("(hand: 'Unseen'): ...", f"(hand: 'Unseen') {NOT_MADE}"),
        ("(hand: list[float]): ...", f"(hand: list[float]) {NOT_MADE}"),
        ("(hand: list[str] | None): ...", f"(hand: list[str] | None) {NOT_MADE}"),
        ("(hand: tuple[str, int]): ...", f"(hand: tuple[str, int]) {NOT_MADE}"),
        ("(hand: int): ...", f"(hand: int) {NOT_MADE}"),
        ("(*hand: Judge): ...", f"(*hand: {__name__}.Judge) {NOT_MADE} str or int, and convert"),
        ("(a, b, c, d, e: int): ...", "(a, b, c, d, e: int) takes cards in two forms; annotate"),
    ]:
        with pytest.raises(CallError) as refused:
            Function(defined(f"def evaluate{source}"))
        assert str(refused.value).startswith(f"evaluate{sentence}")


def test_async_functions_are_refused() -> None:
    """Else the key is a coroutine, and the reason says nothing of the word async."""
    with pytest.raises(CallError, match=r"evaluate\(hand\) is async; write a plain def"):
        Function(defined("async def evaluate(hand): ..."))


def test_comparisons_get_two_hands() -> None:
    """Else the winner of other hands is checked."""
    for source, answer in [
        ("def evaluate(a, b): return a, b", (TEXTS, TEXTS[:2])),
        ("def evaluate(a: list[int], b: Hand, log=0): return a, b", (NUMBERS, NUMBERS[:2])),
        ("def evaluate(*hands: str): return hands", (TEXT, "Kd Qs")),
        ("def evaluate(a: list[OneText], b: list[OneText]): return a", TEXTS),
        ("def evaluate(a: list[OneText], b: list[OneText]): return b[1].text", "Qs"),
        ("evaluate = min", TEXTS[:2]),
        ("evaluate = operator.gt", True),
    ]:
        compared = Function(defined(source), hands=2)
        cards = [compared.encode(card) for card in NUMBERS]
        assert answer == compared.evaluate_native(
            compared.native(cards), compared.native(cards[:2])
        )


def test_other_comparisons_are_refused() -> None:
    for parameters in ["hand", "a, b, c", "a: list[int], b"]:
        with pytest.raises(CallError, match=r"must take two hands|takes cards in two forms"):
            Function(defined(f"def evaluate({parameters}): ..."), hands=2)


@pytest.mark.skipif(sys.version_info < (3, 14), reason="such a def raised NameError before")
def test_annotations_may_use_missing_names() -> None:
    """Else a missing name refuses a function, although the annotation of its hand is known."""
    assert received_by(defined("def evaluate(hand: list[int]) -> Unseen: return hand")) == NUMBERS
    with pytest.raises(CallError, match=NOT_MADE):
        Function(defined("def evaluate(hand: Unseen): ..."))
