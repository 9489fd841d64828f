from pyker import PokerHand

pair, high = PokerHand("2C 2D 3H 4S 5C"), PokerHand("AC KD QH JS 9C")
try:
    print(pair, "against", high, pair.compare_with(high))
except TypeError as error:
    print(pair, "against", high, "TypeError:", error)
