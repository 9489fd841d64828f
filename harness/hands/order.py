"""All hands of a size in one fixed order: from a place to its hand, and back.

The order is that of ``itertools.combinations(deck, size)``, where the deck is ``range(52)`` or its
end. A slice is made without the hands before it, so a check can be cut into shards.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, combinations, islice
from math import comb
from typing import TypeVar

from evaluators.cards import DECK, Card

CardT = TypeVar("CardT")


def hand_at(index: int, size: int = 5, deck: Sequence[Card] = DECK) -> tuple[Card, ...]:
    """The hand at a place of the order.

    Raises:
        IndexError: the place is not in the order.

    >>> hand_at(0), hand_at(2_598_959)
    ((0, 1, 2, 3, 4), (47, 48, 49, 50, 51))
    """
    total = comb(len(deck), size)
    if not 0 <= index < total:
        raise IndexError(f"hand {index} of {total:,} hands of {size} cards")
    # Counted from the end, a place is a number in the combinatorial number system: a sum of one
    # binomial coefficient for each card.
    remaining = total - 1 - index
    hand = []
    for coefficients in _coefficients(size):
        higher_cards = bisect_right(coefficients, remaining) - 1
        remaining -= coefficients[higher_cards]
        hand.append(deck[-1 - higher_cards])
    return tuple(hand)


@cache
def _coefficients(size: int) -> list[list[int]]:
    """Binomial coefficients for each card of a hand, by the number of higher cards."""
    return [[comb(cards, size - place) for cards in range(53)] for place in range(size)]


def index_of(hand: Iterable[Card], deck: Sequence[Card] = DECK) -> int:
    """The place of a hand in the order; its cards may come in any order.

    >>> index_of((51, 47, 49, 48, 50))
    2598959
    """
    cards = sorted(hand)
    size = len(cards)
    from_the_end = sum(comb(51 - card, size - place) for place, card in enumerate(cards))
    return comb(len(deck), size) - 1 - from_the_end


def hands(
    deck: Sequence[CardT], size: int = 5, start: int = 0, stop: int | None = None
) -> Iterator[tuple[CardT, ...]]:
    """The hands from `start` to `stop` of ``combinations(deck, size)``.

    The deck may be encoded. Hands that share all but their last three cards form a block, and only
    the first and the last block are cut.

    >>> list(hands(range(52), 5, 1_000_000, 1_000_003))
    [(4, 15, 17, 35, 40), (4, 15, 17, 35, 41), (4, 15, 17, 35, 42)]
    """
    total = comb(len(deck), size)
    stop = total if stop is None else min(stop, total)
    if size <= 3:
        return islice(combinations(deck, size), start, stop)
    return chain.from_iterable(_blocks(deck, size, start, stop))


def on_boards(
    deck: Sequence[CardT], boards: Iterable[Sequence[Card]], own: int
) -> Iterator[tuple[CardT, ...]]:
    """Every hand of so many cards on each board: the board first, its cards as they come.

    >>> next(on_boards(range(52), [(51, 3, 2, 1, 0)], 4))
    (51, 3, 2, 1, 0, 4, 5, 6, 7)
    """
    for board in boards:
        shared, left = tuple(deck[card] for card in board), left_by(deck, board)
        yield from map(shared.__add__, combinations(left, own))


def left_by(deck: Sequence[CardT], board: Sequence[Card]) -> list[CardT]:
    """The cards of a whole deck, which may be encoded, that a board leaves."""
    return [card for n, card in enumerate(deck) if n not in board]


def _blocks(
    deck: Sequence[CardT], size: int, start: int, stop: int
) -> Iterator[Iterable[tuple[CardT, ...]]]:
    begin = 0
    for prefix in combinations(range(len(deck)), size - 3):
        rest = deck[prefix[-1] + 1 :]
        end = begin + comb(len(rest), 3)
        if start < end and begin < stop:
            shared = tuple(deck[place] for place in prefix)
            block = map(shared.__add__, combinations(rest, 3))
            yield islice(block, max(start - begin, 0), stop - begin)
        begin = end
