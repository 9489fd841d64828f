from texas.card import Card, Number, Suit
from texas.hand import Hand

NUMBERS = dict(zip("A23456789TJQK", Number, strict=True))
SUITS = {"c": Suit.club, "d": Suit.diamond, "h": Suit.heart, "s": Suit.spade}


def best(hole, board):
    hole, board = (
        [Card(number=NUMBERS[rank], suit=SUITS[suit]) for rank, suit in text.split()]
        for text in (hole, board)
    )
    return Hand.from_hole_comunity(hole, board)


ann, bob = best("8s 2s", "6s 7s As Ks Qs"), best("9h 9c", "6s 7s As Ks Qs")
print(f"Ann {ann}, Bob {bob}, Bob wins: {bob > ann}")
print("The same cards, the ace first:", best("8s 2s", "As Ks Qs 7s 6s"))
