// poker-tools, by N1ghtly, after poker-odds-calculator: calculateWinner, which sorts hands into
// groups of equal ones. The key re-reads the comparison.

import tools from "poker-tools";
import { answer, places } from "../../answering.mjs";

const { CardGroup, OddsCalculator } = tools;
const read = (hand) => CardGroup.fromString(hand.join(""));

function compare(...hands) {
  const [best] = OddsCalculator.calculateWinner(hands);
  if (best.length === 2) return 0;
  return best[0].index === 0 ? 1 : -1;
}

answer(places(read, compare), (hand) => OddsCalculator.calculateWinner([read(hand)]));
