from deck import Card, get_poker_hand

suits = {"c": "Clubs", "d": "Diamonds", "h": "Hearts", "s": "Spades"}


def best(hand):
    cards = [Card(suits[suit], "A23456789TJQK".index(rank) + 1) for rank, suit in hand.split()]
    return get_poker_hand(cards)


print("Aces with a queen:", best("Ah Qh Ad Kc 8s 6h 2d"))
print("Aces with a jack: ", best("Ac Jc Ad Kc 8s 6h 2d"))
print("A straight to the ace:  ", best("Ah Kd Qs Jd Th 3c 2s"))
print("A straight to the queen:", best("9h 8d Qs Jd Th 3c 2s"))
