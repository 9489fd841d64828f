// counts: a double of a package in JavaScript; its key is the sum of the ranks, which is wrong. In
// Omaha, it is that of the player's cards.

import { RULES, answer, handAndBoard } from "../../answering.mjs";

const ranks = "23456789TJQKA";

answer((hand) => {
  const counted = RULES === "omaha" ? handAndBoard(hand)[0] : hand;
  return counted.reduce((sum, card) => sum + ranks.indexOf(card[0]), 0);
});
