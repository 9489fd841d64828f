"""The rules of a game as a value: its cards, and the order of its hands.

The standard rules are the default everywhere. The others are those of games that people write
evaluators for. Cards keep their numbers: a deck without low cards is the end of the whole deck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, combinations, pairwise, permutations, product
from math import comb, prod
from typing import TypeVar

from evaluators.cards import DECK, RANKS, Category
from evaluators.errors import UserError

CardT = TypeVar("CardT")
ALL = tuple(Category)


@dataclass(frozen=True)
class Rules:
    """The rules of a game.

    Attributes:
        name: the name that users type: ``short-deck``.
        title: the name in texts: ``short deck``.
        about: the differences from the standard rules.
        categories: the categories that count, the lowest first. Other hands are high cards.
        lowest_rank: the lowest rank in the deck, 0 for a deuce.
        ace_is_low: whether an ace always is the lowest card.
        has_wheel: whether an ace and the four lowest ranks are the lowest straight.
        lowest_wins: whether the lowest hand wins.
        parts: the parts of a deal, the board first: how many cards each has, and how many of them
            play. None where a hand is a set of cards, any five of which play.

    >>> RULES["short-deck"].deck, RULES["short-deck"].of_game
    (range(16, 52), ' of short deck')
    """

    name: str
    title: str
    about: str = ""
    categories: tuple[Category, ...] = ALL
    lowest_rank: int = 0
    ace_is_low: bool = False
    has_wheel: bool = True
    lowest_wins: bool = False
    parts: tuple[tuple[int, int], ...] = ()

    @property
    def sizes(self) -> Sequence[int]:
        """The numbers of cards that a hand, or a deal, can have."""
        return [sum(cards for cards, _ in self.parts)] if self.parts else range(5, 8)

    def split(self, hand: Sequence[CardT]) -> list[Sequence[CardT]]:
        """The parts of a deal, the board first; or a hand, which is one part.

        >>> OMAHA.split("KJ942a753")
        ['KJ942', 'a753']
        """
        ends = accumulate([cards for cards, _ in self.parts] or [len(hand)], initial=0)
        return [hand[start:stop] for start, stop in pairwise(ends)]

    def fives(self, hand: Sequence[CardT]) -> Iterator[tuple[CardT, ...]]:
        """The fives of cards of which the best is what a hand is worth.

        >>> len([*STANDARD.fives(range(7))]), len([*OMAHA.fives(range(9))])
        (21, 60)
        """
        playing = [cards for _, cards in self.parts] or [5]
        for chosen in product(*map(combinations, self.split(hand), playing)):
            yield tuple(chain(*chosen))

    def orders(self, size: int) -> list[tuple[int, ...]]:
        """The orders in which the cards of a hand may come, each part in its own place."""
        orders = product(*map(permutations, self.split(range(size))))
        return [tuple(chain(*order)) for order in orders]

    def how_many(self, size: int) -> int:
        """The number of all hands of a size, or of all deals.

        >>> STANDARD.how_many(7), OMAHA.how_many(9)
        (133784560, 463563500400)
        """
        parts = [*map(len, self.split(range(size)))]
        dealt = accumulate(parts, initial=0)
        return prod(comb(len(self.deck) - gone, cards) for gone, cards in zip(dealt, parts))

    def hand_and_board(self, cards: Sequence[CardT]) -> tuple[Sequence[CardT], Sequence[CardT]]:
        """A player's cards and the board: the first two and the rest, or the parts of a deal."""
        board, own = self.split(cards) if self.parts else (cards[2:], cards[:2])
        return own, board

    @property
    def deck(self) -> range:
        """The cards of the game."""
        return range(4 * self.lowest_rank, len(DECK))

    @property
    def of_game(self) -> str:
        """Words after "the rules" in a sentence: none if they are the standard ones."""
        return "" if self == STANDARD else f" of {self.title}"

    @property
    def flushes_lose(self) -> bool:
        """True if a flush loses to the same ranks in several suits."""
        return self.lowest_wins and Category.FLUSH in self.categories

    @cached_property
    def wheel(self) -> list[int]:
        """An ace and the four lowest ranks, the highest first: a straight in some games."""
        return [RANKS.index("A"), *range(self.lowest_rank + 3, self.lowest_rank - 1, -1)]


class UnknownRulesError(UserError, LookupError):
    """Unknown rules; the message names those that are known."""


STANDARD = Rules("standard", "poker", "the usual ones: Hold'em, draw, stud, and more")

SIX = RANKS.index("6")
PAIRED = Category.HIGH_CARD, Category.ONE_PAIR, Category.TWO_PAIR
TOP = Category.FULL_HOUSE, Category.FLUSH, Category.FOUR_OF_A_KIND, Category.STRAIGHT_FLUSH
"""The categories of short deck below three of a kind and straights, and above them."""

SHORT_DECK = Rules(
    "short-deck",
    "short deck",
    "36 cards, A-6-7-8-9, a flush beats a full house",
    categories=(*PAIRED, Category.THREE_OF_A_KIND, Category.STRAIGHT, *TOP),
    lowest_rank=SIX,
)
SHORT_DECK_TRIPS = replace(
    SHORT_DECK,
    name="short-deck-trips",
    title="short deck with trips over straights",
    about="short deck where three of a kind beats a straight, too",
    categories=(*PAIRED, Category.STRAIGHT, Category.THREE_OF_A_KIND, *TOP),
)
DEUCE_TO_SEVEN = Rules(
    "deuce-to-seven",
    "deuce-to-seven",
    "the lowest wins, aces are high, no A-2-3-4-5",
    has_wheel=False,
    lowest_wins=True,
)
ACE_TO_SIX = Rules(
    "ace-to-six",
    "ace-to-six",
    "the lowest wins, aces are low",
    ace_is_low=True,
    has_wheel=False,
    lowest_wins=True,
)
ACE_TO_FIVE = replace(
    ACE_TO_SIX,
    name="ace-to-five",
    title="ace-to-five",
    about="the lowest wins, aces are low, no straights, flushes",
    categories=(*PAIRED, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND),
)
GAMES = (
    STANDARD,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    DEUCE_TO_SEVEN,
    ACE_TO_SIX,
    ACE_TO_FIVE,
)
RULES = {rules.name: rules for rules in GAMES}
"""The games whose hands are sets of cards, by the names that users type."""

OMAHA = replace(
    STANDARD,
    name="omaha",
    title="Omaha",
    about="a board of five and four cards: three and two of them play",
    parts=((5, 3), (4, 2)),
)
DEALS = {OMAHA.name: OMAHA}
"""The games whose hands are deals, a board and a player's own cards, by these names."""

ALIASES = {
    "kansas-city": (DEUCE_TO_SEVEN, "another name for deuce-to-seven"),
    "california": (ACE_TO_FIVE, "another name for ace-to-five"),
    "razz": (ACE_TO_FIVE, "ace-to-five with seven cards: add --cards 7"),
}
"""Other names of games, each with its rules and a note."""


def rules_called(name: str) -> Rules:
    """The rules with a name, or another name.

    Raises:
        UnknownRulesError: no rules have this name.

    >>> rules_called("razz").name
    'ace-to-five'
    >>> rules_called("badugi")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    evaluators.rules.UnknownRulesError: no rules are called 'badugi'; known are standard, ...
    """
    known = RULES | DEALS | {alias: rules for alias, (rules, _) in ALIASES.items()}
    if name not in known:
        raise UnknownRulesError(f"no rules are called {name!r}; known are {', '.join(known)}")
    return known[name]
