// @botpoker/rank-hands, by Bruno Scopelliti: it sorts hands, the strongest first, and marks ties as
// exequo. The key re-reads the comparison.

import sortByRank from "@botpoker/rank-hands";
import { answer, places } from "../../answering.mjs";

const toCard = ([rank, suit]) => ({ rank: rank === "T" ? "10" : rank, type: suit.toUpperCase() });
const read = (hand) => hand.map((card) => toCard(card));

// It writes on the arrays, so each comparison has new ones.
function compare(first, second) {
  const [best] = sortByRank([[...first], [...second]]);
  if (best.exequo) return 0;
  return best.index === 0 ? 1 : -1;
}

answer(places(read, compare), (hand) => sortByRank([read(hand)]));
