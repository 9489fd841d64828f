// poker-evaluator-ts, by Rory McGuinness after David Chen: the Two Plus Two table; evalHand, its value.

import { answer } from "../../answering.mjs";
import evaluator from "poker-evaluator-ts";

answer((hand) => evaluator.evalHand(hand).value);
