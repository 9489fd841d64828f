// phe, by Thorsten Lorenz: a port of Henry Lee's PokerHandEvaluator; evaluateCards.

import phe from "phe";
import { answer } from "../../answering.mjs";

answer((hand) => phe.evaluateCards(hand));
