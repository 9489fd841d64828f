import { CardGroup, OddsCalculator } from "poker-odds-calculator";

function show(game, board, ...hands) {
  const players = hands.map((cards) => CardGroup.fromString(cards));
  const odds = OddsCalculator.calculate(players, CardGroup.fromString(board), game);
  players.forEach((cards, player) =>
    console.log(`${cards} on ${board}: ${odds.getHandRank(player)}, wins ${odds.equities[player]}`),
  );
}

show("full", "9c8h7h6h5h", "Th4h", "Kh2c");
show("short", "AhJh9h8h7h", "6hTc", "KhQh");
