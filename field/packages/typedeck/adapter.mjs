// typedeck, by Mitch B: PokerScoreService.scoreCards, its value.

import { answer } from "../../answering.mjs";
import typedeck from "typedeck";

const { CardName, PlayingCard, PokerScoreService, Suit } = typedeck;
const NAMES = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split(" ");
const SUITS = { c: Suit.Clubs, d: Suit.Diamonds, h: Suit.Hearts, s: Suit.Spades };
const service = new PokerScoreService();

function toCard([rank, suit]) {
  return new PlayingCard(CardName[NAMES["23456789TJQKA".indexOf(rank)]], SUITS[suit]);
}

answer((hand) => service.scoreCards(hand.map((card) => toCard(card))).value);
