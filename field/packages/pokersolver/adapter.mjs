// pokersolver, by GoldFire Studios: Hand.solve and compare, which is negative if `this` is stronger.

import pokersolver from "pokersolver";
import { answer, places } from "../../answering.mjs";

const solve = (hand) => pokersolver.Hand.solve(hand);

answer(places(solve, (first, second) => -first.compare(second)), solve);
