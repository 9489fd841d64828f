import odds from "poker-odds-calc";

function show(board, ...hands) {
  const table = new odds.Omaha().setBoard(board.split(" "));
  for (const hand of hands) table.addPlayer(hand.split(" "));
  console.log(`On ${board}:`);
  for (const [at, player] of table.calculate().getPlayers().entries()) {
    console.log(`  ${hands[at]} wins ${player.getWins()}, ties ${player.getTies()}`);
  }
}

show("Kh Jd 9c 4s 2h", "Ks 8d 6c 3d", "7c 7d 7h 3s");
show("Jd 9c 6h 4s 2d", "Kc Kd Jh 9s", "Ac Ad 8h 3c");
show("Ac Kh Ks Jc 7c", "Ad Kd 7h 4c", "Kc 8d 7s 3d");
show("Jc Tc 4s 3d 2h", "Ah Kd Qc 5s", "Js Jh 8d 7h");
