"""05. Repair the key of 2019: the steps, in order."""

from harness.teaching.grader import orders

test_flush_and_straight = orders.showdowns(
    "A flush beats a straight, and a straight beats three of a kind.",
    ("7d 5d 4d 3d 2d", "beats", "Ad Ks Qc Jh Ts"),
    ("6d 5s 4c 3h 2s", "beats", "Ad As Ac Kh Qs"),
    chapter=4,
)

test_counts_before_ranks = orders.showdowns(
    "All counts are compared before the first rank.",
    ("Qd Qs 6c 6h 2s", "beats", "Kd Ks 7c 6h 2s"),
    ("2d 2s 2c 7h 9s", "beats", "Ad As Kc Kh Qs"),
    ("Kd Ks 7c 6h 2s", "beats", "Qd Qs 7c 6h 2s"),
    chapter=4,
)

test_the_wheel = orders.showdowns(
    "The ace of A-2-3-4-5 is its lowest card.", *orders.WHEEL, chapter=3
)
test_ties = orders.showdowns("Ties are broken.", *orders.TIES_BROKEN, chapter=4)
test_classes, test_every_hand = orders.last_steps(chapter=4)
