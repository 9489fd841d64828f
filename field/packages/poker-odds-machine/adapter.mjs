// poker-odds-machine, by Emile Indik: evaluate, and the values that Player.compare compares. Its
// Calculator deals what is left of a common board.

import { answer } from "../../answering.mjs";
import machine from "poker-odds-machine/dist/src/evaluate.js";
import types from "poker-odds-machine/dist/src/types.js";

function key(cards) {
  const { handRank, hand } = machine.evaluate(new types.CardGroup(cards.join(",")));
  return [handRank, ...hand.cards.map((card) => card.rank)];
}

answer(key);
