// @educorzo/poker-library, by Eduardo Corzo: compareTwoHands. The key re-reads the comparison.

import poker from "@educorzo/poker-library";
import { answer, places } from "../../answering.mjs";

answer(places((hand) => hand.join(" "), poker.compareTwoHands));
