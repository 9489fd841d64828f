// poker-hand-evaluator-wasm, by Wenhe Li: Henry Lee's perfect hash in WebAssembly; evaluate, its value.

import evaluator from "poker-hand-evaluator-wasm";
import { answer } from "../../answering.mjs";

await evaluator.ready();
answer((hand) => evaluator.evaluate(hand).value);
