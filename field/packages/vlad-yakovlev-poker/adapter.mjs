// @vlad-yakovlev/poker, by Vladislav Iakovlev: Combination.getBest, its weight.

import { Combination } from "@vlad-yakovlev/poker";
import { answer } from "../../answering.mjs";

const toCard = ([rank, suit]) => 4 * "23456789TJQKA".indexOf(rank) + "cdhs".indexOf(suit);

answer((hand) => Combination.getBest(hand.map((card) => toCard(card))).weight);
