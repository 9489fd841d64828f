"""The folder `key`, which proves an evaluator in any language: ``make key``.

Bytes are the same in each run with the same zlib and liblzma; what they unpack to always is.
"""

import csv
import gzip
import io
import json
import lzma
from collections.abc import Iterator
from pathlib import Path

from evaluators.cache import write_whole
from evaluators.rules import RULES
from harness.hands.key import Row, blocks, digest, facts, rows
from harness.hands.scopes import All, UpToSuits

FOLDER = Path(__file__).parent.parent / "key"
XZ = [{"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 1, "pb": 1}]
"""Each number has two bytes."""
SCOPES = [*(All(5, rules=rules) for rules in RULES.values()), All(6), All(7)]


def name_of(scope: All) -> str:
    """The end of the names of its files: ``standard-5``."""
    return f"{scope.rules.name}-{scope.size}"


def facts_of(scope: All) -> dict[str, object]:
    """The entry of a game and size in `key.json`."""
    of_all = facts(scope.size, scope.rules)
    if scope.size > 5:
        some = UpToSuits(scope.size, rules=scope.rules)
        of_all["up_to_suits"] = {
            "about": "what `allhands check --exec` prints: not the digest of all hands",
            "hands": len(some),
            "digest": digest(some),
        }
    return of_all


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


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for scope in SCOPES:
        for name, content in files(scope):
            write_whole(FOLDER / name, content)
    of_all = {"cards": "2c 2d 2h 2s 3c ... As", "games": {name_of(s): facts_of(s) for s in SCOPES}}
    write_whole(FOLDER / "key.json", json.dumps(of_all, indent=1) + "\n")


if __name__ == "__main__":
    main()
