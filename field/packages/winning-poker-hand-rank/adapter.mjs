// @xpressit/winning-poker-hand-rank, by XpressIT: rankHands, whose rank is lower if stronger.

import ranking from "@xpressit/winning-poker-hand-rank";
import { RULES, answer, handAndBoard } from "../../answering.mjs";

const game = { "standard": "texas", "short-deck": "short_deck", "omaha": "omaha" }[RULES];

answer((hand) => {
  const [own, board] = handAndBoard(hand.map((card) => card.toUpperCase()));
  return ranking.rankHands(game, board, [own])[0].rank;
});
