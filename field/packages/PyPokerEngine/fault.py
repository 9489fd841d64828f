from pypokerengine.utils.card_utils import evaluate_hand, gen_cards

board = gen_cards(["HK", "H9", "H5", "H3", "C2"])
print("HQ D7 on HK H9 H5 H3 C2", evaluate_hand(gen_cards(["HQ", "D7"]), board))
print("HJ SA on HK H9 H5 H3 C2", evaluate_hand(gen_cards(["HJ", "SA"]), board))

board = gen_cards(["SA", "C2", "D3", "H4", "S9"])
print("D5 CK on SA C2 D3 H4 S9", evaluate_hand(gen_cards(["D5", "CK"]), board))
print("H9 CQ on SA C2 D3 H4 S9", evaluate_hand(gen_cards(["H9", "CQ"]), board))
