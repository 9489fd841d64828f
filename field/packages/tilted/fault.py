from tilted import Card, CardRank, CardSuit, Hand

ranks = dict(zip("23456789TJQKA", CardRank, strict=True))
suits = dict(zip("cdhs", CardSuit, strict=True))


def hand(text):
    return Hand([Card(ranks[rank], suits[suit]) for rank, suit in text.split()])


for ann, bob in [("As Kd Qh Jc 2s", "8s 7d 6h 5c 3s"), ("As Ad 2h 2c Ks", "4s 4d 3h 3c 5s")]:
    print(f"Ann {ann} {hand(ann).hand_rank.name}, Bob {bob} {hand(bob).hand_rank.name}")
    print("  Ann wins" if hand(ann) > hand(bob) else "  Bob wins")
