"""Cards, hand categories, and the text in which people write cards.

A card is an int from 0 to 51: ``4 * rank + suit``. Ranks run from 0 (deuce) to 12 (ace), suits from
0 to 3 in the order clubs, diamonds, hearts, spades. So the deck is ``range(52)``, and a hand is any
sequence of distinct cards.

Text is validated here and nowhere else: `parse_hand` returns only valid hands, so the evaluators
need no checks.
"""

import re
from collections.abc import Container, Iterable, Sequence
from enum import IntEnum
from typing import TypeAlias

from evaluators.errors import UserError

Card: TypeAlias = int
Hand: TypeAlias = Sequence[Card]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(range(52))

RANK_NAMES = (
    *("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

RANK_OF = {symbol: rank for rank, symbol in enumerate(RANKS)}
RANK_OF |= {symbol.lower(): rank for symbol, rank in RANK_OF.items()} | {"10": RANKS.index("T")}
SUIT_OF = {
    symbol: suit
    for suit, symbols in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤"))
    for symbol in symbols
}
_SEPARATORS = re.compile(r"[\s,]+")
_WRITTEN_CARD = re.compile("(?:10|.).?")
EMOJI_STYLES = "\ufe0e\ufe0f"  # may follow a ♦ that was pasted


class Category(IntEnum):
    """One of the nine categories of hands, the weakest first.

    >>> print(Category.FULL_HOUSE, int(Category.FULL_HOUSE), Category.FLUSH > Category.STRAIGHT)
    full house 6 True
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self) -> str:
        """The players' name for it."""
        return self.name.lower().replace("_", " ")


# Plain ints for the hot paths, where arithmetic with members of an enum is slower.
_CATEGORIES = [*map(int, Category)]
HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_OF_A_KIND, STRAIGHT = _CATEGORIES[:5]
FLUSH, FULL_HOUSE, FOUR_OF_A_KIND, STRAIGHT_FLUSH = _CATEGORIES[5:]


class CardError(UserError, ValueError):
    """Invalid card or hand; the message names the fault and its place."""


def rank_of(card: Card) -> int:
    """The rank of a card, from 0 (deuce) to 12 (ace).

    >>> rank_of(51)
    12
    """
    return card >> 2


def suit_of(card: Card) -> int:
    """The suit of a card, from 0 (clubs) to 3 (spades).

    >>> suit_of(51)
    3
    """
    return card & 3


def parse_card(text: str) -> Card:
    """The card that `text` names: ``Kd``, ``10d``, ``K♦`` or ``K♢``, in any letter case.

    Raises:
        CardError: `text` is not one card.

    >>> parse_card("Kd"), parse_card("2♣"), parse_card("10S")
    (45, 0, 35)
    >>> parse_card("Asx")
    Traceback (most recent call last):
        ...
    evaluators.cards.CardError: card 1 of 1: 'Asx' has 'x' behind the suit
    """
    return parse_hand(text, sizes=(1,))[0]


def format_card(card: Card) -> str:
    """The card as text.

    Raises:
        CardError: `card` is not an int from 0 to 51.

    >>> format_card(45)
    'Kd'
    """
    if not hasattr(card, "__index__") or card not in range(52):
        raise CardError(f"{card!r} is not a card: cards are the ints from 0 to 51")
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def parse_hand(
    text: str | Iterable[str],
    sizes: Container[int] = range(1, 53),
    deck: Container[Card] = DECK,
) -> tuple[Card, ...]:
    """The hand that `text` names, its cards in the order in which they are written.

    Args:
        text: cards separated by spaces, commas or nothing; or an iterable of such texts.
        sizes: the allowed numbers of cards.
        deck: the cards of the game.

    Raises:
        CardError: an invalid rank or suit, extra characters, a repeated card, one that is not in
            the deck, a wrong number of cards, or no card at all.

    >>> parse_hand("Kd Qs Jc Th 9s")
    (45, 43, 36, 34, 31)
    >>> parse_hand("kdqsjcth9s") == parse_hand("K♦, Q♠, J♣, 10♥, 9♠")
    True
    >>> parse_hand("Kd Qs Xs Th 9s")
    Traceback (most recent call last):
        ...
    evaluators.cards.CardError: card 3 of 5: 'Xs' has no such rank
    """
    joined = text if isinstance(text, str) else " ".join(text)
    chunks = _SEPARATORS.split(joined.translate(str.maketrans("", "", EMOJI_STYLES)))
    tokens = [token for chunk in chunks for token in _split(chunk)]
    if not tokens:
        raise CardError("no cards: the text is empty")

    hand: list[Card] = []
    for place, token in enumerate(tokens, start=1):
        where = f"card {place} of {len(tokens)}: {token!r}"
        card = _read(token, where)
        if card in hand:
            raise CardError(f"{where} is there twice (it is card {hand.index(card) + 1} too)")
        if card not in deck:
            raise CardError(f"{where} is not in this deck")
        hand.append(card)
    if len(hand) not in sizes:
        count = "1 card" if len(hand) == 1 else f"{len(hand)} cards"
        raise CardError(f"{count}, but {describe_sizes(sizes)}: {format_hand(hand)!r}")
    return tuple(hand)


def format_hand(hand: Iterable[Card]) -> str:
    """The hand as text, its cards in the same order.

    >>> format_hand([45, 43, 36, 34, 31])
    'Kd Qs Jc Th 9s'
    """
    return " ".join(map(format_card, hand))


def describe_sizes(sizes: Container[int]) -> str:
    """The allowed numbers of cards, in words.

    >>> describe_sizes((5,)), describe_sizes(range(5, 8)), describe_sizes({2, 7})
    ('5 are needed', '5 to 7 are needed', '2 or 7 are needed')
    """
    allowed = [size for size in range(1, 53) if size in sizes]
    if len(allowed) > 2 and allowed == list(range(allowed[0], allowed[-1] + 1)):
        return f"{allowed[0]} to {allowed[-1]} are needed"
    return f"{' or '.join(map(str, allowed))} {'is' if allowed == [1] else 'are'} needed"


def _split(chunk: str) -> list[str]:
    """Cut text without separators into cards: 'KdQs' is two, 'Asx' is one invalid card."""
    tokens = [match.group() for match in _WRITTEN_CARD.finditer(chunk)]
    if len(tokens) > 1 and len(tokens[-1]) == 1 and tokens[-1] not in RANK_OF:
        tokens[-2:] = [tokens[-2] + tokens[-1]]
    return tokens


def _read(token: str, where: str) -> Card:
    digits = 2 if token.startswith("10") else 1
    rank, suit, extra = token[:digits], token[digits : digits + 1], token[digits + 1 :]
    if rank not in RANK_OF:
        raise CardError(f"{where} has no such rank")
    if not suit:
        raise CardError(f"{where} has no suit")
    if suit not in SUIT_OF:
        raise CardError(f"{where} has no such suit")
    if extra:
        raise CardError(f"{where} has {extra!r} behind the suit")
    return 4 * RANK_OF[rank] + SUIT_OF[suit]
