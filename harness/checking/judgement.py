"""From a `Tally` to a `Verdict`: the failures, their showdowns, and hands that show them."""

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, compress, count, product
from operator import itemgetter
from sys import byteorder

from evaluators.cards import Card, rank_of
from evaluators.protocol import Key
from harness.adapters.keys import Shown, repacked
from harness.checking import hints
from harness.checking.failures import (
    FALSE_TIE,
    FALSE_WIN,
    REVERSED,
    Cell,
    Failure,
    failures_in,
    totals,
)
from harness.checking.families import Family, families
from harness.checking.tally import SHARD, Tally, narrow
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, Verdict
from harness.checking.witness import BEATS, LOSES, RENAMED, TIES, Side, Witness
from harness.hands.classes import classes, examples
from harness.hands.numbers import class_numbers
from harness.hands.scopes import Scope

MOST_HANDS_OF_A_CLASS = 1_020


def judge(tally: Tally) -> Verdict:
    """Judge the evaluator, once all of its tasks are done."""
    verdict = Verdict(tally.name, EQUIVALENT, tally.scope, tally.hands, tally.style)
    verdict.seconds, verdict.compared, verdict.deaths = tally.seconds, tally.compared, tally.deaths
    if tally.trouble:
        verdict.status, verdict.message = tally.trouble.status, tally.trouble.message
        verdict.output = tally.trouble.output
        verdict.hands = max(tally.trouble.place, 0)  # later shards may be done, too
        verdict.witness = tally.unsteady if verdict.status == NOT_EQUIVALENT else None
        return verdict
    if tally.inferred:
        verdict.found_out = "lower" if tally.lower_wins else "higher"
    tally.sweeps = dict(sorted(tally.sweeps.items()))
    try:
        place_of, keys = _in_order(tally)
    except TypeError as error:
        verdict.status, verdict.message = ERROR, f"its keys cannot be compared: {error}"
        return verdict
    _judge_keys(tally, verdict, place_of, keys)
    if tally.unsteady:
        verdict.witness = tally.unsteady
    if verdict.witness:
        verdict.status = NOT_EQUIVALENT
    return verdict


def _in_order(tally: Tally) -> tuple[dict[bytes, int], list[Key]]:
    """The place of each key, 0 the strongest, and the keys in this order.

    Equal keys with different bytes, such as 1 and 1.0, have one place.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with its neighbour in
            the result, and if neighbours can be compared, all can.
    """
    of_classes = chain.from_iterable(keys.values() for keys in tally.keys.values())
    unique = {repacked(key): key for key in chain(of_classes, _strange(tally))}
    try:
        ordered = sorted(unique.items(), key=itemgetter(1), reverse=not tally.lower_wins)
    except TypeError:
        by_type = {type(key).__name__: key for key in reversed(unique.values())}
        if len(by_type) > 1:
            raise TypeError(" and ".join(map(repr, by_type.values()))) from None
        raise
    place_of: dict[bytes, int] = {}
    keys: list[Key] = []
    for as_bytes, key in ordered:
        if not keys or keys[-1] != key:
            keys.append(key)
        place_of[as_bytes] = len(keys) - 1
    return place_of, keys


