"""The hands of the preflight."""

from collections import Counter

from evaluators.cards import Category, rank_of, suit_of
from harness.checking.questions import base_count, preflight_questions
from harness.checking.tasks import BASE, REORDERED, Hand
from harness.hands.arrays import examples
from harness.hands.classes import class_of, classes
from harness.hands.scopes import All, Sample, Scope, UpToSuits
from harness.hands.suits import NAMES


def renamed(hand: Hand) -> set[Hand]:
    """The hand with its suits renamed in all ways."""
    return {tuple(4 * rank_of(card) + names[suit_of(card)] for card in hand) for names in NAMES}


def groups(scope: Scope) -> list[tuple[Hand, list[Hand], list[Hand]]]:
    """Each base hand, with the hands of its cards in other orders, and those in other suits."""
    groups: list[tuple[Hand, list[Hand], list[Hand]]] = []
    for hand, _, kind in preflight_questions(scope):
        if kind == BASE:
            groups.append((hand, [], []))
        else:
            _, reordered, resuited = groups[-1]
            (reordered if kind == REORDERED else resuited).append(hand)
    return groups


def test_a_hand_of_each_class_is_asked_about_in_other_orders_and_suits() -> None:
    """Failure means that a right evaluator may be called wrong, or that a class is not tested."""
    for scope in [Sample(5, 100), UpToSuits(7)]:
        bases = []
        for base, reordered, resuited in groups(scope):
            bases.append(base)
            assert len({*base}) == scope.size
            assert len(reordered) >= 4
            assert tuple(reversed(base)) in reordered
            assert {frozenset(hand) for hand in reordered} == {frozenset(base)}
            assert resuited
            assert {*resuited} <= renamed(base)
        assert len(bases) == base_count(scope)
        some = preflight_questions(scope)[::99]
        assert [each.number for each in some] == [class_of(each.hand).number for each in some]
        of_classes = list(examples(scope.size).values())
        assert bases[: len(of_classes)] == of_classes


def test_straights_and_near_misses_are_asked_about_in_all_orders() -> None:
    """Where the ace has two places, an evaluator may look at neighbours."""
    of_classes = {*examples(5).values()}
    for base, reordered, _ in groups(All()):
        is_long = len(reordered) == 120
        category = class_of(base).category
        is_near = base not in of_classes
        assert is_long == (is_near or category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH))
        assert len({*reordered}) == len(reordered) or not is_long


def test_the_preflight_asks_about_hands_of_a_sample_too() -> None:
    """Failure means that a preflight takes as long as the sample, or asks about one hand of it."""
    for sample, asked in [(10, 10), (500, 500), (501, 251), (1_000, 500), (10_000, 500)]:
        assert base_count(Sample(5, sample)) - base_count(All()) == asked


def test_near_misses_are_one_card_away_from_a_flush_or_a_straight() -> None:
    """Failure means that a hand that an evaluator takes for one of these is not asked about."""
    near_misses = [base for base, _, _ in groups(All())][len(examples(5)) :]
    assert len(near_misses) == 60 + 11 * 9
    runs = [{(lowest + n) % 13 for n in range(4)} for lowest in range(-1, 10)]
    covered = set()
    for hand in near_misses:
        (_, most), *_ = Counter(map(suit_of, hand)).most_common(1)
        within = {place for place, run in enumerate(runs) if run <= {*map(rank_of, hand)}}
        assert most == 4 or within
        covered |= within
    assert covered == {*range(len(runs))}


def test_flushes_come_in_each_suit_if_not_every_hand_is_checked() -> None:
    """A table with one wrong entry for flushes of one suit is wrong about four hands in all."""
    for scope in [UpToSuits(5), Sample(7, 9)]:
        flushes = 0
        for number, (base, _, resuited) in zip(examples(scope.size), groups(scope)):
            if classes()[number - 1].category in (Category.FLUSH, Category.STRAIGHT_FLUSH):
                flushes += 1
                ((suit, _),) = Counter(map(suit_of, base)).most_common(1)
                place = [suit_of(card) for card in base].index(suit)
                assert sorted({suit_of(hand[place]) for hand in resuited}) == [0, 1, 2, 3]
                assert scope.is_sample or {*resuited} == renamed(base)
        assert flushes == 1_287
