from poker_reinforcement_learning.deck import Card
from poker_reinforcement_learning.poker_host import rank_hand

ranks = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
suits = {
    "h": ("red", "Heart"),
    "d": ("red", "Diamond"),
    "c": ("black", "Clover"),
    "s": ("black", "Spade"),
}


def rank(hand):
    return rank_hand([Card(ranks.get(rank, rank), *suits[suit]) for rank, suit in hand.split()])


print("A nine-high straight:", rank("6h 5c 9h 8d 7c 6s 2d"))
print("A pair of aces:      ", rank("Ad Ac 9h 8d 7c 6s 2d"))
print("A seven-high straight:", rank("7h 6h 5d 4c 3s Ad Ac"))
print("A five-high straight: ", rank("Ah 2h 5d 4c 3s Ad Ac"))
