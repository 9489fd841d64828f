// handranker, by Logan Spears: getHand finds the best five cards, orderHands puts the stronger hand
// first. The key re-reads the comparison.

import Ranker from "handranker";
import { RULES, answer, decide, places } from "../../answering.mjs";

const game = {
  "standard": Ranker.TEXAS_HOLDEM,
  "deuce-to-seven": Ranker.DEUCE_TO_SEVEN,
  "ace-to-six": Ranker.ACE_TO_SIX,
  "ace-to-five": Ranker.RAZZ,
  "omaha": Ranker.OMAHA_HI,
}[RULES];

const best = (hand) => Ranker.getHand(hand, game).playingCards;

function winner(board, first, second) {
  const hands = [{ id: 1, cards: first }, { id: -1, cards: second }];
  const groups = Ranker.orderHands(hands, board, game);
  return groups.length === 1 ? 0 : groups[0][0].id;
}

function compare(first, second) {
  const groups = Ranker.orderHands([{ id: 1, cards: first }, { id: -1, cards: second }], game);
  return groups.length === 1 ? 0 : groups[0][0].id;
}

if (RULES === "omaha") decide(winner);
else answer(places(best, compare), best);
