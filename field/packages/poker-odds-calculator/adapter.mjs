// poker-odds-calculator, by Mickael Burguet: HandRank.evaluate and compareTo, which is all that it
// gives for comparing: the key is a hand's place in an order that re-reads the comparison.

import { CardGroup, FullDeckGame, HandRank, ShortDeckGame } from "poker-odds-calculator";
import { RULES, answer, places } from "../../answering.mjs";

const game = { "standard": new FullDeckGame(), "short-deck": new ShortDeckGame() }[RULES];
const evaluate = (hand) => HandRank.evaluate(game, CardGroup.fromString(hand.join("")));

answer(places(evaluate, (first, second) => first.compareTo(second)), evaluate);
