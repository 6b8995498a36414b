/** A measure of a response other than time and cost: "Tokens", "1,204". */
export type Measure = { name: string; text: string; title?: string };
