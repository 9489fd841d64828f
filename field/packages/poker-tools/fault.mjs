import tools from "poker-tools";

const { CardGroup, OddsCalculator } = tools;
const [ann, bob, board] = ["Th4h", "Kh2c", "9c8h7h6h5h"].map((text) => CardGroup.fromString(text));
const [[best]] = OddsCalculator.calculateWinner([ann, bob], board);
console.log(`Board 9c 8h 7h 6h 5h, Ann Th 4h, Bob Kh 2c: ${["Ann", "Bob"][best.index]} wins`);
console.log(best.handrank.toString());
