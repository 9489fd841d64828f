from py_ev import Evaluator

board = [(3, 4), (3, 2), (2, 1), (2, 3), (14, 3)]  # 3s 3d 2c 2h Ah
ann, bob = [(3, 1), (13, 2)], [(2, 4), (14, 2)]  # 3c Kd, 2s Ad
print("Ann, treys full of deuces:", Evaluator().evaluate(ann, board))
print("Bob, deuces full of aces:", Evaluator().evaluate(bob, board))

board = [(11, 4), (11, 2), (4, 1), (3, 3), (2, 4)]  # Js Jd 4c 3h 2s
ann, bob = [(4, 2), (2, 2)], [(3, 2), (14, 1)]  # 4d 2d, 3d Ac
print("Ann, jacks and fours with a trey:", Evaluator().evaluate(ann, board))
print("Bob, jacks and treys with an ace:", Evaluator().evaluate(bob, board))
