"""sval, by its author: calculate_index and rank_lookup, as its README has them."""

import sval
from answering import answer


def key(hand):
    return int(sval.rank_lookup[sval.calculate_index(sval.encode_cards("".join(hand)))])


answer(key)
