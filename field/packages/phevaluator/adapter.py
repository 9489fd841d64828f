"""phevaluator, by Henry Lee: a perfect hash in C; evaluate_cards, evaluate_omaha_cards."""

from answering import RULES, answer
from phevaluator import evaluate_cards, evaluate_omaha_cards

evaluate = {"standard": evaluate_cards, "omaha": evaluate_omaha_cards}[RULES]

answer(lambda hand: evaluate(*hand))
