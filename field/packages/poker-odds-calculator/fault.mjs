import { CardGroup, OddsCalculator } from "poker-odds-calculator";

const board = CardGroup.fromString("9c8h7h6h5h");
const players = ["Th4h", "Kh2c"].map((cards) => CardGroup.fromString(cards));
const odds = OddsCalculator.calculate(players, board);
players.forEach((cards, player) =>
  console.log(`${cards} on ${board}: ${odds.getHandRank(player)}, wins ${odds.equities[player]}`),
);
