"""From the lessons to the fast evaluators, one change at a time; `lessons` measures each.

Each function is a lesson with the changes up to its own. The last of a strategy differs from its
`scalar` only in what six and seven cards need.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from evaluators.cactus_kev import lesson as kev_lesson
from evaluators.cactus_kev.lesson import NUMBERS, SORTED_PRODUCTS
from evaluators.cactus_kev.scalar import FLUSHES, PRODUCTS, UNIQUE5
from evaluators.count_buckets import lesson as buckets_lesson
from evaluators.count_buckets.scalar import fill_buckets
from evaluators.matrix_score import lesson as matrix_lesson
from evaluators.sort_by_count import lesson as sort_lesson

Pair = tuple[int, int]
CHANGES: dict[str, list[SimpleNamespace]] = {}
"""For each lesson, evaluators with one more change each."""


def change(lesson: Any) -> Callable[[Callable[[Sequence[Any]], Any]], SimpleNamespace]:
    """Make an evaluator of a function, with the cards of a lesson; its docstring is the change."""

    def evaluator(evaluate: Callable[[Sequence[Any]], Any]) -> SimpleNamespace:
        changed = SimpleNamespace(
            name=evaluate.__name__.replace("_", "-"),
            about=str(evaluate.__doc__),
            sizes=lesson.sizes,
            lower_wins=lesson.lower_wins,
            encode=lesson.encode,
            evaluate=evaluate,
        )
        CHANGES.setdefault(lesson.name, []).append(changed)
        return changed

    return evaluator


@change(kev_lesson)
def kev_bisect(hand: Sequence[int]) -> int:
    """A search by the standard library's bisect, in C."""
    a, b, c, d, e = hand
    ranks = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSHES[ranks]
    if number := UNIQUE5[ranks]:
        return number
    product = 1
    for card in hand:
        product *= card & 0xFF
    return NUMBERS[bisect_left(SORTED_PRODUCTS, product)]


@change(kev_lesson)
def kev_product(hand: Sequence[int]) -> int:
    """Five factors in one expression."""
    a, b, c, d, e = hand
    ranks = (a | b | c | d | e) >> 16
    if a & b & c & d & e & 0xF000:
        return FLUSHES[ranks]
    if number := UNIQUE5[ranks]:
        return number
    product = (a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)
    return NUMBERS[bisect_left(SORTED_PRODUCTS, product)]


@change(kev_lesson)
def kev_ranks_first(hand: Sequence[int]) -> int:
    """Ranks first: half of all hands need no test of suits."""
    a, b, c, d, e = hand
    if number := UNIQUE5[(a | b | c | d | e) >> 16]:
        if a & b & 0xF000 and a & c & d & e & 0xF000:
            return FLUSHES[(a | b | c | d | e) >> 16]
        return number
    product = (a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)
    return NUMBERS[bisect_left(SORTED_PRODUCTS, product)]


@change(kev_lesson)
def kev_dict(hand: Sequence[int]) -> int:
    """A dict instead of a binary search."""
    a, b, c, d, e = hand
    if number := UNIQUE5[(a | b | c | d | e) >> 16]:
        if a & b & 0xF000 and a & c & d & e & 0xF000:
            return FLUSHES[(a | b | c | d | e) >> 16]
        return number
    return PRODUCTS[(a & 0xFF) * (b & 0xFF) * (c & 0xFF) * (d & 0xFF) * (e & 0xFF)]


@change(matrix_lesson)
def matrix_running_sums(hand: Sequence[Pair]) -> float:
    """Sums updated as cards are added."""
    of_rank, of_suit = [0] * 15, [0] * 4
    for rank, suit in hand:
        of_rank[rank] += 1
        of_suit[suit] += 1
    fours, threes, twos, ones = (
        [rank for rank in range(14, 1, -1) if of_rank[rank] == count] for count in (4, 3, 2, 1)
    )
    of_rank[1] = of_rank[14]
    tops = [top for top in range(5, 15) if all(of_rank[top - 4 : top + 1])]
    return _score(fours, threes, twos, ones, tops, max(of_suit) == 5)


@change(matrix_lesson)
def matrix_one_pass(hand: Sequence[Pair]) -> float:
    """One pass over the ranks instead of four."""
    of_rank, of_suit = [0] * 15, [0] * 4
    for rank, suit in hand:
        of_rank[rank] += 1
        of_suit[suit] += 1
    by_count: list[list[int]] = [[], [], [], [], []]
    for rank in range(14, 1, -1):
        by_count[of_rank[rank]].append(rank)
    _, ones, twos, threes, fours = by_count
    of_rank[1] = of_rank[14]
    tops = [top for top in range(5, 15) if all(of_rank[top - 4 : top + 1])]
    return _score(fours, threes, twos, ones, tops, max(of_suit) == 5)


