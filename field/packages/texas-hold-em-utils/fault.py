from texas_hold_em_utils.card import Card
from texas_hold_em_utils.hands import HandOfFive


def best(hole, board):
    cards = [[Card().from_str(*card) for card in text.split()] for text in (hole, board)]
    return HandOfFive(*cards)


for ann, bob, board in [
    ("Qd 2c", "9s 3d", "Ks Qh Jd Th 9c"),
    ("Ah 2h", "Kc Qs", "5d 4c 3s Kd 9c"),
    ("Th 2c", "3c 3d", "9h 8h 7h 6h 5h"),
]:
    first, second = best(ann, board), best(bob, board)
    print(f"Board {board}, Ann {ann}: {first.get_full_hand_rank()}")
    print(f"  Bob {bob}: {second.get_full_hand_rank()}")
    print("  Ann wins" if first > second else "  Bob wins" if second > first else "  a tie")
