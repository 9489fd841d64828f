import poker from "poker-hands";

for (const [ann, bob] of [
  ["2C 5C 7D 8S QH", "5D 8C 9S JS AC"],
  ["3D 6D 7H QD QS", "4D 6S 9H QH QC"],
  ["5D 4D 3D 2D AS", "KS KD 4S 3S 2S"],
  ["5C 5D 4H 3S 2C", "AC AD AH KS QC"],
]) {
  const winner = ["Ann", "Bob"][poker.judgeWinner([ann, bob])];
  console.log(`Ann ${ann}, Bob ${bob}: ${winner} wins`);
}
