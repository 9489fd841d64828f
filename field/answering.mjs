// Answer hands with keys, or time the calls: shared by all adapters in JavaScript.
// answering.py does the same in Python, and explains it.

import { readFileSync, writeSync } from "node:fs";

// The rules of the game, for a package that knows several.
export const RULES = process.argv.slice(2).find((word) => !word.startsWith("--")) ?? "standard";
const CLASSES = new URL(`classes/${RULES}/`, import.meta.url);
const [SECONDS, WARM, PAIRS] = [0.2, 0.1, 20_000];

// key: from a hand, an array such as ["Kd", "Qs", "Jc", "Th", "9s"], to its key.
// timed: a function to time instead, if the key does more than a user of the package would.
export function answer(key, timed = key) {
  const hands = lines(readFileSync(0, "utf8"));
  if (process.argv.includes("--time")) {
    for (const cards of new Set(hands.map((hand) => hand.length).sort())) {
      const ofSize = hands.filter((hand) => hand.length === cards);
      write(`${cards} ${nanoseconds(timed, ofSize)}\n`);
    }
    return;
  }
  for (let at = 0; at < hands.length; at += 10_000) {
    const keys = hands.slice(at, at + 10_000).map((hand) => asJson(key(hand)));
    write(keys.join("\n") + "\n");
  }
}

// A player's cards and the board: the first two and the rest; of Omaha's nine, four and five. A deal
// of Omaha has the board first.
export function handAndBoard(cards) {
  if (RULES === "omaha") return [cards.slice(5), cards.slice(0, 5)];
  return [cards.slice(0, 2), cards.slice(2)];
}

function lines(text) {
  return text.split("\n").filter(Boolean).map((line) => line.split(" "));
}

function asJson(key) {
  return typeof key === "bigint" ? String(key) : JSON.stringify(key);
}

// Whole, whatever the pipe takes at once; console.log may be replaced by a package.
function write(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

function nanoseconds(call, hands) {
  const warm = now() + WARM * 1e9;
  while (now() < warm) hands.slice(0, 100).forEach((hand) => call(hand));
  const began = now();
  let [end, calls] = [began, 0];
  while (end - began < SECONDS * 1e9) {
    const at = calls % hands.length;
    for (const hand of hands.slice(at, at + 100)) {
      call(hand);
      calls += 1;
    }
    end = now();
  }
  return (end - began) / calls;
}

function now() {
  return Number(process.hrtime.bigint());
}

// A key for a package that only compares: a hand's place among one hand of each class.
// read: from a hand, an array of texts, to the value that the package compares.
// compare: positive if the first is stronger, negative if the second is, 0 for a tie.
export function places(read, compare) {
  const sorted = new Map();

  function classes(size) {
    const hands = lines(readFileSync(new URL(`${size}.txt`, CLASSES), "utf8"));
    const objects = hands.map(read).sort(compare);
    const keys = objects.filter((each, at) => !at || compare(objects[at - 1], each) !== 0);
    for (let pair = 0; keys.length > 1 && pair < PAIRS; pair += 1) {
      const low = (7919 * pair) % (keys.length - 1);
      const high = low + 1 + ((104729 * pair) % (keys.length - 1 - low));
      if (!(compare(keys[low], keys[high]) < 0 && compare(keys[high], keys[low]) > 0)) {
        throw new Error("the comparison contradicts itself");
      }
    }
    return keys;
  }

  const likely = new Map();

  return (hand) => {
    if (!sorted.has(hand.length)) sorted.set(hand.length, classes(hand.length));
    const [keys, wanted] = [sorted.get(hand.length), read(hand)];
    const ranks = hand.map((card) => card[0]).sort().join("");
    const guess = likely.get(ranks);
    if (guess !== undefined && compare(keys[guess], wanted) === 0) return 2 * guess + 1;
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(keys[middle], wanted) < 0) low = middle + 1;
      else high = middle;
    }
    if (low === keys.length || compare(keys[low], wanted) !== 0) return 2 * low;
    likely.set(ranks, low);
    return 2 * low + 1;
  };
}
