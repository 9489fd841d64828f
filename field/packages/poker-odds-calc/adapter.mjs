// poker-odds-calc, by Siavash Goudarzi: the points that Game.getResult gives a player at a table.

import odds from "poker-odds-calc";
import { RULES, answer, handAndBoard } from "../../answering.mjs";

const games = {
  "standard": () => new odds.TexasHoldem(),
  "short-deck": () => new odds.SixPlusHoldem(),
  "short-deck-trips": () => new odds.SixPlusHoldem().tripsBeatsStraight(),
  "omaha": () => new odds.Omaha(),
};

function key(hand) {
  const [own, board] = handAndBoard(hand);
  const table = games[RULES]().addPlayer(own).setBoard(board);
  const [result] = table.getGame().getResult(table.getPlayersInHand(), table.getBoard().getCards());
  return result.points;
}

answer(key);
