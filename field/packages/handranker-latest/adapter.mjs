// handranker-latest, by Logan Spears, of sushiljainam/handranker: getHand finds the best five
// cards, orderHands puts the stronger hand first. The key re-reads the comparison.

import Ranker from "handranker-latest";
import { answer, places } from "../../answering.mjs";

const best = (hand) => Ranker.getHand(hand).playingCards;

function compare(first, second) {
  const groups = Ranker.orderHands([{ id: 1, cards: first }, { id: -1, cards: second }]);
  return groups.length === 1 ? 0 : groups[0][0].id;
}

answer(places(best, compare), best);
