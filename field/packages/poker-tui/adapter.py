"""poker-tui: counts ranks and suits of an array of hands; equity.evaluate, an array of one."""

import numpy as np
from answering import answer
from poker_gym.equity import evaluate

numbers = {
    rank + suit: 4 * number + place
    for number, rank in enumerate("23456789TJQKA")
    for place, suit in enumerate("cdhs")
}


def key(hand):
    return int(evaluate(np.array([[numbers[card] for card in hand]]))[0])


answer(key)
