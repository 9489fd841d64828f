// gunzip -c ../order-standard-5.gz | node key.js && node key.js --digest | sha256sum
// In a project of modules ("type": "module"), call this file key.cjs.
"use strict";
const fs = require("fs");
const CARDS = 5, LOWEST_CARD = 0, LOWER_WINS = false;

// Put yours here. A card is 4 * rank + suit, a deuce has rank 0; or make a table of your own cards.
function evaluate(cards) {
  const count = new Array(13).fill(0);
  let pairs = 0, ranks = 0;
  for (const card of cards) pairs += count[card >> 2]++;
  for (let n = 4; n > 0; n--)
    for (let rank = 12; rank >= 0; rank--)
      for (let i = 0; count[rank] === n && i < n; i++) ranks = 16 * ranks + rank + 1;
  if (ranks === 0xd4321) ranks = 0x43210; // A-5-4-3-2, where the ace is low
  const straight = pairs === 0 && (ranks >> 16) - (ranks & 15) === 4;
  const flush = cards.every((card) => card % 4 === cards[0] % 4);
  return (3 * pairs + 10 * straight + 11 * flush) * 2 ** 20 + ranks;
}

function deal(visit) { // calls visit(hand, n) for hand n, until there is no hand
  const hand = Array.from({ length: CARDS }, (_, i) => LOWEST_CARD + i);
  for (let n = 0, i = 0; i >= 0; n++) {
    visit(hand, n);
    for (i = CARDS - 1; i >= 0 && hand[i] === 52 - CARDS + i; ) i--;
    if (i >= 0) hand[i]++;
    for (let j = i + 1; i >= 0 && j < CARDS; j++) hand[j] = hand[j - 1] + 1;
  }
}

const wins = (one, other) => (LOWER_WINS ? one < other : one > other);
const text = (hand) => hand.map((card) => "23456789TJQKA"[card >> 2] + "cdhs"[card % 4]).join(" ");

function stop(hand, key, other, otherKey, should) {
  console.log(`${text(hand)} got ${key}\n${text(other)} got ${otherKey}\n${should}`);
  process.exit(1);
}

if (process.argv[2] === "--digest") {
  const keys = new Set();
  let hands = 0;
  deal((hand, n) => { keys.add(evaluate(hand)); hands = n + 1; });
  if (keys.size > 65535) throw new Error("more than 65535 keys");
  const placeOf = new Map([...keys].sort((a, b) => (wins(a, b) ? -1 : 1)).map((key, i) => [key, i + 1]));
  const places = new Uint16Array(hands);
  deal((hand, n) => { places[n] = placeOf.get(evaluate(hand)); });
  fs.writeFileSync(1, places); // little-endian, as nearly every machine is
  process.exit(0);
}
const order = fs.readFileSync(0), keyOf = [], first = [], placeOf = new Map();
let hands = 0;
deal((hand, n) => {
  let key = evaluate(hand);
  if (2 * n + 2 > order.length) throw new Error("the order is too short for these hands");
  const place = order.readUInt16LE(2 * n), other = placeOf.get(key);
  if (keyOf[place] !== undefined && keyOf[place] !== key) stop(hand, key, first[place], keyOf[place], "they should tie");
  if (other !== undefined && other !== place)
    stop(hand, key, first[other], key, `the ${place < other ? "first" : "second"} should win`);
  if (other === undefined) (keyOf[place] = key), (first[place] = [...hand]), placeOf.set(key, place);
  hands = n + 1;
});
if (order.length > 2 * hands) throw new Error("the order has more hands than these");
for (let p = 1; p + 1 < keyOf.length; p++)
  if (!wins(keyOf[p], keyOf[p + 1])) stop(first[p], keyOf[p], first[p + 1], keyOf[p + 1], "the first should win");
console.log(`right: ${hands} hands, ${placeOf.size} classes`);
