from holdem.core import Card, evaluate_hand


def best(text):
    return evaluate_hand([Card(card[-1], card[:-1]) for card in text.split()])


for ann, bob, board in [
    ("8♦ 2♦", "7♠ 2♠", "A♣ K♠ Q♥ J♦ 9♥"),
    ("A♥ 3♦", "J♠ 4♦", "K♠ K♥ Q♣ Q♦ 3♠"),
    ("A♥ 5♦", "K♥ Q♦", "9♠ 9♥ 9♦ 9♣ 5♠"),
]:
    print(f"Board {board}, Ann {ann}, Bob {bob}")
    print(f"  Ann {best(f'{ann} {board}')}, Bob {best(f'{bob} {board}')}")
