from bluff.holdem.equity import eval_combinations, eval_directly

board = ["Kh", "9h", "5h", "3h", "2c"]
for hand in ("Qh7d", "JhAs"):
    print(hand, eval_directly(hand, board), "as one hand,", eval_combinations(hand, board), "of 21")
