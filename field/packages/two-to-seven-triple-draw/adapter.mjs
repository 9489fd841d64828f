// two-to-seven-triple-draw, by Toni Kangas: Hand.solve and Hand.compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import cards from "two-to-seven-triple-draw";
import { RULES, answer, decide, places } from "../../answering.mjs";

const number = ([rank, suit]) => "A23456789TJQK".indexOf(rank) + 13 * "hsdc".indexOf(suit);
const read = (hand) => hand.map((card) => new cards.Card(number(card)));
const solve = (hand) => cards.Hand.solve(read(hand));
const compare = (first, second) => cards.Hand.compare(second, first);

function winner(board, ...players) {
  return compare(...players.map((hole) => cards.Hand.solveHoldEm(read(board), read(hole), 2)));
}

if (RULES === "omaha") decide(winner);
else answer(places(solve, compare), solve);
