// poker-odds-calc, by Siavash Goudarzi: the points that Game.getResult gives a player at a table.

import odds from "poker-odds-calc";
import { RULES, answer } from "../../answering.mjs";

const games = {
  "standard": () => new odds.TexasHoldem(),
  "short-deck": () => new odds.SixPlusHoldem(),
  "short-deck-trips": () => new odds.SixPlusHoldem().tripsBeatsStraight(),
};

answer((hand) => {
  const table = games[RULES]().addPlayer(hand.slice(0, 2)).setBoard(hand.slice(2));
  const [result] = table.getGame().getResult(table.getPlayersInHand(), table.getBoard().getCards());
  return result.points;
});
