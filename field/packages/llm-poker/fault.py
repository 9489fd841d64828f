from llm_poker.environment import score_best_5_of_7

board = ["5♦", "4♣", "3♠", "13♦", "9♣"]
print("Ann, a five-high straight:", score_best_5_of_7(["14♥", "2♥", *board]))
print("Bob, a pair of kings:     ", score_best_5_of_7(["13♥", "8♥", *board]))
