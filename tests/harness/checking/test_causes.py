"""Causes are named where the order of the classes shows them, and only there."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from evaluators.cards import Category
from harness.checking import causes
from harness.checking.causes import Hint, Order, all_ranks, compared_parts, is_order_of
from harness.hands.classes import HandClass, classes

HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = map(
    int, Category
)
Key = Callable[[HandClass], Any]


def order_of(key: Key) -> Order:
    """The order of an evaluator that gives each class a key, and the highest key wins."""
    keys = {hand_class.number: key(hand_class) for hand_class in classes()}
    places = {key: place for place, key in enumerate(sorted(set(keys.values()), reverse=True))}
    return Order({number: places[key] for number, key in keys.items()})


def rules(hand_class: HandClass) -> tuple[int, ...]:
    return hand_class.category, *hand_class.ranks


def within(category: int, key: Key) -> Hint:
    """The hint if only the hands of a category are compared by a key."""

    def changed(hand_class: HandClass) -> tuple[int, ...]:
        if hand_class.category != category:
            return rules(hand_class)
        its_key = key(hand_class)
        return category, *(its_key if isinstance(its_key, tuple) else (its_key,))

    return order_of(changed).comparison(category)


@pytest.mark.parametrize(
    ("category", "key", "kind", "words"),
    [
        (TWO_PAIR, lambda c: c.ranks[:2], causes.LEFT_OUT,
         "check how two pair is compared: the kicker does not count"),
        (HIGH_CARD, lambda c: c.ranks[:3], causes.LEFT_OUT,
         "check how high card is compared: the fourth card and the fifth card do not count"),
        (FLUSH, lambda c: c.ranks[0], causes.LEFT_OUT,
         "check how a flush is compared: only the highest card counts"),
        (FLUSH, lambda c: 0, causes.LEFT_OUT,
         "check how a flush is compared: all of its hands tie"),
        (ONE_PAIR, lambda c: (c.ranks[1], c.ranks[0]), causes.LEFT_OUT,
         "check how one pair is compared: only the first kicker and the pair count, in this order"),
        (TWO_PAIR, lambda c: (c.ranks[0], c.ranks[2], c.ranks[1]), causes.RANKS_MOVED,
         "check how two pair is compared: the order is higher pair, kicker, lower pair"),
        (ONE_PAIR, lambda c: tuple(sorted(c.ranks, reverse=True)), causes.BY_HEIGHT,
         "check how one pair is compared: its ranks are taken from the highest"),
        (THREE, lambda c: tuple(sorted(all_ranks(c))), causes.BY_HEIGHT,
         "check how three of a kind is compared: its ranks are taken from the lowest"),
        (HIGH_CARD, lambda c: sum(c.ranks), causes.SUM,
         "check how high card is compared: the sum of its ranks decides"),
        (FULL_HOUSE, lambda c: sum(all_ranks(c)), causes.SUM,
         "check how a full house is compared: the sum of its ranks decides"),
        (TWO_PAIR, lambda c: 100 * c.ranks[0] + 10 * c.ranks[1] + c.ranks[2], causes.DIGITS,
         ("check how two pair is compared: its ranks count as digits in base 10, "
          "which is too small")),
        (FOUR, lambda c: tuple(-1 if rank == 12 else rank for rank in c.ranks),
         causes.ORDER_OF_RANKS, "check the order of ranks: K-Q-J-T-9-8-7-6-5-4-3-2-A"),
        (TWO_PAIR, lambda c: (*sorted(map(as_text, c.ranks[:2]), reverse=True),
                              as_text(c.ranks[2])),
         causes.ORDER_OF_RANKS,
         "check the order of ranks: 9-8-7-6-5-4-3-2-A-K-Q-J-T, as in text"),
        (HIGH_CARD, lambda c: -(c.number // 7), causes.TIES,
         ("check how high card is compared: hands tie that should not, "
          "and none is in the wrong order")),
        (STRAIGHT, lambda c: 12 if c.ranks[0] == 3 else c.ranks[0], causes.WHEEL,
         "check the ace of A-2-3-4-5: there it is the lowest card"),
        (FLUSH, lambda c: (c.ranks[0], Random(c.number).random()), causes.COMPARISON,
         "check how a flush is compared"),
        (FLUSH, lambda c: Random(c.number).random(), causes.COMPARISON,
         "check how a flush is compared"),
    ],
)  # fmt: skip
def test_the_cause_within_a_category(category: int, key: Key, kind: str, words: str) -> None:
    """Else the hint names another cause, or none."""
    assert within(category, key) == (kind, words)


def as_text(rank: int) -> int:
    """The place of a rank among the texts from "2" to "14"."""
    return sorted(range(13), key=lambda rank: str(rank + 2)).index(rank)


@pytest.mark.parametrize("base", range(2, 13))
def test_every_base_that_is_too_small_is_named(base: int) -> None:
    hint = within(FULL_HOUSE, lambda c: base * c.ranks[0] + c.ranks[1])
    assert (hint.kind, f"base {base}," in hint.words) == (causes.DIGITS, True)


def test_no_cause_is_named_if_one_class_contradicts_it() -> None:
    """Else the hint names a cause that nearly fits."""
    odd = next(c for c in classes() if c.category == TWO_PAIR)

    def key(hand_class: HandClass) -> tuple[int, ...]:
        return (-1,) if hand_class is odd else hand_class.ranks[:2]

    assert within(TWO_PAIR, key) == (causes.COMPARISON, "check how two pair is compared")


def test_two_straights_that_are_swapped_are_not_the_wheel() -> None:
    hint = within(STRAIGHT, lambda c: {11: 12, 12: 11}.get(c.ranks[0], c.ranks[0]))
    assert hint.kind != causes.WHEEL


def test_the_parts_that_decide_are_found_in_every_order() -> None:
    members = [(place, c) for place, c in enumerate(
        sorted((c for c in classes() if c.category == ONE_PAIR),
               key=lambda c: (c.ranks[2], c.ranks[0], c.ranks[3], c.ranks[1]), reverse=True))
    ]  # fmt: skip
    assert compared_parts(members) == [2, 0, 3, 1]


def test_of_orders_that_explain_a_few_hands_the_one_nearest_the_rules_is_named() -> None:
    """Else a hint says that a kicker is compared before the pair."""
    numbers = {str(hand_class): hand_class.number for hand_class in classes()}
    wrong_order = "pair of aces, K-9-8", "pair of aces, K-T-7", "pair of queens, K-9-8"
    order = Order({numbers[name]: place for place, name in enumerate(wrong_order)})
    assert order.comparison(ONE_PAIR).words.endswith(
        "the order is pair, first kicker, third kicker, second kicker"
    )


def test_an_order_needs_the_same_ties() -> None:
    """Else ranks that are left out count as compared, or the other way round."""
    members = [(0, classes()[0]), (0, classes()[1]), (1, classes()[2])]
    assert is_order_of(members, lambda c: min(9, c.ranks[0]) if c.number < 3 else 0)
    assert not is_order_of(members, lambda c: -c.number)
    assert not is_order_of(members, lambda c: 0)


# --- Between categories. ---


def merged(category: int, other: int) -> Key:
    """A category counts as another one."""
    return lambda c: (other if c.category == category else c.category, *c.ranks)


def test_two_categories_that_are_one() -> None:
    order = order_of(merged(TWO_PAIR, ONE_PAIR))
    assert order.are_one(TWO_PAIR, ONE_PAIR)
    assert not order.are_one(TWO_PAIR, THREE)
    assert not order.first_rank_decides(TWO_PAIR, ONE_PAIR)
    assert not order.categories_overlap()


def test_two_categories_that_are_one_by_the_ranks_of_all_cards() -> None:
    """Else 5-5-5-2-2 and 5-5-5-A-K are compared by their second rank alone."""
    order = order_of(lambda c: (THREE if c.category == FULL_HOUSE else c.category, *all_ranks(c)))
    assert order.are_one(FULL_HOUSE, THREE)
    assert not order.are_one(FULL_HOUSE, FOUR)


def test_the_first_rank_that_decides_before_the_category() -> None:
    def key(hand_class: HandClass) -> tuple[int, ...]:
        category, first, *others = rules(hand_class)
        is_pair = category in (ONE_PAIR, TWO_PAIR)
        return (ONE_PAIR, first, category, *others) if is_pair else (category, first, 0, *others)

    order = order_of(key)
    assert order.first_rank_decides(ONE_PAIR, TWO_PAIR)
    assert not order.are_one(ONE_PAIR, TWO_PAIR)


def test_categories_that_are_outweighed_by_ranks() -> None:
    assert order_of(lambda c: 5 * c.category + c.ranks[0]).categories_overlap()
    assert not order_of(rules).categories_overlap()
    assert not order_of(lambda c: ((4 * c.category) % 9, *c.ranks)).categories_overlap()


@pytest.mark.parametrize(("merged_pairs", "most"), [(3, False), (4, True)])
def test_most_neighbours_have_to_overlap(merged_pairs: int, most: bool) -> None:
    """Of eight pairs of neighbours, four: three are faults of these categories alone."""

    def key(hand_class: HandClass) -> tuple[int, ...]:
        pair = min(hand_class.category // 2, 2 * merged_pairs)
        rest = hand_class.ranks if pair < merged_pairs else rules(hand_class)
        return (pair, *rest)

    assert order_of(key).categories_overlap() == most


def test_a_class_below_all_others_stands_where_its_rank_puts_it() -> None:
    """A pair of deuces below all high cards, as if the deuce alone had counted."""
    deuces = next(c for c in reversed(classes()) if c.category == ONE_PAIR)
    aces = next(c for c in classes() if c.category == ONE_PAIR)
    order = order_of(lambda c: (-1, *c.ranks) if c in (deuces, aces) else rules(c))
    assert order.stand_by_rank([deuces.number], HIGH_CARD)
    assert not order.stand_by_rank([aces.number], HIGH_CARD)


def test_a_few_odd_hands_are_not_categories_that_overlap() -> None:
    """Else one hand that is missed in each category hides the cause."""

    def key(hand_class: HandClass) -> tuple[int, ...]:
        last = hand_class.number == 7462 or (
            classes()[hand_class.number].category != hand_class.category
        )
        return (-1, hand_class.category) if last else rules(hand_class)

    assert not order_of(key).categories_overlap()


def test_categories_without_classes_are_left_alone() -> None:
    """Else a sample that lacks straight flushes ends in a traceback, or names them."""
    order = Order({c.number: c.number for c in classes() if c.category < FOUR})
    assert not order.are_one(FULL_HOUSE, STRAIGHT_FLUSH)
    assert not order.first_rank_decides(FULL_HOUSE, FOUR)
    assert not order.categories_overlap()
