// poker-hand-evaluator-wasm, by Wenhe Li: Henry Lee's perfect hash in WebAssembly;
// evaluate and evaluateOmaha, their value.

import evaluator from "poker-hand-evaluator-wasm";
import { RULES, answer, decide } from "../../answering.mjs";

await evaluator.ready();

function winner(board, ...players) {
  const [first, second] = players.map((hole) => evaluator.evaluateOmaha(...board, ...hole).value);
  return second - first;
}

if (RULES === "omaha") decide(winner);
else answer((hand) => evaluator.evaluate(hand).value);
