from maverick import Card, Hand
from maverick.enums import Rank, Suit

RANKS = dict(zip("23456789TJQKA", range(2, 15), strict=True))


def score(hole, board):
    hole, board = (
        [Card(suit=Suit(suit.upper()), rank=Rank(RANKS[rank])) for rank, suit in text.split()]
        for text in (hole, board)
    )
    return Hand(private_cards=hole, community_cards=board).score()


for ann, bob, board in [
    ("Qh 2c", "Jh Ac", "Kh 9h 7h 5h As"),
    ("5h 5d", "6c 4d", "5c Ks Kd Kc 6s"),
]:
    print(f"Board {board}, Ann {ann}: {score(ann, board)}, Bob {bob}: {score(bob, board)}")
