"""pokerl, by Andrea Mecchia and Guglielmo Manneschi: eval_hand, where lower wins."""

from answering import answer
from pokerl import eval_hand
from pokerl.cards import Card


def key(hand):
    ranking, kickers = eval_hand([Card(card.upper()) for card in hand])
    return -ranking, kickers


answer(key)
