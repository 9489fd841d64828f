// poker-odds, by Pete Cook: rankHand, which calculateEquity calls; its texts are compared.

import rank from "poker-odds/lib/rank.js";
import { answer } from "../../answering.mjs";

answer((hand) => rank.rankHand(hand));
