"""From a `Tally` to a `Verdict`: what is wrong, how much of it, and two hands that show it."""

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, compress, count, product
from sys import byteorder
from typing import Any

from evaluators.cards import Card, rank_of
from evaluators.protocol import Key
from harness.adapters.keys import Shown, repacked
from harness.checking.failures import (
    FALSE_TIE,
    FALSE_WIN,
    REVERSED,
    Cell,
    Failure,
    failures_in,
    totals,
)
from harness.checking.families import families
from harness.checking.tally import SHARD, Tally, narrow
from harness.checking.verdict import EQUIVALENT, ERROR, NOT_EQUIVALENT, Verdict
from harness.checking.witness import BEATS, LOSES, TIES, Side, Witness
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
        verdict.hands = max(tally.trouble.place, 0)  # whatever else was done by then
        verdict.witness = tally.unsteady if verdict.status == NOT_EQUIVALENT else None
        return verdict
    if tally.found_out:
        verdict.found_out = "lower" if tally.lower_wins else "higher"
    tally.found = dict(sorted(tally.found.items()))  # whichever was done first
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
    """The place of each key, 0 the strongest, and the keys at places.

    Keys that are the same value in other bytes, such as 1 and 1.0, have one place.

    Raises:
        TypeError: two of them cannot be compared. Sorting compares every key with the one that
            ends up beside it, and where neighbours compare, so do all.
    """
    values = chain.from_iterable(keys.values() for keys in tally.keys.values())
    strange = chain.from_iterable(strange for _, strange, _ in tally.found.values())
    unique = {repacked(key): key for key in chain(values, strange)}
    try:
        ordered = sorted(unique.items(), key=_value, reverse=not tally.lower_wins)
    except TypeError:
        kinds = {type(key).__name__: key for key in reversed(unique.values())}
        if len(kinds) > 1:
            raise TypeError(" and ".join(map(repr, kinds.values()))) from None
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
    """Find out what is wrong, from how many hands of which class have which key."""
    of_class = {
        as_bytes: {number: place_of[repacked(key)] for number, key in by_number.items()}
        for as_bytes, by_number in tally.keys.items()
    }
    examples_of: Counter[Cell] = Counter()
    for place_of_class in of_class.values():
        examples_of.update(place_of_class.items())
    in_order = [place for _, place in sorted(examples_of)] == list(range(len(keys)))
    if in_order and not any(strange for _, strange, _ in tally.found.values()):
        verdict.digest = _digest_of_classes(tally)
        verdict.distinct_keys = len(keys) if not tally.scope.sample else _classes(tally)
        return

    placed: dict[int, array[int]] = {}
    table: Counter[Cell] = Counter()
    digest = hashlib.sha256()
    for start, (as_bytes, strange, column) in tally.found.items():
        numbers = tally.numbers_of(start)
        places = array("I", map(of_class[as_bytes].__getitem__, numbers))
        others = [place_of[repacked(key)] for key in strange]
        usual = Counter(numbers)
        for index in compress(count(), column):
            places[index] = others[column[index] - 1]
            usual[numbers[index]] -= 1
            table[numbers[index], places[index]] += 1
        for number, hands in usual.items():
            table[number, of_class[as_bytes][number]] += hands
        placed[start] = narrow(places)
        if len(keys) <= 0xFFFF:
            digest.update(_little_endian(map((1).__add__, places)))
    table = +table  # without the classes of which no hand has the usual key
    verdict.distinct_keys = len({place for _, place in table})
    failures = failures_in(table, _category_of(), _clarity)
    if failures:
        verdict.digest = digest.hexdigest() if len(keys) <= 0xFFFF else None
        wrong = totals(failures)
        verdict.reversed, verdict.false_ties, verdict.false_wins = (
            wrong[kind] for kind in (REVERSED, FALSE_TIE, FALSE_WIN)
        )
    else:  # so it is wrong about the examples of classes alone, or not at all
        verdict.digest = _digest_of_classes(tally)
        table = Counter(dict.fromkeys(examples_of, 1))
        failures = failures_in(table, _category_of(), _clarity)
        for failure in failures:
            failure.showdowns = 0  # among the hands of the scope
    verdict.failures = list(zip(failures, _witnesses(tally, failures, placed, keys)))
    verdict.families = families(table)
    if failures:  # two hands that tie by the rules say less than two that do not
        _, verdict.witness = max(
            verdict.failures,
            key=lambda found: (
                found[0].kind != FALSE_WIN,
                int(found[0].clarity),
                found[0].showdowns,
            ),
        )
    if _shares_are_unknown(tally):
        verdict.reversed = verdict.false_ties = verdict.false_wins = verdict.digest = None


