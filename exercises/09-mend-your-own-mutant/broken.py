"""An evaluator with one fault. The higher key wins.

1. Find the fault. Set FAULT to its name, from the list in the exercise.
2. Set WITNESS to two hands that `evaluate` orders wrongly, the better hand first. A tie can be
   wrong, too.
3. Mend the fault, and leave the rest as it is. Then run:

allhands grade 09 FILE --seed 1
"""

FAULT = ""
WITNESS = ("", "")  # for example ("Kd Kh 9s 5c 2d", "Qd Qh Js 7c 4h")

LETTERS = {"T": 10, "J": 11, "Q": 12, "K": 13, "A": 14}


def rank_of(card: str) -> int:
    """The rank of a card, 2 to 14."""
    return LETTERS[card[0]] if card[0] in LETTERS else int(card[0])


def is_straight(ranks: list[int]) -> bool:
    """Whether each rank is one more than the next."""
    in_a_row = True
    for place in range(4):
        if ranks[place] - ranks[place + 1] != 1:
            in_a_row = False
    return in_a_row


def evaluate(hand: list[str]) -> tuple[int, list[int]]:
    """The category of a hand, then its ranks in the order in which they are compared."""
    ranks = sorted([rank_of(card) for card in hand], reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = is_straight(ranks)
    suits = [card[1] for card in hand]
    flush = any(suits.count(suit) == 5 for suit in "cdhs")

    buckets: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    for rank in ranks:
        buckets[ranks.count(rank)].append(rank)
    singles, pairs, threes, fours = buckets.values()

    if fours:
        category = 7
    elif threes and pairs:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif threes:
        category = 3
    elif len(pairs) == 4:
        category = 2
    elif pairs:
        category = 1
    else:
        category = 0
    return category, fours + threes + pairs + singles
