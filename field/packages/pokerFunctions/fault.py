from pokerFunctions.equity import Deck, equity, evaluate, winner

ann, bob = ["ah", "kh", "9h", "6h", "3h"], ["ad", "8d", "7d", "5d", "2d"]
ranks = [evaluate(hand, Deck()) for hand in (ann, bob)]
print("Ann, ace-king flush:", ranks[0], "Bob, ace-eight flush:", ranks[1])
print("The winner is", {1: "Ann", 0: "Bob", -1: "nobody: a tie"}[winner(*ranks)[0]])
print("kh 2c against 3h 2d:", equity(["kh", "2c"], ["3h", "2d"], ["ah", "9h", "8h", "6h", "4s"]))
