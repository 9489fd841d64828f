"""llm_poker, by Rohit Krishnan: the best five cards; score_best_5_of_7."""

from answering import answer
from llm_poker.environment import score_best_5_of_7

ranks = {rank: value for value, rank in enumerate("23456789TJQKA", 2)}
suits = dict(zip("cdhs", "♣♦♥♠", strict=True))


def key(hand):
    return score_best_5_of_7([f"{ranks[rank]}{suits[suit]}" for rank, suit in hand])


answer(key)
