/* Ranks poker hands for `allhands check --exec ./evaluator`: for each hand, a line with its key. */

#include <stdio.h>
#include <string.h>

static const char RANKS[] = "23456789TJQKA", SUITS[] = "cdhs";

static long evaluate(const char *hand) {
    int of_rank[13] = {0}, of_suit[4] = {0}, ranks[5], n = 0, flush = 0;
    for (; *hand > ' '; hand += hand[2] == ' ' ? 3 : 2) {
        of_rank[strchr(RANKS, hand[0]) - RANKS]++;
        flush |= ++of_suit[strchr(SUITS, hand[1]) - SUITS] == 5;
    }
    /* Different ranks: those that occur most often first, then the higher ones. */
    for (int times = 4; times > 0; times--)
        for (int rank = 12; rank >= 0; rank--)
            if (of_rank[rank] == times) ranks[n++] = rank;

    int straight = n == 5 && ranks[0] - ranks[4] == 4;
    if (n == 5 && ranks[0] == 12 && ranks[1] == 3) { /* A-2-3-4-5: the five is its highest card */
        straight = 1;
        ranks[0] = 3;
        ranks[1] = 2, ranks[2] = 1, ranks[3] = 0, ranks[4] = 0;
    }
    int most = of_rank[ranks[0]];
    int category = straight && flush ? 8 : n == 2 ? (most == 4 ? 7 : 6) : flush ? 5
                 : straight ? 4 : n == 3 ? (most == 3 ? 3 : 2) : n == 4 ? 1 : 0;
    long key = category;
    for (int i = 0; i < 5; i++) key = 13 * key + (i < n ? ranks[i] : 0);
    return key;
}

int main(void) {
    char line[256];
    while (fgets(line, sizeof line, stdin)) printf("%ld\n", evaluate(line));
}
