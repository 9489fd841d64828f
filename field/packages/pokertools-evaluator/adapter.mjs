// @pokertools/evaluator, by aaurelions: evaluateStrings, where lower wins.

import { evaluateStrings } from "@pokertools/evaluator";
import { answer } from "../../answering.mjs";

answer(evaluateStrings);
