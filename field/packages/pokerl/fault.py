from pokerl import eval_hand
from pokerl.cards import Card
from pokerl.enums import HandRanking

for text in ("5H 4H 3H 2H AC", "KH QH JH TH 9H 7H AC", "AH KH 5H 4H 3H 2S 9C"):
    ranking, kickers = eval_hand([Card(card) for card in text.split()])
    print(f"{text}: {HandRanking.as_string[ranking]}, {kickers}")
