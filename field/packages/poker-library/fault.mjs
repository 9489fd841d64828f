import poker from "@educorzo/poker-library";

for (const [ann, bob] of [
  ["As Ah Kd Kc Qs", "Ac Ad Ks Kh Qd"],
  ["5s 4h 3d 2c As", "6s 6h 9d 8c 7s"],
]) {
  try {
    const result = poker.compareTwoHands(ann, bob);
    console.log(`Ann ${ann}, Bob ${bob}: ${result}`);
  } catch (error) {
    console.log(`Ann ${ann}, Bob ${bob}: ${error.message}`);
  }
}
