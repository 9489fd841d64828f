// poker-hand-evaluator, by Thomas Foricher (codeKonami): Cactus Kev's tables; PokerHand.getScore.

import PokerHand from "poker-hand-evaluator";
import { answer } from "../../answering.mjs";

answer((hand) => new PokerHand(hand.join(" ")).getScore());
