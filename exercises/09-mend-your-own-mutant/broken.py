"""An evaluator with one fault. The higher key wins.

1. Set WITNESS to two hands that `evaluate` orders wrongly, the better hand first. A tie can be
   wrong, too.
2. Set FAULT to the name of the fault, from the list in the exercise.
3. Mend the fault, and leave the rest as it is. Then run:

allhands grade 09 FILE --seed 1
"""

FAULT = ""
WITNESS = ("", "")  # for example ("Kd Kh 9s 5c 2d", "Qd Qh Js 7c 4h")

RANKS = "--23456789TJQKA"  # a rank's place in this text is its number


def evaluate(hand: list[str]) -> tuple[int, ...]:
    """The category of a hand, then its ranks in the order in which they are compared."""
    ranks = sorted([RANKS.index(card[0]) for card in hand], reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = all(ranks[place] - ranks[place + 1] == 1 for place in range(4))
    suits = [card[1] for card in hand]
    flush = any(suits.count(suit) == 5 for suit in "cdhs")

    buckets: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    for rank in sorted(set(ranks), reverse=True):
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
    elif len(pairs) == 2:
        category = 2
    elif pairs:
        category = 1
    else:
        category = 0
    in_order = fours + threes + pairs + singles
    return category, *in_order
