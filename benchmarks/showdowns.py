"""The file `key/showdowns.json`: few showdowns that notice every known fault: ``make showdowns``.

A showdown is two hands, and who wins. It notices a fault if an evaluator with this fault says
otherwise. Thousands of hands of all classes are paired; of all pairs that notice the same faults,
one is kept. A greedy cover takes the pair that notices most of what is left, again and again. Then
some pairs are taken out at random and the cover is completed again, as long as it gets no larger.
Who wins is read in the rulebook.

The faults are those of the catalogue, each asked about the best five cards of seven, too; `sevens`,
which only seven cards show; and the published versions of strategies. It takes some minutes, and
always finds the same showdowns.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import sevens
from benchmarks.strength import SHOWDOWNS, TESTS, sign
from evaluators import PUBLISHED, load
from evaluators.cache import write_whole
from evaluators.cards import Card, Category, format_card, format_hand, parse_hand
from harness.hands.arrays import Hands, numbers_of
from harness.hands.classes import classes
from harness.hands.scopes import All
from harness.teaching.mistakes import BUGS, FAULTS, MISTAKES, function_of

Kills = NDArray[np.bool_]
"""A row for each pair of hands, a column for each fault: whether the pair notices the fault."""
CATALOGUE = {each.cause: each for each in [*FAULTS.values(), *MISTAKES.values(), *BUGS.values()]}
KEEPS_STATE = "counts are kept from call to call"
"""The fault whose key is no function of the hand. The search leaves it out."""
DRAWN, OTHERS, STRAIGHTS, ROUNDS = 3_000_000, 1_500, 20, 3_000
"""Hands drawn; how many of any class, and of each straight, are paired; rounds of the search."""
RARE = "Kh Kd Kc Qs Qh Qd 7h", "Ts Th Td 5c 5d 5h As", "Th 9c 8h 7h 6h 5h 4h"
"""Hands that are seldom drawn, and that published packages take for others."""
ABOUT = (
    "Showdowns that notice every fault of a catalogue, by an evaluator of so many cards. A filter, "
    "not a proof: who passes may be wrong about other hands. Ask about the cards in this order. "
    "`kills` has the faults that a showdown notices."
)


def faults(size: int) -> list[str]:
    """The names of the faults: causes in the catalogue, published versions of this size.

    Of seven cards, also those that no hand of five can show.
    """
    published = [name for name in PUBLISHED if size in load(name).sizes]
    return [*CATALOGUE, *(sevens.EDITS if size == 7 else ()), *published]


def evaluator(fault: str) -> Callable[[Sequence[Card]], Any]:
    """The evaluator with a fault, as if nobody had asked it anything; of seven cards, too.

    >>> evaluator("two pair has three different ranks, too")([0, 1, 4, 5, 44, 48, 51])
    (3, 14, 3, 13)
    """
    if fault in sevens.EDITS:
        own_way = sevens.evaluator(fault)
        return lambda hand: own_way([*map(format_card, hand)])
    if fault not in CATALOGUE:
        own = load(fault)
        return lambda hand: own.evaluate([*map(own.encode, hand)])
    function = function_of(CATALOGUE[fault].source)
    return lambda hand: max(function([*map(format_card, five)]) for five in combinations(hand, 5))


def keys(fault: str, hands: Hands) -> list[Any]:
    """The keys of hands; quickly, where a table of classes has them."""
    if fault not in CATALOGUE or not CATALOGUE[fault].by_class:
        return [*map(evaluator(fault), hands.tolist())]
    fives = hands[:, [*combinations(range(hands.shape[1]), 5)]]
    of_class = [None, *map(evaluator(fault), (each.example for each in classes()))]
    numbers = numbers_of(fives.reshape(-1, 5)).reshape(len(hands), -1)
    return [max(map(of_class.__getitem__, row)) for row in numbers.tolist()]


def places(of_hands: list[Any]) -> NDArray[np.int16]:
    """The place of each key among the different keys, the lowest first.

    >>> places([[7], [3], [7]]).tolist()
    [1, 0, 1]
    """
    order = sorted(range(len(of_hands)), key=of_hands.__getitem__)
    steps = [0, *(of_hands[one] != of_hands[other] for one, other in pairwise(order))]
    found = np.empty(len(order), np.int16)
    found[order] = np.cumsum(steps)
    return found


def drawn(size: int) -> Hands:
    """Hands to pair: of each class, more of each straight, others, and some that are rare.

    Their cards come in any order.
    """
    scope, random = All(size), np.random.default_rng(size)
    hands = scope.at(random.integers(0, len(scope), DRAWN))
    hands = np.concatenate([hands, np.array([*scope.examples.values()], np.uint8)])
    numbers = numbers_of(hands)
    order = np.argsort(numbers, kind="stable")
    of_class = np.empty(len(hands), int)  # the first of a class is 0, the next one 1
    of_class[order] = np.arange(len(hands)) - np.searchsorted(numbers[order], numbers[order])
    straights = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    is_straight = np.isin(np.array(classes().category_of)[numbers], straights)
    kept = hands[of_class < np.where(is_straight, STRAIGHTS, 1)]
    rare = [parse_hand(text) for text in RARE if size == len(text.split())]
    others = np.array([*hands[:OTHERS].tolist(), *rare], np.uint8)
    return random.permuted(np.concatenate([kept, others]), axis=1)


def noticed(
    right: NDArray[np.int16], wrong: NDArray[np.int16]
) -> tuple[Kills, list[Sequence[int]]]:
    """What pairs of hands notice, and the pair: one of all that notice the same faults."""
    found: dict[bytes, Sequence[int]] = {}
    for one in range(len(right) - 1):
        by_rules = np.sign(right[one] - right[one + 1 :])
        kills = np.sign(wrong[:, one, None] - wrong[:, one + 1 :]) != by_rules
        rows = np.ascontiguousarray(np.packbits(kills, axis=0).T)
        different, at = np.unique(rows.view(f"V{rows.shape[1]}"), return_index=True)
        for row, other in zip(different.tolist(), at.tolist()):
            found.setdefault(row, (one, one + 1 + other))
    bits = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), -1)
    return np.unpackbits(bits, axis=1)[:, : len(wrong)].astype(bool), [*found.values()]


def completed(chosen: Iterable[int], kills: Kills, random: np.random.Generator) -> list[int]:
    """A cover that begins with these pairs, without those that turn out to be redundant."""
    chosen = [*chosen]
    left, numbers = ~kills[chosen].any(axis=0), kills.astype(np.float32)
    while left.any():
        gains = numbers @ left
        chosen.append(int(random.choice(np.flatnonzero(gains == gains.max()))))
        left &= ~kills[chosen[-1]]
    for pair in random.permutation(chosen).tolist():
        others = [other for other in chosen if other != pair]
        chosen = others if kills[others].any(axis=0).all() else chosen
    return chosen


def smallest(kills: Kills) -> list[int]:
    """The smallest cover that the search finds."""
    random = np.random.default_rng(1)
    best = completed([], kills, random)
    for _ in range(ROUNDS):
        without = random.integers(1, 4)
        again = completed(random.permutation(best)[without:].tolist(), kills, random)
        best = min(again, best, key=len)
    return sorted(best)


def entries(pairs: Hands) -> Iterator[dict[str, Any]]:
    """The showdowns, with who wins and what they notice."""
    for first, second in pairs.tolist():
        right = classes().number_of(second) - classes().number_of(first)
        asked = {fault: evaluator(fault) for fault in faults(len(first))}
        yield {
            "first": format_hand(first),
            "second": format_hand(second),
            "result": ("tie", "first", "second")[np.sign(right)],
            "kills": [
                f for f, key in asked.items() if sign(key(first), key(second)) != np.sign(right)
            ],
        }


def unseen(kills: Kills) -> int:
    """How many faults are noticed by a greedy cover that was made without them."""
    random, columns = np.random.default_rng(1), np.arange(kills.shape[1])
    covers = (completed([], kills[:, columns != fault], random) for fault in columns)
    return sum(bool(kills[cover, fault].any()) for fault, cover in zip(columns, covers))


def others() -> dict[str, int]:
    """How many faults at five cards tests by example notice."""
    names = "ten examples", "Exercism", "Norvig", "one of each class"
    asked: list[Any] = [SimpleNamespace(evaluate=evaluator(fault)) for fault in faults(5)]
    return {name: sum(not TESTS[name][0](each) for each in asked) for name in names}


def _some(kills: Kills) -> Kills:
    """Without faults that are none at this size."""
    return kills[:, kills.any(axis=0)]


def of_size(size: int) -> dict[str, Any]:
    """The showdowns of a size, and how many faults they notice."""
    hands = drawn(size)
    names = [fault for fault in faults(size) if fault != KEEPS_STATE]
    wrong = [keys(fault, hands) for fault in names]
    by_cards = [name for name in names if name in CATALOGUE and not CATALOGUE[name].by_class]
    wrong += [keys(fault, np.sort(hands, axis=1)) for fault in by_cards]  # as if it sorts them
    right = -numbers_of(hands).astype(np.int16)
    kills, pairs = noticed(right, np.array([*map(places, wrong)]))
    found = [*entries(hands[[pairs[place] for place in smallest(_some(kills))]])]
    return {
        "rules": "standard",
        "cards": size,
        "faults": sorted({fault for one in found for fault in one["kills"]}),
        "faults_of_others": unseen(_some(kills[:, : len(names)])),
        "showdowns": found,
    }


def main() -> None:
    """Write the file."""
    sets = [of_size(5), of_size(7)]
    sets[0]["other_tests"] = others()
    write_whole(
        SHOWDOWNS, json.dumps({"version": 1, "about": ABOUT, "sets": sets}, indent=1) + "\n"
    )


def summary() -> str:
    """What the committed showdowns and other tests notice, as Markdown."""
    of_five, of_seven = json.loads(SHOWDOWNS.read_text(encoding="utf-8"))["sets"]
    lines = ["| cards | test | faults noticed |", "|--:|---|--:|"]
    for each in (of_five, of_seven):
        of = len(each["faults"])
        lines.append(
            f"| {each['cards']} | these {len(each['showdowns'])} showdowns | {of} of {of} |"
        )
        lines.append(
            f"| {each['cards']} | left one fault out | {each['faults_of_others']} of {of - 1} |"
        )
    lines += [
        f"| 5 | {name} | {n} of {len(of_five['faults'])} |"
        for name, n in of_five["other_tests"].items()
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
