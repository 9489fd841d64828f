from tilted import Card, CardRank, CardSuit, Hand

suits = [*CardSuit, CardSuit.CLUBS]


def hand(*ranks):
    return Hand([Card(CardRank[rank], suit) for rank, suit in zip(ranks, suits)])


print(hand("ACE", "KING", "QUEEN", "JACK", "TWO") > hand("EIGHT", "SEVEN", "SIX", "FIVE", "THREE"))
print(hand("ACE", "ACE", "TWO", "TWO", "KING") > hand("FOUR", "FOUR", "THREE", "THREE", "FIVE"))
