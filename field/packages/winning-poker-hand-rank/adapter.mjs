// @xpressit/winning-poker-hand-rank, by XpressIT: rankHands, whose rank is lower if stronger.

import ranking from "@xpressit/winning-poker-hand-rank";
import { RULES, answer, decide } from "../../answering.mjs";

const game = { "standard": "texas", "short-deck": "short_deck", "omaha": "omaha" }[RULES];

const read = (hand) => hand.map((card) => card.toUpperCase());

function key(hand) {
  const cards = read(hand);
  return ranking.rankHands(game, cards.slice(2), [cards.slice(0, 2)])[0].rank;
}

function winner(board, ...players) {
  const [first, second] = ranking.rankHands(game, read(board), players.map(read));
  return second.rank - first.rank;
}

if (RULES === "omaha") decide(winner);
else answer(key);
