// poker-ts, by Claudijo Borovic, a port of Janko Dedic's Poker: ranking and strength of Hand.of.
// Table.winners gives these two, but only for a deal of its own; Hand gives them for any cards.

import card from "poker-ts/dist/lib/card.js";
import hands from "poker-ts/dist/lib/hand.js";
import { answer } from "../../answering.mjs";

const cards = {};
[..."23456789TJQKA"].forEach((rank, r) =>
  [..."cdhs"].forEach((suit, s) => (cards[rank + suit] = new card.default(r, s))),
);

answer((hand) => {
  const evaluated = hands.default.of(hand.map((text) => cards[text]));
  return [evaluated.ranking(), evaluated.strength()];
});
