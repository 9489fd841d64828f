"""The proof on one page: does a function order all poker hands as the rules do?

There are 2,598,960 hands of five cards, so 3,377,295,241,320 showdowns: pairs of different hands.
The function gives each hand a key, and the better key wins. To look at every hand is enough:

1. `rules` says what a hand is worth by the rules, read literally.
2. `every_hand` goes through all hands. Hands that tie by the rules form a class: there are 7,462.
3. `tabulate` asks for the key of each hand, and counts the hands of each class and key.
4. `faults` looks at two conditions: a class has one key, and better classes have better keys.
5. `wrong_showdowns` counts, from the table alone, how many showdowns the keys decide wrongly.

If both conditions hold, two hands of one class tie, and of two hands of different classes the
better one wins: those are all showdowns. It needs nothing but Python, so it runs in a browser, too.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, combinations, groupby, pairwise
from math import comb, isnan
from typing import Any, NamedTuple

Worth = tuple[int, tuple[int, ...]]
RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
CATEGORIES = {  # by how often the ranks occur; a straight is 4, a flush 5, a straight flush 8
    (1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7
}  # fmt: skip


def rules(hand: tuple[str, ...]) -> Worth:
    """The worth of five cards: their category, and their ranks in the order that breaks ties.

    >>> rules(("Kd", "Ks", "7c", "7h", "5s")), rules(("Ad", "5c", "4h", "3s", "2c"))
    ((2, (11, 5, 3)), (4, (3, 2, 1, 0, -1)))
    """
    ranks = sorted((RANKS.index(card[0]) for card in hand), reverse=True)
    if ranks == [12, 3, 2, 1, 0]:  # the wheel, A-2-3-4-5: the ace is low
        ranks = [3, 2, 1, 0, -1]
    times = Counter(ranks)
    category = CATEGORIES[tuple(sorted(times.values(), reverse=True))]
    straight = all(high - low == 1 for high, low in pairwise(ranks))
    flush = len({card[1] for card in hand}) == 1
    if straight or flush:
        category = 8 if straight and flush else 5 if flush else 4
    return category, tuple(sorted(times, key=lambda rank: (times[rank], rank), reverse=True))


def every_hand() -> Iterator[tuple[tuple[str, ...], Worth]]:
    """All hands, each with its worth; `rules` is asked once for all of the same ranks.

    Whether their suits are the same matters, too, and nothing else.
    """
    known: dict[tuple[tuple[str, ...], bool], Worth] = {}
    of_deck = DECK, *zip(*DECK)  # the cards, their ranks, and their suits
    for hand, ranks, suits in zip(*(combinations(each, 5) for each in of_deck)):
        case = ranks, suits.count(suits[0]) == 5
        if case not in known:
            known[case] = rules(hand)
        yield hand, known[case]


class Cell(NamedTuple):
    """The hands of one class that have one key: how many, and the first of them.

    Class 1 is the best of the 7,462; place 0 is that of the best key.
    """

    number: int
    place: int
    key: Any
    hands: int
    first: tuple[str, ...]


def tabulate(evaluate: Callable[[list[str]], Any]) -> list[Cell]:
    """The table of class and key, the best class first, and in a class the best key.

    A key is a number, a text, or a tuple or list of these; `lower_wins` says which ones win.
    """
    hands: dict[Worth, dict[Any, int]] = {}
    first: dict[tuple[Worth, Any], tuple[str, ...]] = {}
    for hand, worth in every_hand():
        key = evaluate([*hand])
        try:
            hands[worth][key] += 1
        except (KeyError, TypeError):  # a new key, or one with a list
            key = hashable(key)
            of_class = hands.setdefault(worth, {})
            of_class[key] = of_class.get(key, 0) + 1
            first.setdefault((worth, key), hand)
    in_order = sorted(hands, reverse=True)
    lower = lower_wins([min(hands[worth]) for worth in in_order])
    keys = sorted({key for of_class in hands.values() for key in of_class}, reverse=not lower)
    place = {key: n for n, key in enumerate(keys)}
    return [
        Cell(number, place[key], key, hands[worth][key], first[worth, key])
        for number, worth in enumerate(in_order, start=1)
        for key in sorted(hands[worth], key=place.__getitem__)
    ]


def lower_wins(keys: list[Any]) -> bool:
    """True if lower keys win, by a vote of keys in the order of their hands, best first.

    All neighbours vote, and every pair of about 250 keys. So a few wrong ones decide nothing.

    >>> lower_wins([9, 1, 2, 3, 4, 5]), lower_wins([9, 5, 4, 3, 2, 1])
    (True, False)
    """
    pairs = chain(pairwise(keys), combinations(keys[:: max(1, len(keys) // 250)], 2))
    votes: int = sum((better < weaker) - (weaker < better) for better, weaker in pairs)
    return votes > 0


def hashable(key: Any) -> Any:
    """A key with tuples in place of lists; not a number (NaN) is not less than anything."""
    if isinstance(key, float) and isnan(key):
        raise ValueError("NaN is not a key: it has no order")
    return tuple(map(hashable, key)) if isinstance(key, list | tuple) else key


def faults(cells: list[Cell]) -> Iterator[tuple[str, Cell, Cell]]:
    """Where the conditions do not hold, with two cells whose hands show it.

    The cells are in order of class, and in a class of place. So neighbours are enough: if classes
    and places both rise from each cell to the next, they rise from each to any later one.
    """
    for one, other in pairwise(cells):
        if one.number == other.number:
            yield "the hands tie, and their keys do not", one, other
        elif one.place == other.place:
            yield "the first hand wins, and their keys tie", one, other
        elif one.place > other.place:
            yield "the first hand wins, and its key loses", one, other


def wrong_showdowns(cells: list[Cell]) -> tuple[int, int, int]:
    """Count the showdowns that the loser wins, the false ties, and the false wins.

    Class by class, the best first, each hand meets the hands of all better classes. How many of
    them have a key at one of the first places, a tree of sums (Fenwick, 1994) says in a few steps.
    """
    sums, better = [0] * (2 + max(cell.place for cell in cells)), 0
    reverse = ties = wins = 0

    def at_first(places: int) -> int:
        return sums[places] + at_first(places & (places - 1)) if places else 0

    for _, of_class in groupby(cells, key=lambda cell: cell.number):
        alike = [*of_class]
        for cell in alike:
            reverse += cell.hands * (better - at_first(cell.place + 1))
            ties += cell.hands * (at_first(cell.place + 1) - at_first(cell.place))
        in_class = sum(cell.hands for cell in alike)
        wins += comb(in_class, 2) - sum(comb(cell.hands, 2) for cell in alike)
        better += in_class
        for cell in alike:
            places = cell.place + 1
            while places < len(sums):
                sums[places] += cell.hands
                places += places & -places
    return reverse, ties, wins
