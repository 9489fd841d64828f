from poker_game_engine.game_engine import Card, HandEvaluator

suits = {"h": "Hearts", "d": "Diamonds", "c": "Clubs", "s": "Spades"}


def best(*cards):
    cards = [Card(suits[card[-1]], card[:-1]) for card in cards]
    return HandEvaluator().best_hand(cards)


board = ["Ad", "10c", "8s", "6h", "2d"]
print("Aces with a king: ", best("Ah", "Kh", *board))
print("Aces with a queen:", best("Ac", "Qc", *board))

board = ["5d", "4c", "3s", "Kd", "9c"]
print("A five-high straight:", best("Ah", "2h", *board))
print("A pair of kings:     ", best("Kh", "8h", *board))
