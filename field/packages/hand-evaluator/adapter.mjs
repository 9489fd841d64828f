// @poker-apprentice/hand-evaluator, by Matt Huggins: evaluate and compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import evaluator from "@poker-apprentice/hand-evaluator";
import { RULES, answer, handAndBoard, places } from "../../answering.mjs";

function evaluate(hand) {
  if (RULES !== "omaha") return evaluator.evaluate({ holeCards: hand });
  const [holeCards, communityCards] = handAndBoard(hand);
  return evaluator.evaluateOmaha({ holeCards, communityCards });
}

const compare = (first, second) => evaluator.compare(second, first);

answer(places(evaluate, compare), evaluate);
