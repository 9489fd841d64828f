"""clubs, by Ferdinand Schlatt: Cactus Kev's primes, for any deck; Evaluator.evaluate."""

from answering import RULES, answer, hand_and_board
from clubs import configs
from clubs.poker import Card, Evaluator

config = {
    "standard": configs.NO_LIMIT_HOLDEM_TWO_PLAYER,
    "short-deck": configs.SHORT_DECK_TWO_PLAYER,
    "omaha": configs.POT_LIMIT_OMAHA_TWO_PLAYER,
}[RULES]
evaluator = Evaluator(
    suits=config["num_suits"],
    ranks=config["num_ranks"],
    cards_for_hand=config["num_cards_for_hand"],
    mandatory_hole_cards=config["mandatory_num_hole_cards"],
    low_end_straight=config["low_end_straight"],
    order=config["order"],
)


def key(hand):
    own, board = hand_and_board([Card(card) for card in hand])
    return evaluator.evaluate(own, board)


answer(key)
