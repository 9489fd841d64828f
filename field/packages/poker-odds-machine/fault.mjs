import machine from "poker-odds-machine";

const game = new machine.Calculator({
  hands: ["2h,7c", "Kh,9d"],
  board: "Ah,5h,4h,3h,6c",
  iterations: 1,
  returnHandStats: true,
});
for (const [name, { winCount, handStats }] of Object.entries(game.simulate())) {
  const [won] = Object.keys(handStats).filter((each) => handStats[each].count);
  console.log(`${name}: ${winCount ? `wins with a ${won}` : "loses"}`);
}
