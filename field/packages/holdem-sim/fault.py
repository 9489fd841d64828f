from holdem_sim.simulation import simulation_multiplayer


def wins(first, second, board):
    players = simulation_multiplayer(
        first.split(), second.split(), flop=board.split(), opponents=2, sims=1
    )
    return "; ".join(
        f"{cards} wins {player.wins}"
        for cards, player in zip((first, second), players, strict=True)
    )


print("flushes:        ", wins("Qh 7d", "Jh As", "Kh 9h 5h 3h 2c"))
print("two pair:       ", wins("5h Jh", "Th Td", "Qs Qd Jc 5c 2d"))
print("straights:      ", wins("Ah Kd", "8h 7d", "Qs Jd Th 9c 2s"))
print("full houses:    ", wins("7h 4h", "6h 6d", "Ks Kd Kh 7c 4c"))
print("fours:          ", wins("Kh Kc", "4h 4c", "Ks Kd 4s 4d 9c"))
print("straight flushes:", wins("7h 6h", "Ah 2h", "5h 4h 3h Kd 9c"))
