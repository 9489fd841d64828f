"""Odds of a hand against known or random hands, by counting or by sampling.

The rest of the board is unknown, and so are the hands of some opponents. Counting takes every
choice of that many cards from the deck, dealt in every way. Sampling takes seeded random deals, and
gives the standard error.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from math import comb, factorial, sqrt

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import DECK, Card, CardError
from evaluators.rank_sums.arrays import evaluate

MOST_COUNTED = 300_000_000
BLOCK = 50_000

Cards = NDArray[np.uint8]
"""Unknown cards, a row for each deal."""

Deal = tuple[tuple[int, ...], ...]
"""The indexes of the unknown cards that go to the board, then to each opponent."""


@dataclass
class Odds:
    """The results of showdowns.

    Attributes:
        exact: whether these are all showdowns, not a sample.
        wins: the number of showdowns that the hand wins.
        ties: the number in which it ties with the best opponent.
        losses: the number in which an opponent is better.
        pots: the winnings, in pots; tied hands share a pot.
    """

    exact: bool
    wins: int = 0
    ties: int = 0
    losses: int = 0
    pots: float = 0.0

    @property
    def showdowns(self) -> int:
        """The number of showdowns."""
        return self.wins + self.ties + self.losses

    def standard_error(self, count: int) -> float:
        """The standard error of the share of `count` in the showdowns; 0 if they are exact.

        >>> f"{Odds(exact=False, wins=20, losses=80).standard_error(20):.2f}"
        '0.04'
        """
        share = count / self.showdowns
        return 0.0 if self.exact else sqrt(share * (1 - share) / self.showdowns)


def how_many(hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card], n: int) -> int:
    """The number of showdowns against `n` random hands; known hands count among the dead cards.

    >>> how_many([51, 50], [], [], 1)
    2097572400
    >>> how_many([51, 50, 49, 48, 47], [], [], 1)
    1533939
    """
    deck, unknown, of_board = _unknown(hand, board, dead, n)
    orders = factorial(of_board) * factorial(len(hand)) ** n * factorial(n)
    deals: int = factorial(unknown) // orders
    return comb(len(deck), unknown) * deals


def odds(
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    opponents: int = 1,
    sample: int | None = None,
    seed: int = 1,
    progress: Callable[[int], None] = lambda showdowns: None,
    known: Sequence[Sequence[Card]] = (),
) -> Odds:
    """Count how often a hand of five cards, or of two with a board, wins, ties and loses.

    Args:
        hand: two cards or five.
        board: cards that all players share.
        dead: cards that are in nobody's hand.
        opponents: the number of random hands against it.
        sample: the number of random showdowns; None counts all.
        seed: the seed of the sample.
        progress: called with the number of showdowns since its last call.
        known: known hands against it.

    >>> odds([51, 47, 43, 39, 35])  # a royal flush
    Odds(exact=True, wins=1533936, ties=3, losses=0, pots=1533937.5)
    """
    dead = [*dead, *chain.from_iterable(known)]
    deck, unknown, of_board = _unknown(hand, board, dead, opponents)
    result = Odds(exact=sample is None)
    if sample is None:
        for cards in _all_choices(deck, unknown):
            for deal in _deals(unknown, of_board, opponents):
                _showdown(result, hand, board, cards, deal, known)
                progress(len(cards))
        return result
    deal = next(_deals(unknown, of_board, opponents))
    random = np.random.default_rng(seed)
    for start in range(0, sample, BLOCK):
        order = random.random((min(BLOCK, sample - start), len(deck)), np.float32)
        choices = order.argpartition(unknown - 1, axis=1)[:, :unknown]
        # The order within a choice is not random, so each row is shuffled.
        cards = random.permuted(np.array(deck, np.uint8)[choices], axis=1)
        _showdown(result, hand, board, cards, deal, known)
        progress(len(cards))
    return result


def _unknown(
    hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card], opponents: int
) -> tuple[list[Card], int, int]:
    """The remaining deck, the number of unknown cards, and how many of these are the board's.

    Raises:
        CardError: a board for hands of five cards, or fewer cards are left than are unknown.
    """
    if board and len(hand) == 5:
        raise CardError("a board goes with hands of 2 cards")
    deck = [card for card in DECK if card not in {*hand, *board, *dead}]
    of_board = 5 - len(board) if len(hand) == 2 else 0
    unknown = of_board + opponents * len(hand)
    if unknown > len(deck):
        raise CardError(f"{unknown} more cards are needed, {len(deck)} are left")
    return deck, unknown, of_board


def _all_choices(deck: Sequence[Card], size: int) -> Iterator[Cards]:
    """Every choice of cards, in blocks."""
    choices = combinations(deck, size)
    while block := list(islice(choices, BLOCK)):
        yield np.fromiter(chain.from_iterable(block), np.uint8).reshape(len(block), size)


def _deals(unknown: int, of_board: int, opponents: int) -> Iterator[Deal]:
    """Every way to deal unknown cards to the board and to opponents, in whatever order."""
    size = (unknown - of_board) // max(opponents, 1)

    def hands(indexes: tuple[int, ...]) -> Iterator[Deal]:
        if not indexes:
            yield ()
            return
        for rest_of_hand in combinations(indexes[1:], size - 1):
            hand = (indexes[0], *rest_of_hand)
            for more_hands in hands(tuple(index for index in indexes if index not in hand)):
                yield (hand, *more_hands)

    for board in combinations(range(unknown), of_board):
        for opponents_hands in hands(tuple(i for i in range(unknown) if i not in board)):
            yield (board, *opponents_hands)


def _showdown(
    result: Odds,
    hand: Sequence[Card],
    board: Sequence[Card],
    cards: Cards,
    deal: Deal,
    known: Sequence[Sequence[Card]],
) -> None:
    """Add the result of each row of cards to `result`."""
    of_board, *of_opponents = (cards[:, list(indexes)] for indexes in deal)

    def in_rows(shared: Sequence[Card]) -> Cards:
        return np.broadcast_to(np.array(shared, np.uint8), (len(cards), len(shared)))

    community = np.hstack([in_rows(board), of_board])
    own, *opposing_hands = (
        evaluate(np.hstack([theirs, community]))
        for theirs in (*map(in_rows, (hand, *known)), *of_opponents)
    )
    opposing = np.array(opposing_hands)
    best = opposing.min(axis=0)  # class 1 is the royal flush
    equals = (opposing == own).sum(axis=0)
    ties = own == best
    wins = int((own < best).sum())
    result.wins += wins
    result.ties += int(ties.sum())
    result.losses += int((own > best).sum())
    result.pots += wins + float((ties / (1 + equals)).sum())
