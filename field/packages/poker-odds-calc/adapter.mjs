// poker-odds-calc, by Siavash Goudarzi: the points that Game.getResult gives a player at a table; in
// Omaha, the wins that Table.calculate counts on a board of five.

import odds from "poker-odds-calc";
import { RULES, answer, decide } from "../../answering.mjs";

const games = {
  "standard": () => new odds.TexasHoldem(),
  "short-deck": () => new odds.SixPlusHoldem(),
  "short-deck-trips": () => new odds.SixPlusHoldem().tripsBeatsStraight(),
};

function key(hand) {
  const table = games[RULES]().addPlayer(hand.slice(0, 2)).setBoard(hand.slice(2));
  const [result] = table.getGame().getResult(table.getPlayersInHand(), table.getBoard().getCards());
  return result.points;
}

function winner(board, ...players) {
  const table = new odds.Omaha().addPlayer(players[0]).addPlayer(players[1]).setBoard(board);
  const [first, second] = table.calculate().getPlayers();
  return first.getWins() - second.getWins();
}

if (RULES === "omaha") decide(winner);
else answer(key);
