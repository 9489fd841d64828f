"""Matrix score: sums of a matrix, packed into one decimal number.

The idea is by Ilka Guigova, in `Poker In Four Hours
<https://www.codeproject.com/Articles/186361/Poker-In-Four-Hours>`_ (2011). Write a hand into a
matrix with a row for each suit and a column for each rank, 1 for each card. The sums of the columns
count ranks, which gives pairs, triples and quads. The sums of the rows count suits, which gives
flushes. Neighbouring columns give straights. Then pack category and ranks into one decimal number,
the score: the better hand has the higher score, and nothing needs to be sorted or looked up. Ranks
are 2 to 14, as they are printed on the cards, so that a score can be read.

Three tens and two fours are::

    6.10040000000000   full house, tens full of fours
    | | | |
    | | | two decimals for each kicker that plays, the lowest at the very end
    | | the pair; the lower one of two; one pair, three or four of a kind alone
    | the triple of a full house; the higher one of two pairs
    the category, from 0 for a high card to 8 for a straight flush

2-2-Q-9-3 is 1.00020000120903, a pair of 02 with 12, 09 and 03. A decimal number of up to fifteen
digits is unchanged by conversion to a float and back: 6.1004 is stored as 6.10039999999999996...,
and is printed as 6.1004. So `decode` reads the ranks that play from a score, though not the suits.

The evaluator takes 1 to 12 cards, as the text promises, without trying combinations. The lower of
two triples serves as the pair of a full house, and the lowest of three pairs is a kicker at most. A
rank counts once as a kicker: that of A-A-K-K-Q-Q-2 is one queen. Straights and flushes have their
kickers multiplied by two, so their decimals are not ranks: the text adds the kickers both as the
hand and as the tie-breaker, which changes no order.

Changed from `lesson`: the sums are updated as cards are added, one pass over the columns finds all
groups, and straights are only looked for in five different ranks. ``docs/cost.md`` shows what each
change gains.

There are no tables. One hand costs a matrix of 60 cells,
three steps per card, a pass over the columns, and a step per kicker; five different ranks cost a
second pass, for straights, and a flush a pass over its row.

The published version, ``evaluators.matrix_score.published``, has faults that the check of all hands
found. They are repaired here; all else is unchanged:

- Kickers had one decimal each. With ranks up to 14, J-J-J-A-2 tied with J-J-J-K-Q: 10 * 14 + 2 is
  10 * 13 + 12. Hands with one, three or five kickers were in order.
- The run of a straight began with as many steps as there were aces: A-A-4-3-2, A-A-A-3-2 and
  A-A-A-A-2 had one. Here any number of aces is one step.
- 5-4-3-2-A lost to every other hand, 7-5-4-3-2 included: the text takes the ace of a wheel out of
  the kickers again, but at 10 to the 6th, not at its own place.
- With more than five cards, single cards outside a straight counted as kickers, and so did cards of
  other suits than that of a flush.
- Kc-Qc-Jc-Tc-8c-9d-2h was a straight flush: the sequence was looked for in the sums of the columns,
  not in the row.
"""

from collections.abc import Sequence

from evaluators.cards import (
    FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    ONE_PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    TWO_PAIR,
    Card,
    rank_of,
    suit_of,
)

name = "matrix-score"
sizes = range(1, 13)
lower_wins = False

SuitAndRank = tuple[int, int]

UNIT = 10**14  # scores are whole numbers of 10**-14 until the last division
HIGHER, LOWER = 10**12, 10**10  # the places of two ranks that occur more than once


def encode(card: Card) -> SuitAndRank:
    """The card's row and column: suit 0 to 3, rank 2 to 14.

    >>> encode(51)
    (3, 14)
    """
    return suit_of(card), rank_of(card) + 2


