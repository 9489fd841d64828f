// poker-hands, by David Ernst: judgeWinner, which has no answer for a tie: two hands tie if the
// first wins in either order. The key re-reads the comparison.

import { answer, places } from "../../answering.mjs";
import poker from "poker-hands";

function compare(first, second) {
  return poker.judgeWinner([second, first]) - poker.judgeWinner([first, second]);
}

const read = (hand) => hand.join(" ").toUpperCase();
answer(places(read, compare), (hand) => poker.judgeWinner([read(hand), read(hand)]));
