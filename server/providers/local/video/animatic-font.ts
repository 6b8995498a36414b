/** Width of a letter in dots; its height is seven. */
export const LETTER_WIDTH = 5;
export const LETTER_HEIGHT = 7;

// Five columns per letter, the lowest bit on top: the classic 5×7 matrix of character displays.
const LETTERS: Readonly<Record<string, string>> = {
  "!": "00005f0000",
  '"': "0007000700",
  "'": "0005030000",
  "(": "001c224100",
  ")": "0041221c00",
  "+": "08083e0808",
  ",": "0050300000",
  "-": "0808080808",
  ".": "0060600000",
  "/": "2010080402",
  "0": "3e5149453e",
  "1": "00427f4000",
  "2": "4261514946",
  "3": "2141454b31",
  "4": "1814127f10",
  "5": "2745454539",
  "6": "3c4a494930",
  "7": "0171090503",
  "8": "3649494936",
  "9": "064949291e",
  ":": "0036360000",
  ";": "0056360000",
  "=": "1414141414",
  "?": "0201510906",
  "%": "2313086462",
  A: "7e1111117e",
  B: "7f49494936",
  C: "3e41414122",
  D: "7f4141221c",
  E: "7f49494941",
  F: "7f09090901",
  G: "3e4149497a",
  H: "7f0808087f",
  I: "00417f4100",
  J: "2040413f01",
  K: "7f08142241",
  L: "7f40404040",
  M: "7f020c027f",
  N: "7f0408107f",
  O: "3e4141413e",
  P: "7f09090906",
  Q: "3e4151215e",
  R: "7f09192946",
  S: "4649494931",
  T: "01017f0101",
  U: "3f4040403f",
  V: "1f2040201f",
  W: "3f4038403f",
  X: "6314081463",
  Y: "0708700807",
  Z: "6151494543",
};

/** Returns whether the dot of a letter is set. Unknown letters are blank. */
export function isDot(letter: string, column: number, row: number): boolean {
  const columns = LETTERS[letter];
  if (!columns) return false;
  return ((Number.parseInt(columns.slice(column * 2, column * 2 + 2), 16) >> row) & 1) === 1;
}

/** Returns a text in the available letters: capitals without accents, other characters blank. */
export function drawable(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  return Array.from(plain, (letter) => (letter in LETTERS ? letter : " "))
    .join("")
    .replace(/ +/g, " ")
    .trim();
}
