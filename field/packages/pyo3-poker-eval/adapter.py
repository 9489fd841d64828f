"""pyo3-poker-eval, by oscar6echo: PokerEval.rank_five and rank_seven."""

import os

from answering import answer
from pyo3_poker_eval import PokerEval

output = os.dup(1)
os.dup2(2, 1)  # the constructor prints its time
poker = PokerEval()
os.dup2(output, 1)
rank = {5: poker.rank_five, 7: poker.rank_seven}
NUMBERS = {
    rank + suit: 4 * number + place
    for number, rank in enumerate("23456789TJQKA")
    for place, suit in enumerate("cdhs")
}


def key(hand):
    return rank[len(hand)]({"hands": [[NUMBERS[card] for card in hand]]})[0]


answer(key)
