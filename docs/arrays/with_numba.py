import numpy as np
from numba import njit


@njit
def evaluate(hands: np.ndarray) -> np.ndarray:
    keys = np.empty(len(hands), np.int64)
    for n, hand in enumerate(hands):
        counts = np.bincount(hand // 4, minlength=13)
        ranks = np.argsort(-16 * counts - np.arange(13))[:5]  # by count, then by rank
        wheel, flush = (ranks == np.array([12, 3, 2, 1, 0])).all(), (hand % 4 == hand[0] % 4).all()
        straight = wheel or (counts.max() == 1 and ranks[0] - ranks[4] == 4)
        category = 36 if straight and flush else 24 if flush else 23 if straight else 0
        category = max(category, 2 * (counts**2).sum())  # 10 without a pair, 34: four of a kind
        keys[n] = category << 20 | (3 if wheel else (ranks << np.arange(16, -1, -4)).sum())
    return keys
