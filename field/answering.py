"""Answer hands with keys, or time the calls: shared by all adapters in Python.

An adapter calls `answer` with the package's function. The program then reads hands from standard
input, one on each line (``Kd Qs Jc Th 9s``), and writes the key of each as JSON. With ``--time``
it reads the hands first, calls the function on them for a while, and writes the nanoseconds per
hand for each number of cards.

It needs only Python, since it runs in the environment of each package.
"""

import json
import sys
from collections.abc import Callable, Sequence
from functools import cache, cmp_to_key
from itertools import groupby
from pathlib import Path
from time import perf_counter_ns
from typing import Any

RULES = next((word for word in sys.argv[1:] if not word.startswith("--")), "standard")
"""The rules of the game, for a package that knows several."""
CLASSES = Path(__file__).parent / "classes" / RULES
SECONDS = 0.2
WARM = 0.1


def answer(
    key: Callable[[list[str]], Any], timed: Callable[[list[str]], Any] | None = None
) -> None:
    """Answer the hands of standard input, or time them.

    Args:
        key: from a hand, a list such as ``["Kd", "Qs", "Jc", "Th", "9s"]``, to its key: a number,
            a string, or a list or tuple of these.
        timed: a function to time instead, if the key does more than a user of the package would.
    """
    if "--time" in sys.argv:
        hands = sorted((line.split() for line in sys.stdin), key=len)
        for cards, of_size in groupby(hands, len):
            sys.stdout.write(f"{cards} {nanoseconds(timed or key, list(of_size))}\n")
        return
    for line in sys.stdin:
        sys.stdout.write(json.dumps(key(line.split())) + "\n")


def hand_and_board(cards: list[Any]) -> tuple[list[Any], list[Any]]:
    """A player's cards and the board: the first two and the rest; of Omaha's nine, four and five.

    A deal of Omaha has the board first.
    """
    return (cards[5:], cards[:5]) if RULES == "omaha" else (cards[:2], cards[2:])


def nanoseconds(function: Callable[[list[str]], Any], hands: Sequence[list[str]]) -> float:
    """The time of a call, repeated over hands after a warm-up."""
    warm, end, calls = perf_counter_ns() + WARM * 1e9, 0, 0
    while perf_counter_ns() < warm:
        for hand in hands[:100]:
            function(hand)
    began = perf_counter_ns()
    while end - began < SECONDS * 1e9:
        for hand in hands[calls % len(hands) : calls % len(hands) + 100]:
            function(hand)
            calls += 1
        end = perf_counter_ns()
    return (end - began) / calls


def places(
    read: Callable[[list[str]], Any], compare: Callable[[Any, Any], float]
) -> Callable[[list[str]], int]:
    """A key for a package that only compares: a hand's place among one hand of each class.

    The package's own comparison sorts the hands of the classes. A hand that ties with one of them
    has its odd place; a hand between two of them has the even place between. So the order of the
    keys is the order of the comparison, except that two hands between the same classes get the same
    place, even if the package orders them.

    A hand is compared first with the class that an earlier hand of the same ranks tied with. If it
    does not tie there, a bisection finds its place.

    Args:
        read: from a hand, a list of texts, to the value that the package compares.
        compare: positive if the first is stronger, negative if the second is, 0 for a tie.

    Raises:
        ContradictionError: when a key is made, if the comparison contradicts itself.
    """
    sys.path.append(str(Path(__file__).parents[1]))  # last, so that it hides no package's module
    from harness.adapters.ranking import Places

    ordered: Any = cmp_to_key(compare)  # type: ignore[arg-type]  # any number will do

    @cache
    def classes(size: int) -> Places:
        lines = (CLASSES / f"{size}.txt").read_text().splitlines()
        return Places([ordered(read(line.split())) for line in lines])

    likely: dict[str, int] = {}

    def key(hand: list[str]) -> int:
        ranks = "".join(sorted([card[0] for card in hand]))
        place = classes(len(hand)).find(ordered(read(hand)), likely.get(ranks, 1))
        likely[ranks] = place
        return place

    return key
