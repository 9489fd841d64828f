import { Poker } from "@creativenull/pokerjs";

const poker = new Poker();
const player = (id, text) => ({ id, hand: Poker.parse(text.split(" ").map((card) => `0#${card}`)) });

for (const [ann, bob] of [
  ["KS KH AD 4C 3S", "KD KC 7S 6H 5D"],
  ["AS KH QD 3C 2S", "AD JC 10H 9S 8D"],
  ["3S 3H 3D QC QS", "2D 2H 2C KS KH"],
  ["5S 4H 3D 2C AS", "6S 6H 9D 8C 7S"],
]) {
  const both = [player("Ann", ann), player("Bob", bob)];
  const [won, ...others] = [poker.winner(both), poker.winner(both.reverse())].map(([best]) => best);
  const winner = won.id === others[0].id ? `${won.id} wins` : "the one who is named first wins";
  console.log(`Ann ${ann}, Bob ${bob}: ${winner}, with ${won.name}`);
}
