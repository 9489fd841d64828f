/* The best five of six or seven cards, without dealing fives: for `key.c` in key/examples. */
static int straight(int mask) {
    for (int high = 12; high >= 3; high--)
        if (((mask << 1 | mask >> 12) >> (high - 3) & 31) == 31) return high + 1;
    return 0;
}
static int64_t evaluate(const int *cards) {
    int count[13] = {0}, of_suit[4] = {0}, all = 0, pairs = 0, threes = 0, fours = 0, taken = 0;
    for (int i = 0; i < CARDS; i++) {
        int rank = cards[i] / 4;
        count[rank]++, of_suit[cards[i] % 4] |= 1 << rank, all |= 1 << rank;
    }
    int64_t flush = 0, ranks = 0;
    for (int suit = 0; suit < 4; suit++)
        if (__builtin_popcount(of_suit[suit]) > 4) flush = of_suit[suit];
    if (straight(flush)) return 8 << 20 | straight(flush);
    while (__builtin_popcountll(flush) > 5) flush &= flush - 1;
    for (int rank = 0; rank < 13; rank++)
        pairs += count[rank] == 2, threes += count[rank] == 3, fours += count[rank] == 4;
    int best = fours ? 4 : threes ? 3 : pairs ? 2 : 1;
    int full = !fours && threes && threes + pairs > 1;
    if (!fours && !full && flush) return 5 << 20 | flush;
    if (!fours && !full && straight(all)) return 4 << 20 | straight(all);
    for (int left = 5; left; left--) {
        int group = left == 5 ? best : full || (best == 2 && pairs > 1 && left == 3) ? 2 : 1;
        int rank = 12;
        while (count[rank] < group || taken >> rank & 1) rank--;
        taken |= 1 << rank, ranks = 16 * ranks + rank, left -= group - 1;
    }
    return (fours ? 7 : full ? 6 : threes ? 3 : pairs > 1 ? 2 : pairs) << 20 | ranks;
}
