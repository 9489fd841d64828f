"""The answer key: the place of each hand, for evaluators in any language, without this program.

The best class that hands of this size can have has place 1, the next one 2, as the rules have it.
The hands are in the order of ``itertools.combinations``. The SHA-256 of all places, as
little-endian uint16, is the digest that a verdict shows. The idea of published numbers is that of
`perft <https://www.chessprogramming.org/Perft_Results>`_ in chess.
"""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np

from evaluators.cards import RANKS, format_hand
from evaluators.rules import STANDARD, Rules
from harness.hands.arrays import Numbers
from harness.hands.classes import CATEGORIES
from harness.hands.scopes import All, Scope

BLOCK = 1_000_000


class Row(NamedTuple):
    """A class that hands of a size can have.

    Attributes:
        number: its place, 1 for the best.
        of_five: its number among the classes of five cards.
        category: the name of its category.
        ranks: in the order in which the rules compare them.
        first_hand: the first hand dealt of it.
        hands: how many hands of this size are of it.
    """

    number: int
    of_five: int
    category: str
    ranks: str
    first_hand: str
    hands: int


def blocks(scope: Scope) -> Iterator[Numbers]:
    """The place of each hand, in blocks of a million.

    >>> [block.tolist()[-2:] for block in blocks(All())]
    [[7263, 7263], [7113, 7113], [11, 11]]
    """
    place_of = np.zeros(len(scope.classes) + 1, "<u2")
    place_of[sorted(scope.examples)] = np.arange(1, len(scope.examples) + 1)
    for start in range(0, len(scope), BLOCK):
        yield place_of.take(scope.numbers(start, start + BLOCK))


def rows(scope: Scope) -> list[Row]:
    """The classes that hands of a scope can have, the best first.

    >>> rows(All())[1600][:5]
    (1601, 1601, 'straight', 'KQJT9', '9c Tc Jc Qc Kd')
    """
    first, hands = np.zeros((2, len(scope.examples) + 1), np.int64)
    for n, block in enumerate(blocks(scope)):
        found, at, many = np.unique(block, return_index=True, return_counts=True)
        first[found] = np.where(hands[found], first[found], n * BLOCK + at)
        hands[found] += many
    dealt = map(format_hand, scope.at(first[1:]).tolist())
    of_five = [scope.classes[number - 1] for number in sorted(scope.examples)]
    return [
        Row(place, best.number, CATEGORIES[best.category], _text(best.ranks), hand, many)
        for place, (best, hand, many) in enumerate(zip(of_five, dealt, hands[1:].tolist()), start=1)
    ]


def _text(ranks: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def digest(scope: Scope) -> str:
    """The SHA-256 of the places of all hands."""
    of_hands = sha256()
    for block in blocks(scope):
        of_hands.update(block.tobytes())
    return of_hands.hexdigest()


def facts(size: int = 5, rules: Rules = STANDARD) -> dict[str, Any]:
    """What an author can compare with his own numbers, one after the other.

    >>> of_five = facts()
    >>> of_five["hands"], of_five["classes"], of_five["first"][0]
    (2598960, 7462, {'hand': '2c 2d 2h 2s 3c', 'place': 166})
    """
    scope, hands, classes = All(size, rules=rules), Counter[str](), Counter[str]()
    of_all = rows(scope)
    for row in of_all:
        hands[row.category] += row.hands
        classes[row.category] += 1
    place_of = {row.of_five: row.number for row in of_all}
    ends = (0, 3), (len(scope) - 3, len(scope))
    first, last = (
        [
            {"hand": format_hand(hand), "place": place_of[number]}
            for hand, number in zip(scope.hands(*at).tolist(), scope.numbers(*at).tolist())
        ]
        for at in ends
    )
    return {
        "hands": len(scope),
        "classes": len(place_of),
        "digest": digest(scope),
        "first": first,
        "last": last,
        "digest_of_first_100": sha256(next(blocks(scope))[:100].tobytes()).hexdigest(),
        "categories": {name: {"hands": hands[name], "classes": classes[name]} for name in classes},
    }
