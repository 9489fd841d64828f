// two-to-seven-triple-draw, by Toni Kangas: Hand.solve and Hand.compare, which is negative if the
// first is stronger. The key re-reads the comparison.

import cards from "two-to-seven-triple-draw";
import { answer, places } from "../../answering.mjs";

const number = ([rank, suit]) => "A23456789TJQK".indexOf(rank) + 13 * "hsdc".indexOf(suit);
const solve = (hand) => cards.Hand.solve(hand.map((card) => new cards.Card(number(card))));

answer(places(solve, (first, second) => cards.Hand.compare(second, first)), solve);
