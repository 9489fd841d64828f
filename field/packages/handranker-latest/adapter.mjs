// handranker-latest, by Logan Spears, of sushiljainam/handranker: getHand finds the best five
// cards, orderHands puts the stronger hand first. The key re-reads the comparison.

import Ranker from "handranker-latest";
import { RULES, answer, places } from "../../answering.mjs";

const game = {
  "standard": Ranker.TEXAS_HOLDEM,
  "deuce-to-seven": Ranker.DEUCE_TO_SEVEN,
  "ace-to-six": Ranker.ACE_TO_SIX,
  "ace-to-five": Ranker.RAZZ,
}[RULES];

const best = (hand) => Ranker.getHand(hand, game).playingCards;

function compare(first, second) {
  const groups = Ranker.orderHands([{ id: 1, cards: first }, { id: -1, cards: second }], game);
  return groups.length === 1 ? 0 : groups[0][0].id;
}

answer(places(best, compare), best);
