// handranker, by Logan Spears: getHand finds the best five cards, orderHands puts the stronger hand
// first. The key re-reads the comparison.

import Ranker from "handranker";
import { RULES, answer, handAndBoard, places } from "../../answering.mjs";

const game = {
  "standard": Ranker.TEXAS_HOLDEM,
  "deuce-to-seven": Ranker.DEUCE_TO_SEVEN,
  "ace-to-six": Ranker.ACE_TO_SIX,
  "ace-to-five": Ranker.RAZZ,
  "omaha": Ranker.OMAHA_HI,
}[RULES];

// The best five of a deal of Omaha are compared as a hand of five is.
const ofFives = RULES === "omaha" ? Ranker.TEXAS_HOLDEM : game;

const best = (hand) => Ranker.getHand(...handAndBoard(hand), game).playingCards;

function compare(first, second) {
  const groups = Ranker.orderHands([{ id: 1, cards: first }, { id: -1, cards: second }], ofFives);
  return groups.length === 1 ? 0 : groups[0][0].id;
}

answer(places(best, compare), best);
