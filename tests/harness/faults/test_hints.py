"""A hint names a cause where the check shows it, and only there."""

from collections.abc import Callable
from functools import reduce
from itertools import groupby
from operator import itemgetter
from typing import Any

import pytest

from evaluators import rulebook
from evaluators.cards import Category, parse_hand
from evaluators.protocol import Key
from evaluators.rules import STANDARD
from harness.adapters.plain import Shown
from harness.checking.statuses import NOT_EQUIVALENT
from harness.checking.verdict import Verdict
from harness.faults.cells import Cells
from harness.faults.families import TOO_LOW, Family, families
from harness.faults.hints import (
    FEATURES,
    NO_HINT,
    Hint,
    Kind,
    all_ranks,
    cause,
    hint,
    of_keys,
    of_spare_cards,
)
from harness.faults.kinds import RENAMED, UNSTEADY
from harness.faults.whole import Example, cause_of_all
from harness.faults.witness import BEATS, LOSES, Side, Witness
from harness.hands.classes import HandClass, classes
from harness.hands.scopes import All, Sample
from tests.harness import styles
from tests.harness.styles import number

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, _ = map(int, Category)
KeyOf = Callable[[HandClass], Any]


def parts(*places: int) -> KeyOf:
    return lambda c: tuple(c.ranks[place] for place in places)


def digits(base: int) -> KeyOf:
    return lambda c: sum(rank * base**n for n, rank in enumerate(reversed(c.ranks)))


