// c++ -O2 -std=c++17 key.cpp -o key && gunzip -c ../order-standard-5.gz | ./key && ./key --digest | sha256sum
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>
constexpr int CARDS = 5, LOWEST_CARD = 0;
constexpr bool LOWER_WINS = false;
using Hand = std::array<int, CARDS>;

// Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or a table of your own cards.
long long evaluate(const Hand &cards) {
    int count[13] = {}, pairs = 0, ranks = 0, flush = 11;
    for (int card : cards) pairs += count[card / 4]++, flush = card % 4 == cards[0] % 4 ? flush : 0;
    for (int n = 4; n; n--)
        for (int rank = 12; rank >= 0; rank--)
            for (int i = 0; count[rank] == n && i < n; i++) ranks = 16 * ranks + rank + 1;
    if (ranks == 0xD4321) ranks = 0x43210;  // A-5-4-3-2, where the ace is low
    int straight = pairs == 0 && (ranks >> 16) - (ranks & 15) == 4 ? 10 : 0;
    return (long long)(3 * pairs + straight + flush) << 20 | ranks;
}
template <typename Visit> void deal(Visit visit) {  // calls visit(hand, n) for hand n
    Hand hand;
    for (int i = 0; i < CARDS; i++) hand[i] = LOWEST_CARD + i;
    for (long n = 0, i = 0; i >= 0; n++) {
        visit(hand, n);
        for (i = CARDS - 1; i >= 0 && hand[i] == 52 - CARDS + i;) i--;
        if (i >= 0) hand[i]++;
        for (long j = i + 1; i >= 0 && j < CARDS; j++) hand[j] = hand[j - 1] + 1;
    }
}
bool wins(long long one, long long other) { return LOWER_WINS ? one < other : one > other; }
void show(const Hand &hand, long long key) {
    for (int card : hand) std::printf("%c%c ", "23456789TJQKA"[card / 4], "cdhs"[card % 4]);
    std::printf("got %lld\n", key);
}
void stop(const Hand &a, long long x, const Hand &b, long long y, const char *should) {
    show(a, x), show(b, y), std::puts(should), std::exit(1);
}
int fail(const char *why) { std::fprintf(stderr, "%s\n", why), std::exit(2); }
int main(int count, char **) {
    std::unordered_map<long long, int> place_of;
    if (count > 1) {
        std::vector<long long> keys;
        deal([&](const Hand &hand, long) { if (long long key = evaluate(hand); place_of.emplace(key, 0).second) keys.push_back(key); });
        if (keys.size() > 65535) fail("more than 65535 keys");
        std::sort(keys.begin(), keys.end(), wins);
        for (size_t i = 0; i < keys.size(); i++) place_of[keys[i]] = int(i) + 1;
        deal([&](const Hand &hand, long) { int p = place_of[evaluate(hand)]; std::putchar(p & 255), std::putchar(p >> 8); });
        return 0;
    }
    struct First { long long key; Hand hand; };
    std::unordered_map<int, First> first;
    long hands = 0;
    deal([&](const Hand &hand, [[maybe_unused]] long n) {
        long long key = evaluate(hand);
        int place = std::getchar();
        if ((place |= std::getchar() << 8) < 1) fail("the order is too short for these hands");
        auto usual = first.find(place);
        auto other = place_of.find(key);
        if (usual != first.end() && usual->second.key != key) stop(hand, key, usual->second.hand, usual->second.key, "they should tie");
        if (other == place_of.end()) first[place] = {key, hand}, place_of[key] = place;
        else if (int q = other->second; q != place) stop(hand, key, first[q].hand, key, place < q ? "the first should win" : "the second should win");
        hands++;
    });
    if (std::getchar() != EOF) fail("the order has more hands than these");
    for (int p = 1; p < int(first.size()); p++)
        if (First a = first[p], b = first[p + 1]; !wins(a.key, b.key)) stop(a.hand, a.key, b.hand, b.key, "the first should win");
    std::printf("right: %ld hands, %zu classes\n", hands, first.size());
}
