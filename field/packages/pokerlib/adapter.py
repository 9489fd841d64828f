"""pokerlib, by kuco23: counts ranks and suits; HandParser, whose objects only compare.

So the key re-reads the comparison, by `>` and `<`.
"""

from answering import answer, places
from pokerlib import HandParser
from pokerlib.enums import Rank, Suit

ranks = dict(zip("23456789TJQKA", Rank, strict=True))
suits = {"s": Suit.SPADE, "c": Suit.CLUB, "d": Suit.DIAMOND, "h": Suit.HEART}


def read(hand):
    return HandParser([(ranks[rank], suits[suit]) for rank, suit in hand])


def parse(hand):
    return read(hand).handenum


def compare(first, second):
    return 1 if first > second else -1 if first < second else 0


answer(places(read, compare), parse)
