/* allhands.h: what a shared library exports to be checked and timed as an evaluator of poker hands.

   A card is 4 * rank + suit, 0 to 51: rank 0 is a deuce and 12 an ace, suits are c d h s.
   A hand is `cards` bytes, in any order. Equal keys tie. Which way keys run is found out,
   or said by NAME_lower_wins.

       cc -O3 -shared -fPIC -o libmine.so mine.c
       allhands check ./libmine.so --cards 7

   Functions may have another name: `allhands check ./libmine.so:best`. It then is in place of
   `rank` in the names of the marks, too: best_masks, best_lower_wins. */

#ifndef ALLHANDS_H
#define ALLHANDS_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define ALLHANDS_EXPORT __declspec(dllexport)
#else
#define ALLHANDS_EXPORT __attribute__((visibility("default")))
#endif

#ifndef ALLHANDS_KEY
#define ALLHANDS_KEY uint32_t /* another type: define it before, and say which in rank_keys */
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Write a key for each of `count` hands. Export this: */
ALLHANDS_EXPORT void rank(const uint8_t *hands, size_t count, size_t cards, ALLHANDS_KEY *keys);

/* or this, where a hand is a mask with the bits of its cards. */
ALLHANDS_EXPORT void rank_masks(const uint64_t *hands, size_t count, size_t cards,
                                ALLHANDS_KEY *keys);

/* A library that is quickest when it goes through all hands itself may export this, too: their keys in
   the order of Python's itertools.combinations(range(52), cards), the last card changing first.
   `allhands check ./libmine.so:rank_all` */
ALLHANDS_EXPORT void rank_all(size_t cards, ALLHANDS_KEY *keys);

/* The marks below may be left out. A language without constants exports functions of these names
   without arguments, which return them; it does not need this file.

   1 if lower keys win, 0 if higher ones do: */
extern ALLHANDS_EXPORT const int rank_lower_wins;

/* A bit for each size of hand that it takes; 1 << 7 for seven cards alone. All, if left out: */
extern ALLHANDS_EXPORT const int rank_cards;

/* The type of keys, if it is not "u32": "u8", "u16", "u64", "i32", "i64", "f32" or "f64": */
extern ALLHANDS_EXPORT const char rank_keys[];

#ifdef __cplusplus
}
#endif
#endif
