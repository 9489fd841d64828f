// Cards: drawn, named, read from text, and chosen with the mouse or the keyboard.
import { find, fill, make } from "./elements.mjs";

const RANKS = "23456789TJQKA";
const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const LETTERS = { "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s" };
const NAMES = "deuce three four five six seven eight nine ten jack queen king ace".split(" ");
const DECK = [..."shdc"].flatMap((suit) => [...RANKS].reverse().map((rank) => rank + suit));
const FIELDS = ["one", "two"].map(find);
const SIZE = 5;

function face(tag, [rank, suit], about) {
  const [sign, suits] = SUITS[suit];
  const label = `${NAMES[RANKS.indexOf(rank)]} of ${suits}`;
  const kind = "dh".includes(suit) ? `${tag}.card.red` : `${tag}.card`;
  const text = `${rank === "T" ? "10" : rank}\n${sign}`;
  return make(kind, { "aria-label": label, ...about }, text);
}

export function drawn(hand) {
  return make("span.cards", hand.split(" ").map((card) => face("span", card, { role: "img" })));
}

export function cardsOf(text) {
  const letters = text.replaceAll("10", "T").replace(/[♣♧♦♢♥♡♠♤]/g, (sign) => LETTERS[sign]);
  const found = letters.match(/[2-9TJQKA][cdhs]/gi) ?? [];
  return found.map(([rank, suit]) => rank.toUpperCase() + suit.toLowerCase());
}

// The hands that are typed: one, two, or none.
export function hands() {
  return FIELDS.map(({ value }) => value.trim()).filter(Boolean);
}

export function setHands(...texts) {
  FIELDS.forEach((field, at) => {
    field.value = texts[at] ?? "";
  });
  press();
}

export function deal() {
  const deck = [...DECK];
  const draw = () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0];
  const hand = () => Array.from({ length: SIZE }, draw).join(" ");
  setHands(hand(), FIELDS[1].value.trim() && hand());
}

// A card goes into the first hand, then into the second, and out of the one that has it.
function pick(card) {
  const holder = FIELDS.find(({ value }) => cardsOf(value).includes(card));
  const field = holder ?? FIELDS.find(({ value }) => cardsOf(value).length < SIZE);
  if (!field) return;
  const cards = cardsOf(field.value);
  field.value = (holder ? cards.filter((each) => each !== card) : [...cards, card]).join(" ");
  press();
}

function press() {
  fill(find("drawn"), FIELDS.map(({ value }) => cardsOf(value)).filter((cards) => cards.length)
    .map((cards) => drawn(cards.join(" "))));
  const chosen = cardsOf(hands().join(" "));
  for (const button of find("cards").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", chosen.includes(button.dataset.card));
  }
}

const about = (card) => ({
  type: "button", "data-card": card, "aria-pressed": "false", onclick: () => pick(card),
});
fill(find("cards").querySelector("div"), DECK.map((card) => face("button", card, about(card))));
find("deal").addEventListener("click", deal);
find("dealt").addEventListener("input", press);