def _judge_keys(
    tally: Tally, verdict: Verdict, place_of: Mapping[bytes, int], keys: list[Key]
) -> None:
    """Complete a verdict from the number of hands for each class and key."""
    of_class = {
        as_bytes: {number: place_of[repacked(key)] for number, key in by_number.items()}
        for as_bytes, by_number in tally.keys.items()
    }
    # Each process has its own keys of the classes; these must be the same.
    cells = {cell for place_of_class in of_class.values() for cell in place_of_class.items()}
    one_key_each = len(cells) == len({number for number, _ in cells})
    in_order = [place for _, place in sorted(cells)] == list(range(len(keys)))
    if one_key_each and in_order and not _strange(tally):
        verdict.digest = _digest_of_classes(tally)
        verdict.distinct_keys = len(keys) if not tally.scope.sample else _classes(tally)
        return

    placed: dict[int, array[int]] = {}
    table: Counter[Cell] = Counter()
    digest = hashlib.sha256()
    for start, (as_bytes, strange, column) in tally.sweeps.items():
        numbers = tally.numbers_of(start)
        places = array("I", map(of_class[as_bytes].__getitem__, numbers))
        strange_places = [place_of[repacked(key)] for key in strange]
        weights = tally.scope.weights(start, start + len(numbers)) or bytes([1]) * len(numbers)
        usual = _weighted(numbers, weights)
        for index in compress(count(), column):
            places[index] = strange_places[column[index] - 1]
            usual[numbers[index]] -= weights[index]
            table[numbers[index], places[index]] += weights[index]
        for number, hands in usual.items():
            table[number, of_class[as_bytes][number]] += hands
        placed[start] = narrow(places)
        if len(keys) <= 0xFFFF:
            digest.update(_little_endian(place + 1 for place in places))
    table = +table  # drop cells without hands
    verdict.distinct_keys = len({place for _, place in table})
    failures = failures_in(table, _category_of(), _clarity)
    if failures:
        verdict.digest = digest.hexdigest() if len(keys) <= 0xFFFF else None
        wrong = totals(failures)
        verdict.reversed, verdict.false_ties, verdict.false_wins = (
            wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
        )
    else:  # no hand of the scope is wrong, but a class whose example is not in it may be
        verdict.digest = _digest_of_classes(tally)
        table = Counter(
            {cell: 1 if tally.sweeps else _size(cell[0], tally.scope) for cell in cells}
        )
        failures = failures_in(table, _category_of(), _clarity)
        for failure in failures:
            failure.showdowns = 0  # the examples are not in the sample
    witnesses = _witnesses(tally, failures, placed, keys)
    verdict.failures = list(zip(failures, witnesses))
    verdict.families = families(table, tally.scope.size, cells)
    if tally.scope.size > 5 and verdict.families and not tally.unsteady:
        verdict.families[0] = _with_spare_cards(tally, verdict.families, placed)
    if failures:  # a false win is the hardest to read
        clarities = [(f.kind != FALSE_WIN, int(f.clarity), f.showdowns) for f in failures]
        verdict.witness = witnesses[clarities.index(max(clarities))]
    if _shares_are_unknown(tally):
        verdict.reversed = verdict.false_ties = verdict.false_wins = verdict.digest = None


def _weighted(numbers: Sequence[int], weights: bytes) -> Counter[int]:
    """How many hands there are of each class, if each counts as many times as its weight."""
    hands: Counter[int] = Counter()
    for (number, weight), many in Counter(zip(numbers, weights)).items():
        hands[number] += many * weight
    return hands


def _with_spare_cards(
    tally: Tally, found: Sequence[Family], placed: Mapping[int, "array[int]"]
) -> Family:
    """The first family, with a hint to what all wrong hands of its category have in common."""
    first = found[0]
    wrong_cells = {cell for family in found for cell in family.cells}
    is_of_category = [category == first.category for category in _category_of()].__getitem__
    wrong: list[tuple[Card, ...]] = []
    right: list[tuple[Card, ...]] = []
    for start, places in placed.items():
        numbers = tally.numbers_of(start)
        for index in compress(count(), map(is_of_category, numbers)):
            hands = wrong if (numbers[index], places[index]) in wrong_cells else right
            if len(hands) <= hints.MOST_HANDS:
                hands.append(tally.scope.hand(start + index))
    if not 0 < len(wrong) <= hints.MOST_HANDS:
        return first
    advice = hints.of_spare_cards(first.category, wrong, right)
    return replace(first, advice=advice) if advice else first


def _size(number: int, scope: Scope) -> int:
    """The number of hands of a class; 1 if hands have more than five cards."""
    return classes()[number - 1].size if scope.size == 5 else 1


