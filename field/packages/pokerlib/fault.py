from pokerlib import HandParser
from pokerlib.enums import Rank, Suit

rest = [(Rank.NINE, Suit.HEART), (Rank.SEVEN, Suit.CLUB), (Rank.FOUR, Suit.SPADE)]
aces = HandParser([(Rank.ACE, Suit.SPADE), (Rank.ACE, Suit.CLUB), *rest])
kings = HandParser([(Rank.KING, Suit.SPADE), (Rank.KING, Suit.CLUB), *rest])
print("aces > kings: ", aces > kings)
print("aces <= kings:", aces <= kings)
print("kings <= aces:", kings <= aces)
