import card from "poker-ts/dist/lib/card.js";
import hands from "poker-ts/dist/lib/hand.js";

const read = ([rank, suit]) =>
  new card.default("23456789TJQKA".indexOf(rank), "cdhs".indexOf(suit));
const evaluate = (cards) => hands.default.of(cards.split(" ").map(read));
const name = (hand) => hands.HandRanking[hand.ranking()];

for (const [first, second] of [
  ["Ks Qs Kh Kd Qh Qd 7h", "Ah 2h Kh Kd Qh Qd 7h"],
  ["Ah 2d 8c 8d 8h 8s 3c", "Kh Qd 8c 8d 8h 8s 3c"],
]) {
  const [one, two] = [evaluate(first), evaluate(second)];
  console.log(first, name(one), one.strength());
  console.log(second, name(two), two.strength());
  console.log(hands.default.compare(one, two) < 0 ? "The first wins." : "The second wins.");
}