def _shares_are_unknown(tally: Tally) -> bool:
    """Whether keys that order themselves lie between two classes, in an unknown order."""
    strange = _strange(tally) if tally.shown else []
    return any(isinstance(key, int) and key % 2 == 0 for key in strange)


def _strange(tally: Tally) -> list[Key]:
    return [key for _, strange, _ in tally.sweeps.values() for key in strange]


def _digest_of_classes(tally: Tally) -> str | None:
    """The digest of a right evaluator; None for the preflight."""
    if not tally.sweeps:
        return None
    if not tally.numbers:
        return _class_digest(tally.scope)
    digest = hashlib.sha256()
    for start in tally.sweeps:
        digest.update(_little_endian(tally.numbers_of(start)))
    return digest.hexdigest()


def _classes(tally: Tally) -> int:
    """The number of classes of the hands of the scope."""
    return len(set(chain.from_iterable(map(tally.numbers_of, tally.sweeps))))


def _witnesses(
    tally: Tally,
    failures: Sequence[Failure],
    placed: Mapping[int, "array[int]"],
    keys: Sequence[Key],
) -> list[Witness]:
    """A witness for each failure's example; if possible, without a card in both hands."""
    hands_of: dict[Cell, list[tuple[Card, ...]]] = {
        cell: [] for failure in failures for cell in failure.example
    }
    has_example = {number for number, _ in hands_of}.__contains__
    for start, places in placed.items():
        numbers = tally.numbers_of(start)
        for index in compress(count(), map(has_example, numbers)):
            hands = hands_of.get((numbers[index], places[index]))
            if hands is not None and len(hands) < MOST_HANDS_OF_A_CLASS:
                hands.append(tally.scope.hand(start + index))
    for (number, _), hands in hands_of.items():
        if not hands:
            hands.append(tuple(sorted(examples(tally.scope.size)[number])))

    def side(hand: tuple[Card, ...], place: int) -> Side:
        key = Shown(tally.shown[int(keys[place])]) if tally.shown else keys[place]  # type: ignore[arg-type]
        is_order_free = not tally.unsteady or tally.unsteady.kind == RENAMED
        return Side(tuple(sorted(hand, reverse=True)) if is_order_free else hand, key)

    def witness(failure: Failure) -> Witness:
        stronger, weaker = failure.example
        pairs = product(hands_of[stronger], hands_of[weaker])
        any_pair = hands_of[stronger][0], hands_of[weaker][-1]
        first, second = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), any_pair)
        rules = TIES if stronger[0] == weaker[0] else BEATS
        says = TIES if stronger[1] == weaker[1] else BEATS if stronger[1] < weaker[1] else LOSES
        sides = side(first, stronger[1]), side(second, weaker[1])
        return Witness(failure.kind, *sides, rules, says)

    return list(map(witness, failures))


@lru_cache(maxsize=8)
def _class_digest(scope: Scope) -> str:
    """The digest of the class numbers by the rules."""
    digest = hashlib.sha256()
    for start in range(0, len(scope), SHARD):
        numbers = class_numbers(scope, start, min(start + SHARD, len(scope)))
        digest.update(_little_endian(numbers))
    return digest.hexdigest()


def _little_endian(numbers: Iterable[int]) -> bytes:
    """Class numbers as little-endian uint16."""
    column = array("H", numbers)
    if byteorder == "big":
        column.byteswap()
    return column.tobytes()


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(stronger: int, weaker: int) -> float:
    """A measure of how easily a reader compares two classes.

    Hands from one deck come first, then hands with ranks in common, then adjacent classes.
    """
    ranks, weaker_ranks = _ranks_of(stronger), _ranks_of(weaker)
    one_deck = max((ranks + weaker_ranks).values()) <= 4
    return 5 * one_deck + (ranks & weaker_ranks).total() - abs(stronger - weaker) / 10_000


@cache
def _ranks_of(number: int) -> "Counter[int]":
    """The number of cards of each rank in a class."""
    return Counter(map(rank_of, classes()[number - 1].example))
