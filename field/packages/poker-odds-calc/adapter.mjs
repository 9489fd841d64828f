// poker-odds-calc, by Siavash Goudarzi: the points that Game.getResult gives a player at a table.

import odds from "poker-odds-calc";
import { answer } from "../../answering.mjs";

answer((hand) => {
  const table = new odds.TexasHoldem().addPlayer(hand.slice(0, 2)).setBoard(hand.slice(2));
  const [result] = table.getGame().getResult(table.getPlayersInHand(), table.getBoard().getCards());
  return result.points;
});
