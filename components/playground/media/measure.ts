/** Something an answer took, beside time and cost: "Tokens", "1,204". */
export type Measure = { name: string; text: string; title?: string };
