"""The folder `key`, which proves an evaluator in any language: ``make key``.

Bytes are the same in each run with the same zlib and liblzma; what they unpack to always is.
"""

import csv
import gzip
import io
import json
import lzma
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from evaluators.cache import write_whole
from evaluators.cards import RANKS, format_hand
from evaluators.rules import RULES
from harness.hands.classes import CATEGORIES
from harness.hands.key import BLOCK, blocks
from harness.hands.scopes import All, Scope, UpToSuits

FOLDER = Path(__file__).parent.parent / "key"
XZ = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1}]
"""Each number has two bytes."""
SCOPES = [*(All(5, rules=rules) for rules in RULES.values()), All(6), All(7)]


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


def name_of(scope: All) -> str:
    """The end of the names of its files: ``standard-5``."""
    return f"{scope.rules.name}-{scope.size}"


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


def facts_of(scope: All) -> dict[str, Any]:
    """The entry of a game and size in `key.json`: what an author can compare, in this order.

    >>> of_five = facts_of(All())
    >>> of_five["hands"], of_five["classes"], of_five["first"][0]
    (2598960, 7462, {'hand': '2c 2d 2h 2s 3c', 'place': 166})
    """
    hands, classes = Counter[str](), Counter[str]()
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
    entry: dict[str, Any] = {
        "hands": len(scope),
        "classes": len(place_of),
        "digest": digest(scope),
        "first": first,
        "last": last,
        "digest_of_first_100": sha256(next(blocks(scope))[:100].tobytes()).hexdigest(),
        "categories": {name: {"hands": hands[name], "classes": classes[name]} for name in classes},
    }
    if scope.size > 5:
        some = UpToSuits(scope.size, rules=scope.rules)
        entry["up_to_suits"] = {
            "about": "what `allhands check --exec` prints: not the digest of all hands",
            "hands": len(some),
            "digest": digest(some),
        }
    return entry


def files(scope: All) -> Iterator[tuple[str, bytes]]:
    """The files of a game and size, and what is in them."""
    name, order = name_of(scope), b"".join(block.tobytes() for block in blocks(scope))
    if scope.size == 5:
        yield f"order-{name}.gz", gzip.compress(order, mtime=0)
    yield f"order-{name}.xz", lzma.compress(order, filters=XZ)
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerows([Row._fields, *rows(scope)])
    yield f"classes-{name}.csv", table.getvalue().encode()


def without_key() -> list[str]:
    """The games and sizes that the committed folder lacks."""
    committed = json.loads((FOLDER / "key.json").read_text(encoding="utf-8"))["games"]
    return [name for name in map(name_of, SCOPES) if name not in committed]


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for scope in SCOPES:
        for name, content in files(scope):
            write_whole(FOLDER / name, content)
    games = {name_of(scope): facts_of(scope) for scope in SCOPES}
    of_all = {"version": 1, "cards": "2c 2d 2h 2s 3c ... As", "games": games}
    write_whole(FOLDER / "key.json", json.dumps(of_all, indent=1) + "\n")


if __name__ == "__main__":
    main()
