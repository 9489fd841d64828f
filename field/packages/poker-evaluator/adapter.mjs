// poker-evaluator, by David Chen and Sukhmai: the Two Plus Two table; evalHand, its value.

import evaluator from "poker-evaluator";
import { answer } from "../../answering.mjs";

answer((hand) => evaluator.evalHand(hand).value);
