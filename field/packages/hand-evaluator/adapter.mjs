// @poker-apprentice/hand-evaluator, by Matt Huggins: evaluate and compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import evaluator from "@poker-apprentice/hand-evaluator";
import { answer, places } from "../../answering.mjs";

const evaluate = (hand) => evaluator.evaluate({ holeCards: hand });

answer(places(evaluate, (first, second) => evaluator.compare(second, first)), evaluate);
