from pokerface import Lowball27Evaluator, parse_cards


def hand(cards):
    return Lowball27Evaluator.evaluate_hand(parse_cards(cards), ())


ace_high, kings = hand("Ah5d4c3s2h"), hand("KhKd9c5s4h")
print("Ah 5d 4c 3s 2h beats Kh Kd 9c 5s 4h:", ace_high > kings)
