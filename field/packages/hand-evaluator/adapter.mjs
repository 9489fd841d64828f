// @poker-apprentice/hand-evaluator, by Matt Huggins: evaluate and compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import evaluator from "@poker-apprentice/hand-evaluator";
import { RULES, answer, decide, places } from "../../answering.mjs";

const evaluate = (hand) => evaluator.evaluate({ holeCards: hand });

const compare = (first, second) => evaluator.compare(second, first);

function winner(communityCards, ...players) {
  return compare(...players.map((holeCards) => evaluator.evaluateOmaha({ holeCards, communityCards })));
}

if (RULES === "omaha") decide(winner);
else answer(places(evaluate, compare), evaluate);
