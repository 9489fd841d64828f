import numpy as np


def evaluate(hands: np.ndarray) -> tuple[np.ndarray, ...]:
    ranks, suits = hands // 4, hands % 4
    times = (ranks[:, :, None] == ranks[:, None]).sum(2)  # how often each card's rank occurs
    ranks = np.take_along_axis(ranks, np.argsort(-16 * times - ranks, axis=1), axis=1)
    times, flush = times.sum(1), (suits == suits[:, :1]).all(1)  # 5 without a pair, 17: four
    wheel = (ranks == np.array([12, 3, 2, 1, 0])).all(1)
    straight = wheel | (times == 5) & (ranks[:, 0] - ranks[:, 4] == 4)
    category = np.select([straight & flush, flush, straight], [18, 12, 11.5], times)
    return category, np.where(wheel[:, None], np.array([3, 2, 1, 0, -1]), ranks)