def evaluate(hand: Sequence[SuitAndRank]) -> float:
    """The score of the best five cards of a hand of 1 to 12.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("10S 10C 10H 4D 4C")])
    6.1004
    >>> evaluate([encode(card) for card in parse_hand("2H 9D 3S 2C QD")])
    1.00020000120903
    """
    matrix = [[0] * 15, [0] * 15, [0] * 15, [0] * 15]  # columns 0 and 1 stay empty
    of_rank, of_suit = [0] * 15, [0] * 4  # the sums of the columns and of the rows
    for suit, rank in hand:
        matrix[suit][rank] = 1
        of_rank[rank] += 1
        of_suit[suit] += 1

    quads = triple = pair = lower_pair = 0
    ranks = []
    for rank in range(2, 15):
        if count := of_rank[rank]:
            ranks.append(rank)
            if count == 2:
                lower_pair, pair = pair, rank
            elif count == 3:
                # In K-K-K-Q-Q-Q-2, the lower triple serves as the pair of a full house.
                triple, pair = rank, max(pair, triple)
            elif count == 4:
                quads = rank

    flush = straight = 0
    if len(ranks) >= 5:
        straight = straight_in(of_rank)
        if max(of_suit) >= 5:
            rows = [row for row, cards in zip(matrix, of_suit) if cards >= 5]
            flush = max(map(score_flush, rows))
            if flush >= STRAIGHT_FLUSH * UNIT:
                return flush / UNIT
    if quads:
        return (FOUR_OF_A_KIND * UNIT + quads * LOWER + kickers(ranks, 1, quads)) / UNIT
    if triple and pair:
        return (FULL_HOUSE * UNIT + triple * HIGHER + pair * LOWER) / UNIT
    if flush:
        return flush / UNIT
    if straight:
        return (STRAIGHT * UNIT + 2 * sequence(straight)) / UNIT
    if triple:
        return (THREE_OF_A_KIND * UNIT + triple * LOWER + kickers(ranks, 2, triple)) / UNIT
    if lower_pair:
        kicker = kickers(ranks, 1, pair, lower_pair)
        return (TWO_PAIR * UNIT + pair * HIGHER + lower_pair * LOWER + kicker) / UNIT
    if pair:
        return (ONE_PAIR * UNIT + pair * LOWER + kickers(ranks, 3, pair)) / UNIT
    return kickers(ranks, 5) / UNIT


def kickers(ranks: list[int], plays: int, *besides: int) -> int:
    """The highest `plays` of the ascending `ranks` except `besides`, two decimals each."""
    number = 0
    for rank in reversed(ranks):
        if rank not in besides:
            number = 100 * number + rank
            plays -= 1
            if not plays:
                break
    return number


def straight_in(line: list[int]) -> int:
    """The top rank of the highest straight in a row of the matrix or the column sums, or 0."""
    run = 1 if line[14] else 0
    straight = 0
    for rank in range(2, 15):
        run = run + 1 if line[rank] else 0
        if run >= 5:
            straight = rank
    return straight


def score_flush(row: list[int]) -> int:
    """The score, in units, of the flush or straight flush in a row of the matrix."""
    if straight := straight_in(row):
        return STRAIGHT_FLUSH * UNIT + 2 * sequence(straight)
    return FLUSH * UNIT + 2 * kickers([rank for rank in range(2, 15) if row[rank]], 5)


def sequence(top: int) -> int:
    """The kickers of a straight up to `top`; the ace of a wheel is left out."""
    number = 0
    for rank in range(top, max(top - 5, 1), -1):
        number = 100 * number + rank
    return number


def decode(score: float) -> tuple[int, tuple[int, ...]]:
    """The category and the ranks of the score of five or more cards.

    Ranks are in the order in which the rules compare them, each once; the ace of a wheel is 1.

    >>> decode(6.1004)
    (6, (10, 4))
    >>> decode(1.00020000120903)
    (1, (2, 12, 9, 3))
    """
    category, rest = divmod(round(score * UNIT), UNIT)
    groups, number = divmod(rest, LOWER)
    if category in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        number //= 2
    decimals = (*divmod(groups, 100), *(number // 100**place % 100 for place in range(4, -1, -1)))
    ranks = [rank for rank in decimals if rank]
    if category in (STRAIGHT, STRAIGHT_FLUSH) and ranks[0] == 5:
        ranks.append(1)
    return category, tuple(ranks)
