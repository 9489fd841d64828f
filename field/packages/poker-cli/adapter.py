"""poker-cli, by redearly123: the best five cards; evaluate."""

from answering import answer
from poker_cli.cards import Card
from poker_cli.evaluator import evaluate


def key(hand):
    return evaluate([Card.parse(card) for card in hand])


answer(key)
