"""How often a hand wins against random hands: counted if possible, else sampled.

Unknown are the rest of the board and the opponents' hands. Counting takes every choice of that many
remaining cards, dealt in every way. Sampling takes seeded random deals, and gives the standard
error.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from math import comb, factorial, sqrt

import numpy as np
from numpy.typing import NDArray

from evaluators.cards import DECK, Card
from evaluators.rank_sums.arrays import evaluate

MOST_COUNTED = 300_000_000
BLOCK = 50_000

Cards = NDArray[np.uint8]
"""Unknown cards, a row for each deal."""

Share = tuple[tuple[int, ...], ...]
"""Which of the unknown cards are the board's, then which are each opponent's."""


@dataclass
class Odds:
    """What became of some showdowns.

    Attributes:
        exact: whether these are all there are, or a sample.
        wins: the hand is better than all others.
        ties: it is as good as the best of the others.
        losses: another is better.
        pots: what it wins, in pots; those that are tied are shared.
    """

    exact: bool
    wins: int = 0
    ties: int = 0
    losses: int = 0
    pots: float = 0.0

    @property
    def showdowns(self) -> int:
        """How many showdowns there were."""
        return self.wins + self.ties + self.losses

    def standard_error(self, count: int) -> float:
        """That of the share of `count` in the showdowns, if they are a sample."""
        share = count / self.showdowns
        return 0.0 if self.exact else sqrt(share * (1 - share) / self.showdowns)


def how_many(hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card], n: int) -> int:
    """How many showdowns there are against `n` opponents.

    >>> how_many([51, 50], [], [], 1)
    2097572400
    >>> how_many([51, 50, 49, 48, 47], [], [], 1)
    1533939
    """
    left, unknown, of_board = _unknown(hand, board, dead, n)
    alike = factorial(of_board) * factorial(len(hand)) ** n * factorial(n)
    ways: int = factorial(unknown) // alike
    return comb(len(left), unknown) * ways


def odds(
    hand: Sequence[Card],
    board: Sequence[Card] = (),
    dead: Sequence[Card] = (),
    opponents: int = 1,
    sample: int | None = None,
    seed: int = 1,
    progress: Callable[[int], None] = lambda showdowns: None,
) -> Odds:
    """How often a hand of five cards, or two beside a board of up to five, wins, ties and loses.

    Args:
        hand: two cards or five.
        board: cards that all share.
        dead: cards known to be in no hand.
        opponents: how many random hands are against it.
        sample: how many random showdowns; None counts all there are.
        seed: which sample.
        progress: called with the number of showdowns done since it was called last.

    >>> odds([51, 47, 43, 39, 35])  # a royal flush
    Odds(exact=True, wins=1533936, ties=3, losses=0, pots=1533937.5)
    """
    left, unknown, of_board = _unknown(hand, board, dead, opponents)
    deck = np.array(left, np.uint8)
    found = Odds(exact=sample is None)
    if sample is None:
        shares = list(_shares(unknown, of_board, opponents))
        for cards in _all_choices(deck, unknown):
            for share in shares:
                _showdown(found, hand, board, cards, share)
                progress(len(cards))
        return found
    share = next(_shares(unknown, of_board, opponents))
    random = np.random.default_rng(seed)
    for start in range(0, sample, BLOCK):
        order = random.random((min(BLOCK, sample - start), len(deck)), np.float32)
        dealt = deck[order.argpartition(unknown - 1, axis=1)[:, :unknown]]
        # The chosen cards come in no order that is random, so that each row is shuffled.
        _showdown(found, hand, board, random.permuted(dealt, axis=1), share)
        progress(len(dealt))
    return found


def _unknown(
    hand: Sequence[Card], board: Sequence[Card], dead: Sequence[Card], opponents: int
) -> tuple[list[Card], int, int]:
    """The cards that are left, how many of them a deal needs, and how many of these the board."""
    left = [card for card in DECK if card not in {*hand, *board, *dead}]
    of_board = 5 - len(board) if len(hand) == 2 else 0
    return left, of_board + opponents * len(hand), of_board


def _all_choices(deck: Cards, size: int) -> Iterator[Cards]:
    """Every choice of cards, in blocks."""
    choices = combinations(deck.tolist(), size)
    while block := list(islice(choices, BLOCK)):
        yield np.fromiter(chain.from_iterable(block), np.uint8).reshape(-1, size)


def _shares(unknown: int, of_board: int, opponents: int) -> Iterator[Share]:
    """Every way to share unknown cards out to the board and to opponents, who have no order."""
    each = (unknown - of_board) // opponents

    def hands(left: tuple[int, ...]) -> Iterator[Share]:
        if not left:
            yield ()
            return
        for others in combinations(left[1:], each - 1):
            mine = (left[0], *others)
            for rest in hands(tuple(place for place in left if place not in mine)):
                yield (mine, *rest)

    places = range(unknown)
    for board in combinations(places, of_board):
        for shared in hands(tuple(place for place in places if place not in board)):
            yield (board, *shared)


def _showdown(
    found: Odds, hand: Sequence[Card], board: Sequence[Card], cards: Cards, share: Share
) -> None:
    """Add what becomes of each deal."""
    of_board, *of_opponents = (cards[:, list(places)] for places in share)
    known = np.broadcast_to(np.array(board, np.uint8), (len(cards), len(board)))
    community = np.hstack([known, of_board])
    mine = np.broadcast_to(np.array(hand, np.uint8), (len(cards), len(hand)))
    my_class = evaluate(np.hstack([mine, community]))
    their_classes = np.array([evaluate(np.hstack([theirs, community])) for theirs in of_opponents])
    best = their_classes.min(axis=0)  # class 1 is the royal flush
    as_good = (their_classes == my_class).sum(axis=0)
    ties = my_class == best
    wins = int((my_class < best).sum())
    found.wins += wins
    found.ties += int(ties.sum())
    found.losses += int((my_class > best).sum())
    found.pots += wins + float((ties / (1 + as_good)).sum())
