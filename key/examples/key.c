// cc -O2 key.c -o key && gunzip -c ../order-standard-5.gz | ./key && ./key --digest | sha256sum
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { CARDS = 5, LOWEST_CARD = 0, LOWER_WINS = 0, MOST = 65536 };
static int64_t keys[MOST], key_of[MOST];      // all keys in order, and the key of each place
static int place_of[MOST], many, is_there[MOST], first[MOST][CARDS], hand[CARDS];

// Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or a table of your own cards.
static int64_t evaluate(const int *cards) {
    int count[13] = {0}, pairs = 0, flush = 1, straight;
    for (int i = 0; i < 5; i++) pairs += count[cards[i] / 4]++, flush &= cards[i] % 4 == cards[0] % 4;
    int64_t ranks = 0;
    for (int n = 4; n; n--)
        for (int r = 12; r >= 0; r--)
            for (int i = 0; count[r] == n && i < n; i++) ranks = 16 * ranks + r + 1;
    if (ranks == 0xD4321) ranks = 0x43210;  // A-5-4-3-2, where the ace is low
    straight = pairs == 0 && (ranks >> 16) - (ranks & 15) == 4;
    return (int64_t)(3 * pairs + 10 * straight + 11 * flush) << 20 | ranks;
}
static int next_hand(void) {
    int i = CARDS - 1;
    while (i >= 0 && hand[i] == 52 - CARDS + i) i--;
    if (i >= 0) for (hand[i]++; ++i < CARDS;) hand[i] = hand[i - 1] + 1;
    return i > 0;
}
static int at(int64_t key) {  // where a key is, or would be
    int low = 0, high = many;
    while (low < high) if (keys[(low + high) / 2] < key) low = (low + high) / 2 + 1; else high = (low + high) / 2;
    return low;
}
static void add(int64_t key, int place) {
    int i = at(key);
    if (many == MOST - 1) fprintf(stderr, "more than 65535 keys\n"), exit(2);
    memmove(keys + i + 1, keys + i, sizeof *keys * (many - i));
    memmove(place_of + i + 1, place_of + i, sizeof *place_of * (many++ - i));
    keys[i] = key, place_of[i] = place;
}
static void show(const int *cards, int64_t key) {
    for (int i = 0; i < CARDS; i++) printf("%c%c ", "23456789TJQKA"[cards[i] / 4], "cdhs"[cards[i] % 4]);
    printf("got %lld\n", (long long)key);
}
static void wrong(const int *a, int64_t x, const int *b, int64_t y, const char *what) {
    show(a, x), show(b, y), printf("%s\n", what), exit(1);
}
int main(int count, char **arguments) {
    int digest = count > 1 && !strcmp(arguments[1], "--digest"), place, p, i;
    for (int pass = 0; pass < 1 + digest; pass++) {
        for (i = 0; i < CARDS; i++) hand[i] = LOWEST_CARD + i;
        long n = 0;
        do {
            int64_t key = evaluate(hand);
            i = at(key), p = i < many && keys[i] == key ? place_of[i] : 0;
            if (digest && pass) place = LOWER_WINS ? i + 1 : many - i, putchar(place & 255), putchar(place >> 8);
            else if (digest) { if (!p) add(key, 1); }
            else {
                place = getchar(), place |= getchar() << 8;
                if (place < 1) return puts("the order is too short for these hands"), 2;
                if (is_there[place] && key_of[place] != key) wrong(hand, key, first[place], key_of[place], "they should tie");
                if (p && p != place) wrong(hand, key, first[p], key, place < p ? "the first should win" : "the second should win");
                if (!p) add(key, place), is_there[place] = 1, key_of[place] = key, memcpy(first[place], hand, sizeof hand);
            }
        } while (n++, next_hand());
        if (!digest && getchar() != EOF) return puts("the order has more hands than these"), 2;
        for (p = 1; !digest && p < many; p++)
            if (LOWER_WINS ? key_of[p] >= key_of[p + 1] : key_of[p] <= key_of[p + 1])
                wrong(first[p], key_of[p], first[p + 1], key_of[p + 1], "the first should win");
        if (!digest) printf("right: %ld hands, %d classes\n", n, many);
    }
}
