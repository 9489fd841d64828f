import torch


def evaluate(hands: torch.Tensor) -> tuple[torch.Tensor, ...]:
    ranks, suits = hands // 4, hands % 4
    times = (ranks[:, :, None] == ranks[:, None]).sum(2)  # how often each card's rank occurs
    ranks = ranks.gather(1, (-16 * times - ranks).argsort(1))
    times, flush = times.sum(1), (suits == suits[:, :1]).all(1)  # 5 without a pair, 17: four
    wheel = (ranks == torch.tensor([12, 3, 2, 1, 0])).all(1)
    straight = wheel | (times == 5) & (ranks[:, 0] - ranks[:, 4] == 4)
    category = torch.where(flush, torch.where(straight, 18, 12), times + 6.5 * straight)
    return category, torch.where(wheel[:, None], torch.tensor([3, 2, 1, 0, -1]), ranks)
