"""The driver of a function that takes two hands and returns who wins.

The key of a hand is its place among the hands of the classes, and a hand must tie with that of its
class. Together with the order of the classes, that decides about every pair of hands if the
comparison is transitive, which is tested on many pairs, but cannot be on all. A place is found when
the hand is asked about. So a function that answers differently the next time changes its key.

If the function refuses two hands that share a card, each hand is asked about beside its opponents,
which share none with it (`apart`). Then its key is the place of its class by the rules: the first
answer that is not that of the rules ends the check.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cmp_to_key, partial
from random import Random
from typing import Any, TypeAlias

from evaluators.cards import Card, format_hand
from evaluators.rules import STANDARD, Rules
from harness.adapters.apart import Opponents
from harness.adapters.asking import ALL_AT_ONCE, OneByOne, StoppedError, describe
from harness.adapters.calling import Winners
from harness.adapters.plain import KeyRefusedError, WrongWinnerError
from harness.adapters.ranking import ContradictionError, Places
from harness.processes import workers
from harness.processes.visible import visible_repr
from harness.processes.workers import Announce, unheard

NO_TIE = "by the rules they tie, but here the winner changed when they changed places"
CONTRADICTION = "its answers contradict each other; 1: the first hand wins, -1: the second"

WORDS = {
    1: "win wins won first",
    0: "tie ties tied draw drawn",
    -1: "lose loses lost loss second",
}
SIGNS = {word: sign for sign, words in WORDS.items() for word in words.split()}
"""The sign of an answer in words, about the first hand."""

SEATS = range(3, 7)
"""The players at the tables that a function of a list of hands is asked about, besides two."""
TABLES = 250
"""The number of tables of each size."""
TRIED = 3
"""The pairs of hands that are tried in each form, and those with and without a common card."""
VOTING = 10
"""One of so many classes of the better half says which answers mean that the first hand wins."""
DOES = {1: "wins", 0: "ties", -1: "loses"}
"""What a hand does, by the sign of an answer about it."""

Hand: TypeAlias = Sequence[Any]


class Compared(OneByOne):
    """The driver of a `Function` of two hands.

    The first hands that it is asked about are those of the classes. If the function takes a list of
    hands, tables of three to six players follow.

    Attributes:
        fault: what is wrong with more than two players, though not with any two of them.
        remarks: which tables were asked about, if there is no such fault.
        pairs: if it refuses shared cards, how many pairs of hands it was asked about.

    >>> from harness.adapters.calling import Function
    >>> def order(first: list[int], second: list[int]) -> int: return first[0] - second[0]
    >>> driver = Compared(Function(order, hands=2))
    >>> driver.ask([[51, 47, 43, 39, 35], [45, 43, 36, 34, 31]])
    [3, 1]
    """

    FIRST = ALL_AT_ONCE
    pairs = 0

    def __init__(
        self, evaluator: Any, rules: Rules = STANDARD, announce: Announce = unheard
    ) -> None:
        super().__init__(evaluator, rules, announce)
        self._card_of = dict(zip(self._deck, rules.deck))
        self.fault = ""
        self.remarks: list[str] = []
        self._places: Places | None = None
        self._opponents: Opponents | None = None  # if it refuses shared cards
        self._place_of_class: dict[int, int] = {}
        self._hands: Sequence[Hand] = ()  # of a batch
        self._start = self._asked = 0  # the index of the first of them, and of one among them
        self._signs: dict[tuple[int, int], int] = {}  # by the identities of two hands

    def ask(self, hands: Any, at: int = 0, check_input: bool = False) -> Any:
        """The places of hands: most tie with the hand of their class, in both orders.

        Raises:
            StoppedError: a comparison failed, changed a hand, or did not say who wins; the answers
                about the hands of the classes contradict each other; or a comparison that refuses
                shared cards gave an answer that is not that of the rules.
        """
        self._announce(at, workers.START)
        from harness.hands.arrays import numbers_of  # they say where to begin: answers decide

        cards = [[self._card_of[card] for card in hand] for hand in hands]
        numbers = numbers_of(cards, self._rules).tolist()
        keys = [*map(cmp_to_key(self._compare), hands)]
        self._hands, self._start = hands, at
        try:
            if is_first := not self._place_of_class:
                self._choose_form(hands)
                if self._refuses_shared_cards(hands):
                    self._opponents = Opponents(dict(zip(numbers, map(tuple, cards))), self._rules)
                    of_classes = self._places_by_rules(hands)
                else:
                    self._compare_with_themselves(hands)
                    self._places = Places(keys, self._about_own)
                    of_classes = self._places.of_keys
                self._place_of_class = dict(zip(numbers, of_classes))
            places = [*map(self._place_of_class.__getitem__, numbers)]
            if self._opponents:
                self._ask_apart(self._opponents, cards, numbers)
            elif self._places and not is_first:
                right, places = places, [*map(self._places.find, keys, places, range(len(hands)))]
                self._require_ties({n: right[n] for n, place in enumerate(places) if not place % 2})
            if is_first and isinstance(self.evaluator, Winners):
                self._ask_about_tables(cards)
            return places
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
        forms = self.evaluator.forms
        for form in (*forms, forms[0]):  # the first again, if none gets an answer
            vars(self.evaluator).update(form)
            if any(map(self._is_answered, hands[:TRIED], hands[::-1])):
                return

    def _refuses_shared_cards(self, hands: Sequence[Hand]) -> bool:
        """True if the first hand gets answers beside some hands, but none that share its cards."""
        apart = [hand for hand in hands if {*hand}.isdisjoint(hands[0])]
        shared = [hand for hand in hands if not {*hand}.isdisjoint(hands[0])]
        is_answered = partial(self._is_answered, hands[0])
        return not any(map(is_answered, shared[:1] + shared[-TRIED:])) and any(
            map(is_answered, apart[-TRIED:])
        )

    def _is_answered(self, first: Hand, second: Hand) -> bool:
        self._about_own(0)
        with suppress(KeyRefusedError):
            self._sign(first, second)
            return True
        return False

    def _places_by_rules(self, hands: Sequence[Hand]) -> list[int]:
        """The places of the hands of classes: the best has the last if it wins by positive answers.

        If nothing says so, most answers about better hands beside weaker ones decide.
        """
        votes = 0
        for n in range(0, len(hands) // 2, VOTING):
            self._about_own(n)
            best, worst = hands[n], hands[-1 - n]
            if {*best}.isdisjoint(worst):
                votes += (sign := self._sign(best, worst))
                if sign and sign == self._sign(worst, best):
                    raise self._refusal(best, worst, CONTRADICTION)
        lower_wins = self.evaluator.lower_wins
        self._winning = -1 if (votes < 0 if lower_wins is None else lower_wins) else 1
        return [2 * n + 1 for n in range(len(hands))][:: -self._winning]

    def _ask_apart(
        self, opponents: Opponents, cards: Sequence[Sequence[Card]], numbers: Sequence[int]
    ) -> None:
        """Ask about hands beside their opponents.

        Raises:
            WrongWinnerError: an answer is not that of the rules.
        """
        for n, (hand, number) in enumerate(zip(self._hands, numbers)):
            self._about_own(n)
            for nth, (its_number, its_cards) in enumerate(opponents.of(cards[n], number)):
                other = [self._encoded[card] for card in its_cards]
                is_second = its_number == number and nth  # it stands on the left once
                sign = -self._sign(other, hand) if is_second else self._sign(hand, other)
                does = self._winning * sign
                self.pairs += 1
                if does != (expected := (number < its_number) - (number > its_number)):
                    why = f"by the rules it {DOES[expected]}, but here it {DOES[does]}"
                    raise WrongWinnerError(str(self._refusal(hand, other, why)))

    def _require_ties(self, of_classes: Mapping[int, int]) -> None:
        """Ask about hands without a place, each beside another one of its class, in both orders.

        Raises:
            WrongWinnerError: the answers contradict each other, as of a function that knows no tie.
        """
        assert self._places
        for n, place in of_classes.items():
            self._about_own(n)
            hand, other = self._hands[n], self._places.keys[place // 2].obj
            if hand != other and self._compare(hand, other) != -self._compare(other, hand):
                raise WrongWinnerError(str(self._refusal(hand, other, NO_TIE)))

    def _compare_with_themselves(self, hands: Sequence[Hand]) -> None:
        for n, hand in enumerate(hands):
            self._about_own(n)
            if sign := self._sign(hand, hand):
                raise KeyRefusedError(f"it does not tie with itself, but gives {sign}")

    def _ask_about_tables(self, hands: Sequence[Sequence[Card]]) -> None:
        """Ask about tables of three to six players, until one has wrong winners.

        Winners that are also wrong of two hands at a time count there, and not here.
        """
        from harness.hands.arrays import numbers_of

        random, deck = Random(1), self._rules.deck
        sizes = [seats for seats in SEATS if seats * len(hands[0]) <= len(deck)]
        for seats in [seats for seats in sizes for _ in range(TABLES)]:
            at = random.randrange(len(hands))
            self._about_own(at)
            table = deal(hands[at], seats, deck, random)
            numbers = numbers_of(table, self._rules).tolist()
            best = {n for n, number in enumerate(numbers) if number == min(numbers)}
            dealt = [[self._encoded[card] for card in hand] for hand in table]
            try:
                winners = self.evaluator.winners([*map(self.evaluator.native, dealt)])
                said = _win(winners)
            except workers.raised_by_others() as error:
                winners, said = set(), describe(error)
            if winners != best == self._winners_by_pairs(dealt):
                shown = "; ".join(map(format_hand, table))
                self.fault = (
                    f"{seats} players, {shown}: by the rules {_win(best)}, but here: {said}"
                )
                return
        tables = f"{TABLES} tables each of {', '.join(map(str, sizes))} players"
        self.remarks = [f"Asked about {tables}: no fault that two hands do not show."]

    def _winners_by_pairs(self, dealt: Sequence[Hand]) -> set[int]:
        """The indices of the hands that no other one beats."""
        return {
            n
            for n, hand in enumerate(dealt)
            if all(self._sign(hand, other) >= 0 for other in dealt if other is not hand)
        }

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
        what = "a number, and neither of the hands; return 1, 0 or -1, or Win, Tie or Loss"
        why = f"{visible_repr(answer)} is not {what}"
        raise self._refusal(one, other, why)

    def _refusal(self, one: Hand, other: Hand, why: str) -> KeyRefusedError:
        """The refusal of the hand that is asked about: one of these, or both."""
        asked, text = self._hands[self._asked], "itself"
        if one is not other:
            cards = other if one is asked else one
            text = format_hand([self._card_of[card] for card in cards])
        return KeyRefusedError(f"compared with {text}: {why}")


def deal(
    hand: Sequence[Card], seats: int, deck: Sequence[Card], random: Random
) -> list[Sequence[Card]]:
    """Deal hands without a common card to the players at a table; some of them tie.

    >>> for hand in deal([50, 51, 46, 47, 5], 3, range(52), Random(8)): print(format_hand(hand))
    Jd Qh 6d 9h 3s
    Ah As Kh Ks 3d
    3h 4d 6c Td 5h
    """
    table = [hand]
    while len(table) < seats:
        suits = random.sample(range(4), 4)
        other: Sequence[Card] = [card // 4 * 4 + suits[card % 4] for card in random.choice(table)]
        left = set(deck).difference(*table)
        if random.random() < 0.5 or not left.issuperset(other):
            other = random.sample(sorted(left), len(hand))
        table.append(other)
    random.shuffle(table)
    return table


def _win(winners: set[int]) -> str:
    """The winners of a table in words, numbered from 1."""
    numbers = [str(n + 1) for n in sorted(winners)]
    return f"hand{'s' * (len(numbers) > 1)} {', '.join(numbers)} win{'s' * (len(numbers) == 1)}"
