from Poker65.card import Card
from Poker65.hands import get_best_hand


def best(text):
    return get_best_hand([Card(suit.upper(), rank) for rank, suit in text.split()])


for ann, bob, board in [("Ah 2h", "Kc Qs", "5d 4c 3s Kd 9c"), ("Ah 2h", "9s 5c", "5h 4h 3h 9d 9c")]:
    first, second = best(f"{ann} {board}"), best(f"{bob} {board}")
    print(f"Board {board}, Ann {ann}: {first!r}, Bob {bob}: {second!r}")
    print("  Ann wins" if first > second else "  Bob wins")
