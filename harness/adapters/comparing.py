"""The driver of a function that takes two hands and returns who wins.

The key of a hand is its place among the hands of the classes, and a hand must tie with that of its
class. Together with the order of the classes, that decides about every pair of hands if the
comparison is transitive, which is tested on many pairs, but cannot be on all. A place is found when
the hand is asked about. So a function that answers differently the next time changes its key.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cmp_to_key
from typing import Any, TypeAlias

from evaluators.cards import format_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import ALL_AT_ONCE, OneByOne, StoppedError, describe
from harness.adapters.plain import KeyRefusedError
from harness.adapters.ranking import ContradictionError, Places
from harness.processes import workers
from harness.processes.visible import visible_repr
from harness.processes.workers import Announce, unheard

CONTRADICTION = "its answers contradict each other; 1: the first hand wins, -1: the second"

RETURN = "return 1, 0 or -1, or Win, Tie or Loss"
WORDS = {
    1: "win wins won first",
    0: "tie ties tied draw drawn",
    -1: "lose loses lost loss second",
}
SIGNS = {word: sign for sign, words in WORDS.items() for word in words.split()}
"""The sign of an answer in words, about the first hand."""

TRIED = 3
"""The pairs of hands that are tried in each form."""

Hand: TypeAlias = Sequence[Any]


class Compared(OneByOne):
    """The driver of a `Function` of two hands.

    The first hands that it is asked about are those of the classes.

    >>> from harness.adapters.calling import Function
    >>> def order(first: list[int], second: list[int]) -> int: return first[0] - second[0]
    >>> driver = Compared(Function(order, hands=2))
    >>> driver.ask([[51, 47, 43, 39, 35], [45, 43, 36, 34, 31]])
    [3, 1]
    """

    batching = ALL_AT_ONCE

    def __init__(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> None:
        super().__init__(evaluator, rules, announce)
        self._card_of = dict(zip(self._deck, rules.deck))
        self._places: Places | None = None
        self._place_of_class: dict[int, int] = {}
        self._hands: Sequence[Hand] = ()  # of a batch
        self._start = self._asked = 0  # the index of the first of them, and of one among them
        self._signs: dict[tuple[int, int], int] = {}  # by the identities of two hands

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The places of hands: most tie with the hand of their class, in both orders.

        Raises:
            StoppedError: a comparison failed, changed a hand, or did not say who wins; or the
                answers about the hands of the classes contradict each other.
        """
        self._announce(at, workers.START)
        from harness.hands.arrays import numbers_of  # they say where to begin: answers decide

        cards = [[self._card_of[card] for card in hand] for hand in hands]
        numbers = numbers_of(cards, self._rules).tolist()
        keys = [*map(cmp_to_key(self._compare), hands)]
        self._hands, self._start = hands, at
        try:
            if self._places is None:
                self._choose_form(hands)
                self._compare_with_themselves(hands)
                self._places = Places(keys, self._about_own)
                self._place_of_class = dict(zip(numbers, self._places.of_keys))
                return self._places.of_keys
            near = map(self._place_of_class.__getitem__, numbers)
            return [*map(self._places.find, keys, near, range(len(hands)))]
        except KeyRefusedError as error:
            raise StoppedError(error, self._asked) from None
        except ContradictionError as error:
            refusal = self._refusal(hands[error.low], hands[error.high], CONTRADICTION)
            raise StoppedError(refusal, error.low) from None

    def _about_own(self, n: int) -> None:
        """Begin the comparison of the n-th hand of the batch with another."""
        self._asked = n
        self._signs.clear()
        self._about(self._start + n)

    def _choose_form(self, hands: Sequence[Hand]) -> None:
        """Choose the first form of hands in which some pair of them gets an answer."""
        forms = self.evaluator.forms if len(self.evaluator.forms) > 1 else []
        for form in forms:
            vars(self.evaluator).update(form)
            for first, second in zip(hands[:TRIED], hands[::-1]):
                self._about_own(0)
                with suppress(KeyRefusedError):
                    self._sign(first, second)
                    return
        for form in forms[:1]:
            vars(self.evaluator).update(form)

    def _compare_with_themselves(self, hands: Sequence[Hand]) -> None:
        for n, hand in enumerate(hands):
            self._about_own(n)
            if sign := self._sign(hand, hand):
                raise KeyRefusedError(f"it does not tie with itself, but gives {sign}")

    def _compare(self, first: Hand, second: Hand) -> int:
        """The sign of the answer about two hands, in this order.

        It is asked for once: ``<`` and ``==`` both need it.
        """
        pair = id(first), id(second)
        if pair not in self._signs:
            self._signs[pair] = self._sign(first, second)
        return self._signs[pair]

    def _sign(self, one: Hand, other: Hand) -> int:
        """The sign of the function's answer: a number, one of the hands, a word, or None for a tie.

        A number may run either way. A hand that is returned is the one that wins. A word, or the
        name of an enum's member, is about the first hand.

        Raises:
            KeyRefusedError: any other answer; the message names the hand that it was compared with.
        """
        native = self.evaluator.native
        first, second = native(one), native(other)
        try:
            answer: Any = self.evaluator.evaluate_native(first, second)
        except workers.raised_by_others() as error:
            raise self._refusal(one, other, describe(error)) from None
        if first != native(one) or second != native(other):
            raise self._refusal(one, other, "a hand was changed; take a copy first")
        if answer is None:
            return 0
        for word in (getattr(answer, "name", None), answer):  # before the number of an `IntEnum`
            if isinstance(word, str) and (sign := SIGNS.get(word.strip().lower())) is not None:
                self.evaluator.lower_wins = False
                return sign
        if getattr(answer, "shape", None) == ():  # a number of NumPy
            answer = answer.item()
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return (answer > 0) - (answer < 0)
        if isinstance(answer, type(first)) and answer in (first, second):
            self.evaluator.lower_wins = False
            return 1 if answer == first else -1
        why = f"{visible_repr(answer)} is not a number, and neither of the hands; {RETURN}"
        raise self._refusal(one, other, why)

    def _refusal(self, one: Hand, other: Hand, why: str) -> KeyRefusedError:
        """The refusal of the hand that is asked about: one of these, or both."""
        asked, text = self._hands[self._asked], "itself"
        if one is not other:
            cards = other if one is asked else one
            text = format_hand([self._card_of[card] for card in cards])
        return KeyRefusedError(f"compared with {text}: {why}")