HYPOTHESES: list[tuple[int, KeyOf, Kind, object]] = [
    (HIGH_CARD, parts(0, 1, 2), Kind.LEFT_OUT, "the fourth card and the fifth card do not count"),
    (FLUSH, parts(1, 3), Kind.LEFT_OUT, "only the second card and the fourth card count"),
    (FLUSH, parts(), Kind.LEFT_OUT, "all of its hands tie"),
    (ONE_PAIR, parts(2, 0, 3, 1), Kind.RANKS_MOVED,
     "second kicker, pair, third kicker, first kicker"),
    (ONE_PAIR, lambda c: sorted(c.ranks, reverse=True), Kind.BY_HEIGHT, "highest"),
    (THREE, lambda c: sorted(all_ranks(c)), Kind.BY_HEIGHT, "lowest"),
    (FULL_HOUSE, lambda c: sum(all_ranks(c)), Kind.SUM, ""),
    *((FULL_HOUSE, digits(base), Kind.DIGITS, base) for base in range(2, 13)),
    (FOUR, lambda c: [-1 if rank == 12 else rank for rank in c.ranks], Kind.ORDER_OF_RANKS,
     "K-Q-J-T-9-8-7-6-5-4-3-2-A"),
    (HIGH_CARD, lambda c: -(c.number // 7), Kind.TIES, ""),
]  # fmt: skip
"""`test_golden` has more."""


def cause_of(category: int, key: KeyOf, odd: HandClass | None = None) -> Hint | None:
    """The cause if the hands of a category are compared by a key, but a class loses to all."""
    members = [c for c in classes() if c.category == category]
    keys = [(c is not odd, key(c)) for c in members]
    distinct = [its_key for its_key, _ in groupby(sorted(keys, reverse=True))]
    placed = [(distinct.index(its_key), c) for its_key, c in zip(keys, members)]
    return cause({category: sorted(placed, key=itemgetter(0))}, category)


def test_a_cause_is_named_by_its_order_and_by_no_other() -> None:
    """Else the hint names another cause, or one that nearly fits: a class contradicts it."""
    for category, key, kind, rest in HYPOTHESES:
        assert cause_of(category, key) == hint(kind, category, rest)
        odd = next(c for c in classes() if c.category == category)
        assert cause_of(category, key, odd) is None


def test_of_orders_that_explain_a_few_hands_the_one_nearest_the_rules_is_named() -> None:
    """Else a hint says that a kicker is compared before the pair."""
    numbers = {str(hand_class): hand_class.number for hand_class in classes()}
    wrong_order = "pair of aces, K-9-8", "pair of aces, K-T-7", "pair of queens, K-9-8"
    cells = Cells.of({(numbers[name], place): 1 for place, name in enumerate(wrong_order)})
    (family,) = families(cells)
    nearest = "pair, first kicker, third kicker, second kicker"
    assert family.advice == hint(Kind.RANKS_MOVED, ONE_PAIR, nearest)


def read_as(ranks: Callable[[int], int], suit_major: bool = False, start: int = 0) -> KeyOf:
    """The key by the rules of cards whose numbers, or whose ranks, are read as others."""

    def key(c: HandClass) -> Any:
        numbers = [(card - start) % 52 for card in c.example]
        pairs = [divmod(n, 13)[::-1] if suit_major else divmod(n, 4) for n in numbers]
        return rulebook.evaluate([(ranks(rank), suit) for rank, suit in pairs])

    return key


def packed(c: HandClass) -> int:
    """The category and five ranks in four bits each."""
    ranks = (*c.ranks, 0, 0, 0, 0)[:5]
    return reduce(lambda number, rank: number << 4 | rank + 2, ranks, c.category)


def wrapped(bits: int, number: int) -> int:
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


OF_ALL: list[tuple[KeyOf, Kind, object]] = [
    (read_as(int, suit_major=True), Kind.NUMBERING,
     "13 * suit + rank from 0, with ranks from 2 to A"),
    (read_as(lambda n: (n - 1) % 13, True, 1), Kind.NUMBERING,
     "13 * suit + rank from 1, with ranks from A to K"),
    (read_as(lambda n: 12 - n), Kind.RANKS_READ, "they run from A to 2, the highest"),
    (read_as(lambda n: {9: 10, 10: 9}.get(n, n)), Kind.RANKS_READ, "J and Q are exchanged"),
    (read_as(lambda n: 11 if 7 < n < 12 else n), Kind.RANKS_READ, "T, J, Q and K count as one"),
    (read_as(lambda n: 2 if n == 8 else n), Kind.RANKS_READ, "T counts as 4"),
    (read_as(lambda n: -5 if n == 8 else n), Kind.RANKS_READ, "T is the lowest"),
    (lambda c: (c.category, *sorted(c.ranks, key=lambda n: (-all_ranks(c).count(n), n > 0, -n)),
                c.number), Kind.TWOS_FIRST, ""),
    (lambda c: f"{packed(c):x}", Kind.TEXT_KEYS, ""),
    (lambda c: f"{packed(c):b}", Kind.TEXT_KEYS, ""),
    (lambda c: wrapped(32, 7463 - c.number << 19), Kind.WRAPS, "int32"),
    (lambda c: wrapped(32, packed(c) << 8), Kind.WRAPS, "int32"),
    (lambda c: wrapped(32, packed(c) << 10), Kind.FILLS, "int32"),
    (lambda c: (7463 - c.number) * 11 % (1 << 16), Kind.FILLS, "uint16"),
    (lambda c: c.category if c.number != 10 else 7, Kind.ONLY_CATEGORIES, ""),
]  # fmt: skip


def exchanged(c: HandClass) -> int:
    """Four of a kind beats a straight flush. The keys fill uint16, and do not wrap."""
    category = {FOUR: FOUR + 1, FOUR + 1: FOUR}.get(c.category, c.category)
    return 7_100 * category + 7_500 - c.number


RIGHT: list[KeyOf] = [lambda c: c.number, lambda c: -c.number, lambda c: 0, exchanged]


@pytest.mark.every(3)
@pytest.mark.parametrize(("key", "kind", "rest"), [*((key, None, "") for key in RIGHT), *OF_ALL])
def test_a_cause_of_all_faults_is_named(key: KeyOf, kind: Kind | None, rest: str) -> None:
    """Else a hundred kinds of fault are shown, and a hint that is true of none."""
    keys = {c: key(c) for c in classes()}
    places = {each: n for n, (each, _) in enumerate(groupby(sorted(keys.values())))}
    examples = [Example(-places[keys[c]], c, c.example, keys[c]) for c in classes()]
    expected = NO_HINT if kind is None else hint(kind, rest=rest)
    assert cause_of_all(examples, STANDARD, False) == expected
    if kind == Kind.NUMBERING:  # there, suits seem to matter, and either keys may seem to win
        backwards = [example._replace(place=-example.place) for example in examples]
        assert cause_of_all(backwards, STANDARD, True) == expected


BETTER, WORSE = parse_hand("Tc Td 9s 8h 7c"), parse_hand("9c 9d As Kh Qc")


def witness(
    first: Key, second: Key, kind: str = "reversed", second_hand: tuple[int, ...] = tuple(WORSE)
) -> Witness:
    return Witness(kind, Side(tuple(BETTER), first), Side(second_hand, second), BEATS, LOSES)


def test_what_the_keys_show() -> None:
    for shown, reversed_share, kind in [
        (witness(1, 2, UNSTEADY, tuple(BETTER)), 0, Kind.STATE),
        (witness(1, 2, UNSTEADY, tuple(BETTER[::-1])), 0, Kind.ORDER_OF_CARDS),
        (witness(1, 2, RENAMED), 0, Kind.SUITS),
        (witness("1-10-9", "1-9-14"), 1, Kind.TEXT_KEYS),
        (witness(("1:10", 3), ("1:9", 3)), 0, Kind.TEXT_KEYS),
        (witness("pair 10", "pair 9"), 0, Kind.TEXT_KEYS),
        (witness(1, 2), 0.95, Kind.DIRECTION),
        (witness(1, 2), 0.85, None),
        (None, 0, None),
        # Text is not the cause: it has no numbers; its numbers have one length; it is only shown
        # for an object; it is a decimal; it is compared after a number; its numbers are too long
        # for `int`.
        (witness("three", "two pair"), 0, None),
        (witness("01-10", "01-11"), 0, None),
        (witness(Shown("1-10"), Shown("1-9")), 0, None),
        (witness("1.1199", "1.12"), 0, None),
        (witness((1, "10"), (1, "9")), 0, None),
        (witness("1" * 5_000, "2" * 5_000), 0, None),
    ]:
        expected = None if kind is None else hint(kind)
        assert of_keys(shown, reversed_share) == expected


def test_a_verdict_has_the_hint_of_its_keys_or_of_the_fault_of_the_most_hands() -> None:
    """The families are in this order."""
    first, second = (
        Family(1, TOO_LOW, None, (1,), 1, (), False, advice=Hint(words, words)) for words in "ab"
    )
    verdict = Verdict("x", NOT_EQUIVALENT, All(), hands=9, distinct_keys=9)
    assert verdict.advice == NO_HINT
    verdict.families = [first, second]
    assert (verdict.advice, verdict.hint) == (first.advice, "a")
    verdict.reversed = verdict.showdowns
    assert verdict.advice == hint(Kind.DIRECTION)


def test_the_features_of_hands() -> None:
    for hand, feature in [
        ("Ks Kh Kd Qh Qd Qc 7h", "two triples"),
        ("As Ac Ks Kc Qh Qd Jh", "three pairs"),
        ("8c 8d 8h 8s 3c 3d Ah", "a pair, or more, beside four of a kind"),
        ("8c 8d 8h 8s 3c 3d 3h", "a pair, or more, beside four of a kind"),
        ("8c 8d 8h 3c 3d 2h 2s", "two pairs beside three of a kind"),
        ("Ah Kh 9h 8h 4h 2h 2s", "six cards or more of one suit"),
        ("Tc 9c 8h 7h 6s 5d 2d", "six ranks or more in a row"),
        ("As 2c 3h 4h 5s 6d Kd", "six ranks or more in a row"),
        ("As 2c 3h 4h 5s 7d Kd", None),
        ("8c 8d 8h 3c 3d Ah 2s", None),
        ("Ah Kh 9h 8h 4h 2s 2c", None),
        ("8c 8d 8h 8s 3c Ad Kd", None),
        ("As Ac Ks Kc Qh Jd 2h", None),
    ]:
        cards = parse_hand(hand)
        assert [words for words, has in FEATURES.items() if has(cards)] == [feature] * bool(feature)


def test_a_feature_is_named_if_all_wrong_hands_have_it_and_most_right_ones_do_not() -> None:
    triples, other = parse_hand("Ks Kh Kd Qh Qd Qc 7h"), parse_hand("Ks Kh Kd Qh Qd 8c 7h")
    said = hint(Kind.SPARE_CARDS, FULL_HOUSE, "two triples")
    assert said.words == ("every wrong full house has two triples: check which of its cards count")
    for wrong, right, is_named in [
        ([triples] * 3, [other] * 3, True),
        ([triples] * 3, [triples, other] * 3, True),
        ([triples] * 3, [triples] * 4 + [other] * 3, False),
        ([triples, triples, other], [other] * 3, False),
        # A few hands may have it by chance.
        ([triples] * 2, [other] * 3, False),
        ([triples] * 3, [other] * 2, False),
    ]:
        assert of_spare_cards(FULL_HOUSE, wrong, right) == (said if is_named else None)


def test_a_check_of_seven_cards_names_the_feature() -> None:
    def third_pair_is_passed_over(hand: tuple[int, ...]) -> Any:
        hand_class = classes()[number(hand) - 1]
        ranks = [card // 4 for card in hand]
        if hand_class.category != TWO_PAIR:
            return hand_class.category, hand_class.ranks
        kicker = max(rank for rank in ranks if ranks.count(rank) == 1)
        return TWO_PAIR, (*hand_class.ranks[:2], kicker)

    verdict = styles.judged(third_pair_is_passed_over, Sample(7, 2_000))
    assert verdict.advice == hint(Kind.SPARE_CARDS, TWO_PAIR, "three pairs")
