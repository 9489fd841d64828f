"""The matrix score as the code of "Poker In Four Hours" computes it (2011).

Translated from Ilka Guigova's JavaScript line by line; the names are hers, and so is the float
arithmetic. Ranks are 2 to 14, as they are printed on the cards. (The text prints its first example
with one digit less than the code gives.)

The check finds three faults at five cards, which `evaluators.matrix_score.scalar` repairs:

- The ace of a wheel is subtracted at 10**6, the length that the run has with the ace counted at
  both ends, instead of at its own place far behind the point: wheels lose to all other hands.
- The run of a straight begins with as many steps as there are aces: A-A-4-3-2, A-A-A-3-2 and
  A-A-A-A-2 count as wheels, and lose with them; the first two tie with each other.
- A kicker has one decimal, and ranks go up to 14: J-J-J-A-2 ties with J-J-J-K-Q.

Six and seven cards show more faults: two triples are not a full house, a third pair is not a
kicker, a straight and a flush of different cards are a straight flush, and cards that are not part
of a straight or flush decide between two of them.
"""

from collections.abc import Sequence

from evaluators.cards import Card, rank_of, suit_of

name = "matrix-score-as-published"
sizes = range(1, 13)
lower_wins = False

RankAndSuite = tuple[int, str]


def encode(card: Card) -> RankAndSuite:
    """The card as ``(rank, suite)``, ranks from 2 to 14.

    >>> encode(51)
    (14, 'S')
    """
    return rank_of(card) + 2, "CDHS"[suit_of(card)]


def evaluate(hand: Sequence[RankAndSuite]) -> float:
    """The published score.

    >>> from evaluators.cards import parse_hand
    >>> evaluate([encode(card) for card in parse_hand("2H 9D 3S 2C QD")])
    1.00020000001293
    >>> evaluate([encode(card) for card in parse_hand("10S 10C 10H 4D 4C")])
    6.1004

    Of more than five cards, the lowest are left out, so all of these have one score:

    >>> hands = "KsQd9h8c7s", "KsQd9h8c7s2h", "KsQd9h8c7s2h3d"
    >>> len({evaluate([encode(card) for card in parse_hand(hand)]) for hand in hands})
    1
    """
    cards_of_rank = [sum(rank == i for rank, _ in hand) for i in range(15)]

    hc = k4 = k3 = p2 = p1 = k = 0.0
    not_played = max(len(hand) - 5, 0)
    index = -15
    sd = cards_of_rank[14]
    for i in range(2, 15):
        if cards_of_rank[i]:
            hc = i * 10.0**-4
        if cards_of_rank[i] == 4:
            k4 = hc
        if cards_of_rank[i] == 3:
            k3 = hc
        if cards_of_rank[i] == 2:
            p2, p1 = p1, hc
        if cards_of_rank[i] == 1:
            not_played -= 1
            if not_played < 0:
                index += 1
                k += i * 10.0**index
        sd = sd + min(cards_of_rank[i], 1) if cards_of_rank[i] or sd >= 5 else 0
    s = sd if sd >= 5 else 0
    if s and cards_of_rank[14] and not cards_of_rank[13]:
        k -= 14 * 10.0**sd

    cards_of_suite = [sum(suite == its for _, its in hand) for suite in "DHCS"]
    f = sum(cards for cards in cards_of_suite if cards >= 5)

    return (
        _score(s and f, 8, k)
        or _score(k4, 7, k4)
        or _score(p1 and k3, 6, p1 + k3 * 10**2)
        or _score(f, 5, k)
        or _score(s, 4, k)
        or _score(k3, 3, k3)
        or _score(p2, 2, p2 + p1 * 10**2)
        or _score(p1, 1, p1)
    ) + _score(hc, 0, k)


def _score(condition: float, big_endian: int, little_endian: float) -> float:
    return big_endian + little_endian if condition else 0.0
