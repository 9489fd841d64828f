// @creativenull/pokerjs, by Arnold Chand: winner, the three values by which it sorts players.

import { Poker } from "@creativenull/pokerjs";
import { answer } from "../../answering.mjs";

const poker = new Poker();
const texts = (hand) => hand.map((card) => `0#${card.replace("T", "10").toUpperCase()}`);

function key(hand) {
  const [best] = poker.winner([{ id: "", hand: Poker.parse(texts(hand)) }]);
  return [best.handRank, best.tieBreakerCardRank, best.tieBreakerTotalRank ?? 0];
}

answer(key);
