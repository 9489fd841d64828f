from holdem_calc import calculate

board = ["As", "Ac", "Ks", "Kc", "2d"]
tie, first, second = calculate(board, True, 1, None, ["Qh", "Qd", "Jh", "3d"], False)
print("On the board", *board)
print(f"Qh Qd (kicker Q) wins: {first}, Jh 3d (kicker J) wins: {second}, tie: {tie}")