def _shares_are_unknown(tally: Tally) -> bool:
    """Whether keys that order themselves lie between two classes, in an unknown order."""
    strange = chain.from_iterable(strange for _, strange, _ in tally.found.values())
    return bool(tally.shown) and any(isinstance(key, int) and key % 2 == 0 for key in strange)


def _digest_of_classes(tally: Tally) -> str | None:
    """The digest of a right evaluator; none for the preflight, which has no such hands."""
    if not tally.found:
        return None
    if not tally.numbers:
        return _class_digest(tally.scope)
    digest = hashlib.sha256()
    for start in tally.found:
        digest.update(_little_endian(tally.numbers_of(start)))
    return digest.hexdigest()


def _classes(tally: Tally) -> int:
    """How many classes the hands of the scope have."""
    return len(set(chain.from_iterable(map(tally.numbers_of, tally.found))))


def _witnesses(
    tally: Tally,
    failures: Sequence[Failure],
    placed: Mapping[int, "array[int]"],
    keys: Sequence[Key],
) -> list[Witness]:
    """Hands for the failures' examples, found in one pass; two from one deck where possible."""
    wanted: dict[Cell, list[tuple[Card, ...]]] = {
        cell: [] for failure in failures for cell in failure.example
    }
    is_wanted = {number for number, _ in wanted}.__contains__
    for start, places in placed.items():
        numbers = tally.numbers_of(start)
        for index in compress(count(), map(is_wanted, numbers)):
            hands = wanted.get((numbers[index], places[index]))
            if hands is not None and len(hands) < MOST_HANDS_OF_A_CLASS:
                hands.append(tally.scope.hand(start + index))
    for (number, _), hands in wanted.items():
        if not hands:
            hands.append(examples(tally.scope.size)[number])

    def side(hand: tuple[Card, ...], place: int) -> Side:
        key = keys[place]
        return Side(hand[::-1], Shown(tally.shown[int(key)]) if tally.shown else key)  # type: ignore[arg-type]

    def witness(failure: Failure) -> Witness:
        one, two = failure.example
        pairs = product(wanted[one], wanted[two])
        any_two = wanted[one][0], wanted[two][-1]
        hands = next((pair for pair in pairs if set(pair[0]).isdisjoint(pair[1])), any_two)
        rules = TIES if one[0] == two[0] else BEATS
        says = TIES if one[1] == two[1] else BEATS if one[1] < two[1] else LOSES
        sides = side(hands[0], one[1]), side(hands[1], two[1])
        return Witness(failure.kind, *sides, rules, says)

    return list(map(witness, failures))


def _value(item: tuple[bytes, Key]) -> Any:
    return item[1]


@lru_cache(maxsize=8)
def _class_digest(scope: Scope) -> str:
    """The digest that is right: of the class numbers themselves."""
    digest = hashlib.sha256()
    for start in range(0, len(scope), SHARD):
        numbers = class_numbers(scope, start, min(start + SHARD, len(scope)))
        digest.update(_little_endian(numbers))
    return digest.hexdigest()


def _little_endian(numbers: Iterable[int]) -> bytes:
    """Class numbers as little-endian uint16, on any machine."""
    column = array("H", numbers)
    if byteorder == "big":
        column.byteswap()
    return column.tobytes()


@cache
def _category_of() -> list[int]:
    return [-1, *(hand_class.category for hand_class in classes())]


def _clarity(better: int, other: int) -> float:
    """How easily a reader can compare two classes.

    Hands that can be dealt from one deck come first, then those with ranks in common, then
    near ones.
    """
    left, right = _ranks_of(better), _ranks_of(other)
    one_deck = max((left + right).values()) <= 4
    return 5 * one_deck + (left & right).total() - abs(better - other) / 10_000


@cache
def _ranks_of(number: int) -> "Counter[int]":
    """How many cards of each rank a class has."""
    return Counter(map(rank_of, classes()[number - 1].example))
