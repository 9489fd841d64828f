// latest-poker-evaluator, no author named: the Two Plus Two table; evalHand, its type and rank.

import evaluator from "latest-poker-evaluator";
import { answer } from "../../answering.mjs";

answer((hand) => {
  const { handType, handRank } = evaluator.evalHand(hand);
  return [handType, handRank];
});
