// two-to-seven-triple-draw, by Toni Kangas: Hand.solve and Hand.compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import cards from "two-to-seven-triple-draw";
import { RULES, answer, handAndBoard, places } from "../../answering.mjs";

const number = ([rank, suit]) => "A23456789TJQK".indexOf(rank) + 13 * "hsdc".indexOf(suit);
const read = (hand) => hand.map((card) => new cards.Card(number(card)));
const compare = (first, second) => cards.Hand.compare(second, first);

function solve(hand) {
  if (RULES !== "omaha") return cards.Hand.solve(read(hand));
  const [own, board] = handAndBoard(read(hand));
  return cards.Hand.solveHoldEm(board, own, 2);
}

answer(places(solve, compare), solve);
