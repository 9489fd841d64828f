// An evaluator of five cards in C++, behind the shim that makes it a shared library:
//
//     allhands native --header > allhands.h
//     c++ -std=c++17 -O3 -shared -fPIC -o libmine.so library.cpp
//     allhands check ./libmine.so

#include <algorithm>
#include <array>
#include <numeric>

#include "allhands.h"

namespace mine {

// The category, then the ranks: those that occur most often first, then the higher ones.
uint32_t evaluate(const uint8_t *hand) {
    std::array<int, 13> times{}, order{};
    for (int i = 0; i < 5; i++) times[hand[i] >> 2]++;
    std::iota(order.rbegin(), order.rend(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int one, int other) { return times[one] > times[other]; });
    const bool flush = std::all_of(hand, hand + 5, [&](int c) { return c % 4 == hand[0] % 4; });
    const bool single = times[order[0]] == 1;
    const bool wheel = single && order[0] == 12 && order[1] == 3;
    const bool straight = wheel || (single && order[0] - order[4] == 4);
    if (wheel) order[0] = 3;  // its ace is low, and five of these cards are known
    const int most = times[order[0]], pairs = times[order[1]];
    const uint32_t category = straight && flush ? 8 : flush ? 5 : straight ? 4
                            : most == 4 ? 7 : most == 3 ? (pairs == 2 ? 6 : 3)
                            : most == 2 ? (pairs == 2 ? 2 : 1) : 0;
    const int kept = straight ? 1 : 5;
    uint32_t key = category;
    for (int i = 0; i < 5; i++) key = key * 13 + (i < kept && times[order[i]] ? order[i] : 0);
    return key;
}

}  // namespace mine

void rank(const uint8_t *hands, size_t count, size_t cards, uint32_t *keys) {
    for (size_t n = 0; n < count; n++) keys[n] = mine::evaluate(hands + n * cards);
}

extern const int rank_lower_wins = 0;  // extern: a constant of C++ is not exported by itself
extern const int rank_cards = 1 << 5;
