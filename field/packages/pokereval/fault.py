from pokereval.card import Card
from pokereval.hand_evaluator import HandEvaluator

board = [Card("T", "d"), Card(2, "d"), Card(4, "d")]
kings = [Card("K", "h"), Card("K", "s")]
queens = [Card("Q", "d"), Card("Q", "h")]
print("kings: ", HandEvaluator.evaluate_hand(kings, board))
print("queens:", HandEvaluator.evaluate_hand(queens, board), "(higher is stronger)")
