import { COMBINATION_LEVEL, Combination } from "@vlad-yakovlev/poker";

const toCard = ([rank, suit]) => 4 * "23456789TJQKA".indexOf(rank) + "cdhs".indexOf(suit);

for (const text of ["5h 4h 3h 2h Ah", "Kh Qh Jh Th 9h"]) {
  const best = Combination.getBest(text.split(" ").map((card) => toCard(card)));
  console.log(`${text}: ${COMBINATION_LEVEL[best.level]}, ${best.weight}`);
}
