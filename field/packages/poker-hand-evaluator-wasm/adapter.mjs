// poker-hand-evaluator-wasm, by Wenhe Li: Henry Lee's perfect hash in WebAssembly;
// evaluate and evaluateOmaha, their value.

import evaluator from "poker-hand-evaluator-wasm";
import { RULES, answer } from "../../answering.mjs";

await evaluator.ready();

if (RULES === "omaha") answer((deal) => evaluator.evaluateOmaha(...deal).value);
else answer((hand) => evaluator.evaluate(hand).value);
