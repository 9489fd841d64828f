// @xpressit/winning-poker-hand-rank, by XpressIT: rankHands, whose rank is lower if stronger.

import ranking from "@xpressit/winning-poker-hand-rank";
import { answer } from "../../answering.mjs";

function key(hand) {
  const cards = hand.map((card) => card.toUpperCase());
  return ranking.rankHands("texas", cards.slice(2), [cards.slice(0, 2)])[0].rank;
}

answer(key);
