// @xpressit/winning-poker-hand-rank, by XpressIT: rankHands, whose rank is lower if stronger.

import ranking from "@xpressit/winning-poker-hand-rank";
import { RULES, answer } from "../../answering.mjs";

const game = { "standard": "texas", "short-deck": "short_deck" }[RULES];

function key(hand) {
  const cards = hand.map((card) => card.toUpperCase());
  return ranking.rankHands(game, cards.slice(2), [cards.slice(0, 2)])[0].rank;
}

answer(key);