@change(matrix_lesson)
def matrix_five_ranks(hand: Sequence[Pair]) -> float:
    """Straights and flushes only if five ranks differ."""
    of_rank, of_suit = [0] * 15, [0] * 4
    for rank, suit in hand:
        of_rank[rank] += 1
        of_suit[suit] += 1
    by_count: list[list[int]] = [[], [], [], [], []]
    for rank in range(14, 1, -1):
        by_count[of_rank[rank]].append(rank)
    _, ones, twos, threes, fours = by_count
    if len(ones) < 5:
        return _score(fours, threes, twos, ones, [], False)
    top = 5 if ones == [14, 5, 4, 3, 2] else ones[0] if ones[0] - ones[4] == 4 else 0
    return _score(fours, threes, twos, ones, [top] if top else [], max(of_suit) == 5)


def _score(
    fours: list[int],
    threes: list[int],
    twos: list[int],
    ones: list[int],
    tops: list[int],
    flush: bool,
) -> float:
    """The score of the lesson, from its groups."""
    if tops:
        category = 8 if flush else 4
        ones = list(range(tops[0], tops[0] - 5, -1))
    elif flush:
        category = 5
    elif fours:
        category = 7
    elif threes:
        category = 6 if twos else 3
    else:
        category = len(twos)
    groups = fours + threes + twos
    score = category
    for slot in [0] * (2 - len(groups)) + groups + [0] * (5 - len(ones)) + ones:
        score = 100 * score + slot
    return score / 10**14


@change(sort_lesson)
def sort_unpacked(hand: Sequence[Pair]) -> tuple[Any, ...]:
    """Five cards unpacked instead of two comprehensions."""
    (a, s), (b, t), (c, u), (d, v), (e, w) = hand
    ranks = [a, b, c, d, e]
    groups = sorted(set(ranks), reverse=True)
    groups.sort(key=ranks.count, reverse=True)
    counts = [ranks.count(rank) for rank in groups]
    flush = s == t == u == v == w
    wheel = groups == [14, 5, 4, 3, 2]
    if wheel:
        groups = [5, 4, 3, 2, 14]
    straight = wheel or (len(groups) == 5 and groups[0] - groups[4] == 4)
    return straight and flush, len(groups) == 2, flush, straight, tuple(counts), tuple(groups)


@change(sort_lesson)
def sort_no_counts(hand: Sequence[Pair]) -> tuple[Any, ...]:
    """Five different ranks need no counts."""
    (a, s), (b, t), (c, u), (d, v), (e, w) = hand
    groups = sorted({a, b, c, d, e}, reverse=True)
    if len(groups) == 5:
        flush = s == t == u == v == w
        if groups == [14, 5, 4, 3, 2]:
            return flush, False, flush, True, (1, 1, 1, 1, 1), (5, 4, 3, 2, 14)
        straight = groups[0] - groups[4] == 4
        return flush and straight, False, flush, straight, (1, 1, 1, 1, 1), tuple(groups)
    ranks = (a, b, c, d, e)
    groups.sort(key=ranks.count, reverse=True)
    return False, len(groups) == 2, False, False, tuple(map(ranks.count, groups)), tuple(groups)


@change(buckets_lesson)
def buckets_one_pass(hand: Sequence[Pair]) -> tuple[Any, ...]:
    """One pass over sorted cards instead of counting each rank."""
    buckets = fill_buckets(sorted(hand, reverse=True))
    ones = buckets[1]
    if ones == [14, 5, 4, 3, 2]:
        ones = [5, 4, 3, 2, 1]
    flush = len({suit for _, suit in hand}) == 1
    straight = len(ones) == 5 and ones[0] - ones[4] == 4
    return _bucket_key(buckets[4], buckets[3], buckets[2], ones, straight, flush)


@change(buckets_lesson)
def buckets_five_ranks(hand: Sequence[Pair]) -> tuple[Any, ...]:
    """Straights and flushes only if five ranks differ."""
    buckets = fill_buckets(sorted(hand, reverse=True))
    ones = buckets[1]
    if len(ones) < 5:
        return _bucket_key(buckets[4], buckets[3], buckets[2], ones, False, False)
    if ones == [14, 5, 4, 3, 2]:
        ones = [5, 4, 3, 2, 1]
    flush = len({suit for _, suit in hand}) == 1
    return _bucket_key([], [], [], ones, ones[0] - ones[4] == 4, flush)


def _bucket_key(
    fours: list[int],
    threes: list[int],
    twos: list[int],
    ones: list[int],
    straight: bool,
    flush: bool,
) -> tuple[Any, ...]:
    if straight and flush:
        category = 8
    elif fours:
        category = 7
    elif threes and twos:
        category = 6
    elif flush or straight:
        category = 5 if flush else 4
    elif threes:
        category = 3
    else:
        category = len(twos)
    return category, tuple(fours), tuple(threes), tuple(twos), tuple(ones)
