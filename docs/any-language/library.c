/* An evaluator of five to seven cards as a shared library:

       allhands native --header > allhands.h
       cc -O3 -shared -fPIC -o libmine.so library.c
       allhands check ./libmine.so --cards 7 */

#include "allhands.h"

static const unsigned WHEEL = 1 << 12 | 0xF; /* A-5-4-3-2 */

/* The highest rank of a straight, or 0: 3 is that of the wheel. */
static int straight(unsigned ranks) {
    for (int top = 12; top > 3; top--)
        if ((ranks >> (top - 4) & 0x1F) == 0x1F) return top;
    return (ranks & WHEEL) == WHEEL ? 3 : 0;
}

static uint32_t key(int category, const int *ranks, int n) {
    uint32_t key = category;
    for (int i = 0; i < 5; i++) key = key << 4 | (i < n ? ranks[i] : 0);
    return key;
}

static uint32_t evaluate(const uint8_t *hand, size_t cards) {
    int times[13] = {0}, of_suit[4] = {0}, in_order[7], n = 0;
    unsigned ranks = 0, suited[4] = {0}, flush = 0;
    for (size_t i = 0; i < cards; i++) {
        int rank = hand[i] >> 2, suit = hand[i] & 3;
        times[rank]++, of_suit[suit]++, ranks |= 1u << rank, suited[suit] |= 1u << rank;
    }
    for (int suit = 0; suit < 4; suit++)
        if (of_suit[suit] >= 5) flush = suited[suit];
    int top = straight(flush ? flush : ranks);
    if (flush && top) return key(8, &top, 1);
    if (flush) {
        for (int rank = 12; rank >= 0; rank--)
            if (flush >> rank & 1) in_order[n++] = rank;
        return key(5, in_order, 5);
    }
    if (top) return key(4, &top, 1);
    /* The most frequent rank, then a second pair or more, then the highest of the others. */
    int first = 0, second = -1;
    for (int rank = 0; rank < 13; rank++)
        if (times[rank] >= times[first]) first = rank;
    for (int rank = 0; rank < 13; rank++)
        if (rank != first && times[rank] > 1) second = rank;
    int most = times[first], full = most == 3 && second >= 0, two = most == 2 && second >= 0;
    in_order[n++] = first;
    if (full || two) in_order[n++] = second;
    int left = full ? 0 : 5 - most - 2 * two;
    for (int rank = 12; rank >= 0 && left; rank--)
        if (times[rank] && rank != first && !(two && rank == second)) in_order[n++] = rank, left--;
    return key(most == 4 ? 7 : full ? 6 : most == 3 ? 3 : two ? 2 : most == 2, in_order, n);
}

void rank(const uint8_t *hands, size_t count, size_t cards, uint32_t *keys) {
    for (size_t n = 0; n < count; n++) keys[n] = evaluate(hands + n * cards, cards);
}

const int rank_lower_wins = 0;
const int rank_cards = 1 << 5 | 1 << 6 | 1 << 7;
