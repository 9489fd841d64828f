"""How the check asks a function that takes two hands and returns who wins.

The key of a hand is its place: the hands of the classes stand on rungs, and a hand must tie with
that of its class. Together with the order of the rungs, that decides about every pair of hands as
far as the comparison is transitive: whether it is, cannot be asked about all.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, TypeAlias

from evaluators.cards import format_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.asking import OneByOne, StoppedError
from harness.adapters.keys import PAIRS, KeyRefusedError
from harness.processes import workers
from harness.processes.limits import EVALUATING
from harness.processes.workers import Announce, unheard

CONTRADICTION = "its answers contradict each other; 1: the first hand wins, -1: the second"

Hand: TypeAlias = Sequence[Any]
Pair: TypeAlias = tuple[int, Hand, Hand]
"""Two hands to compare, after the index of the hand that is asked about."""


class Compared(OneByOne):
    """A `Function` of two hands.

    A rung has an odd place; a hand between two rungs has the even place between. The first hands
    that it is asked about are those of the classes, which become the rungs.

    >>> from harness.adapters.calling import Function
    >>> def order(first: list[int], second: list[int]) -> int: return first[0] - second[0]
    >>> asked = Compared(Function(order, hands=2))
    >>> asked.ask([[51, 47, 43, 39, 35], [45, 43, 36, 34, 31]])
    [3, 1]
    """

    first = most = 1 << 30

    def __init__(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> None:
        super().__init__(evaluator, rules, announce)
        self._card_of = dict(zip(self._deck, rules.deck))
        self._rungs: list[Hand] = []
        self._rung_of_class: dict[int, int] = {}

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The places of hands: most tie with the hand of their class, in both orders.

        Raises:
            StoppedError: a comparison failed, changed a hand, or did not say who wins; or the
                answers about the hands of the classes contradict each other.
        """
        from harness.hands.arrays import numbers_of  # they say where to begin: answers decide

        self._hands, self._start = hands, at
        self._announce(at, workers.START)
        cards = [[self._card_of[card] for card in hand] for hand in hands]
        numbers = numbers_of(cards, self._rules).tolist()
        if not self._rungs:
            ranked = self._ranked(hands)
            self._rungs = [hands[tied[0]] for tied in ranked]
            self._rung_of_class = {
                numbers[n]: rung for rung, tied in enumerate(ranked) for n in tied
            }
        return self._places(hands, [self._rung_of_class[number] for number in numbers])

    def _places(self, hands: Sequence[Hand], of_class: Sequence[int]) -> list[int]:
        """The places of hands, by bisection of all at once that begins at the rungs of the classes.

        Most hands tie there. The others are looked for near to it first: a fault often moves them
        by one rung.
        """
        around = [(0, 2 * len(self._rungs))] * len(hands)
        distance = 0
        while asked := [n for n, (low, high) in enumerate(around) if low < high]:
            pairs, places = [], []
            for n in asked:
                middle, near = sum(around[n]) // 4, of_class[n]
                rung = max(near - distance, min(middle, near + distance))
                pairs.append((n, hands[n], self._rungs[rung]))
                places.append(2 * rung + 1)
            for n, place, answer in zip(asked, places, self._answers(pairs)):
                low, high = around[n]
                around[n] = (low, place - 1) if answer == -1 else (place + 1, high)
                if answer == 0:
                    around[n] = place, place
            distance = 2 * distance or 1
        return [low for low, _ in around]

    def _ranked(self, hands: Sequence[Hand]) -> list[list[int]]:
        """The indices of hands from the weakest to the strongest, those that tie together."""
        for n, answer in enumerate(self._signs([(n, hand, hand) for n, hand in enumerate(hands)])):
            if answer:
                why = f"it does not tie with itself, but gives {answer}"
                raise StoppedError(KeyRefusedError(why), n)
        pairs = [(n, *neighbours) for n, neighbours in enumerate(pairwise(hands))]
        answers = set(self._answers(pairs))
        ranked = [[n] for n in range(len(hands))]
        if answers == {1}:
            ranked.reverse()
        elif answers != {-1}:
            ranked = self._sorted(hands)
        random = Random(0)
        pairs = []
        for _ in range(PAIRS if len(ranked) > 1 else 0):
            low, high = sorted(random.sample(range(len(ranked)), 2))
            pairs.append((ranked[low][0], hands[ranked[low][0]], hands[ranked[high][0]]))
        for pair, in_order in zip(pairs, self._answers(pairs)):
            if in_order != -1:
                raise self._refusal(pair, CONTRADICTION)
        return ranked

    def _sorted(self, hands: Sequence[Hand]) -> list[list[int]]:
        """As `_ranked`: a quicksort that splits all groups at once, each by its hand in the middle.

        A group is known by the answers that its hands have in common; 0 is the last of them.
        """
        groups: dict[tuple[int, ...], list[int]] = {(): [*range(len(hands))]}
        while unsplit := [key for key in groups if key[-1:] != (0,)]:
            keys, pairs = [], []
            for key in unsplit:
                group = groups.pop(key)
                pivot = group[len(group) // 2]
                groups[*key, 0] = [pivot]
                pairs += [(n, hands[n], hands[pivot]) for n in group if n != pivot]
                keys += [key] * (len(group) - 1)
            for key, pair, in_group in zip(keys, pairs, self._answers(pairs)):
                if in_group is None:
                    raise self._refusal(pair, CONTRADICTION)
                groups.setdefault((*key, in_group), []).append(pair[0])
        return [group for _, group in sorted(groups.items())]

    def _answers(self, pairs: Sequence[Pair]) -> list[int | None]:
        """The sign of the answer about each pair, or None if it is another in the other order."""
        signs = self._signs([*pairs, *((n, second, first) for n, first, second in pairs)])
        both = zip(signs, signs[len(pairs) :])
        return [sign if sign == -reverse else None for sign, reverse in both]

    def _signs(self, pairs: Sequence[Pair]) -> list[int]:
        """The sign of the answer about each pair: 1, 0 or -1."""
        return [self._sign(pair) for pair in pairs]

    def _sign(self, pair: Pair) -> int:
        """The sign of a function's answer: a number, one of the hands, or None for a tie.

        A number may run either way. A hand that is returned is the one that wins.
        """
        at, *hands = pair
        self._announce(self._start + at, self.seconds, EVALUATING)
        first, second = map(self.evaluator.native, hands)
        try:
            answer: Any = self.evaluator.evaluate_native(first, second)
        except workers.raised_by_others() as error:
            frame = extract_tb(error.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            raise self._refusal(pair, f"{type(error).__name__}: {error} ({where})") from None
        if [first, second] != [*map(self.evaluator.native, hands)]:
            raise self._refusal(pair, "a hand was changed; take a copy first")
        if answer is None:
            return 0
        if getattr(answer, "shape", None) == ():  # a number of NumPy
            answer = answer.item()
        if isinstance(answer, int | float) and not isinstance(answer, bool) and answer == answer:
            return (answer > 0) - (answer < 0)
        if isinstance(answer, type(first)) and answer in (first, second):
            self.evaluator.lower_wins = False
            return 1 if answer == first else -1
        why = f"{answer!r} is not a number, and neither of the hands; return 1, 0 or -1"
        raise self._refusal(pair, why)

    def _refusal(self, pair: Pair, why: str) -> StoppedError:
        """The error about a pair; the check adds the hand that was asked about."""
        return StoppedError(KeyRefusedError(f"compared with {self._other(pair)}: {why}"), pair[0])

    def _other(self, pair: Pair) -> str:
        """The hand of a pair that is not the one that is asked about."""
        at, *hands = pair
        others = [hand for hand in hands if hand is not self._hands[at]]
        return format_hand([self._card_of[card] for card in others[0]]) if others else "itself"
