// Ranks poker hands for `allhands check --exec "node evaluator.js"`: for each hand, a key.

const RANKS = "23456789TJQKA";

function evaluate(hand) {
  const cards = hand.split(" ");
  const counts = new Map();
  for (const card of cards) {
    const rank = RANKS.indexOf(card[0]);
    counts.set(rank, (counts.get(rank) ?? 0) + 1);
  }
  // Different ranks: those that occur most often first, then the higher ones.
  let ranks = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || b - a);
  const pattern = ranks.map(rank => counts.get(rank)).join("");
  if (ranks.join() === "12,3,2,1,0") ranks = [3, 2, 1, 0, -1]; // A-2-3-4-5: the ace is low
  const straight = ranks.length === 5 && ranks[0] - ranks[4] === 4;
  const flush = cards.every(card => card[1] === cards[0][1]);
  const category =
    straight && flush ? 8
    : flush ? 5
    : straight ? 4
    : { 41: 7, 32: 6, 311: 3, 221: 2, 2111: 1, 11111: 0 }[pattern];
  return [category, ...ranks];
}

const hands = require("node:fs").readFileSync(0, "utf8").trimEnd().split("\n");
process.stdout.write(hands.map(hand => JSON.stringify(evaluate(hand)) + "\n").join(""));
