// counts: a double of a package in JavaScript; its key is the sum of the ranks, which is wrong.

import { answer } from "../../answering.mjs";

const ranks = "23456789TJQKA";

answer((hand) => hand.reduce((sum, card) => sum + ranks.indexOf(card[0]), 0));
