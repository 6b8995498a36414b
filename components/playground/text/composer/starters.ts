/** Example prompts for new users. */
export type Starter = { label: string; prompt: string; model?: string };

const article = `A heat pump moves heat instead of making it. It takes warmth from the outside air and carries it indoors. For each unit of electricity it delivers three to four units of heat. In very cold weather it delivers less.`;

const local: readonly Starter[] = [
  {
    label: "Repeat a message",
    prompt: "Hello from the playground. This model repeats what it is told.",
    model: "local/echo",
  },
  {
    label: "Answer from a text",
    prompt: `${article}\n\nHow much heat does it deliver for a unit of electricity?`,
    model: "local/extract",
  },
  { label: "Show its reasoning", prompt: "Think first, then say this sentence back.", model: "local/echo" },
];

const general: readonly Starter[] = [
  { label: "Explain a concept", prompt: "Explain in three sentences how a heat pump works." },
  { label: "Compare in a table", prompt: "Compare TCP, UDP and QUIC in a table with five rows." },
  { label: "Write a function", prompt: "Write a TypeScript function that groups an array of dates by ISO week." },
];

/** Returns the starters for a model: the built-in ones are not language models and get suitable ones. */
export function startersFor(model: string): readonly Starter[] {
  return model.startsWith("local/") ? local : general;
}
