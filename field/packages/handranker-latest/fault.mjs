import Ranker from "handranker-latest";

const wheel = { id: "Ah 5d 4c 3s 2h", cards: ["Ah", "5d", "4c", "3s", "2h"] };
const kings = { id: "Kh Kd 9c 5s 4h", cards: ["Kh", "Kd", "9c", "5s", "4h"] };
for (const [hand] of Ranker.orderHands([wheel, kings], Ranker.DEUCE_TO_SEVEN)) {
  console.log(`${hand.id}: ${hand.description}`);
}
