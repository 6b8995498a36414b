/** One turn of a conversation, reduced to the parts on which the response depends. */
export type Turn = { role: "system" | "user" | "assistant" | "tool"; text: string; attachments?: number };

/** The content of a text request, in any format. */
export type Ask = {
  model: string;
  stream: boolean;
  turns: Turn[];
  tools: { name: string; schema: unknown }[];
  /** `required` names no tool; a name forces that one. */
  toolChoice: "auto" | "none" | "required" | { name: string };
  wantsThinking: boolean;
  /** The schema of a structured response; `{}` if any JSON object is valid. */
  schema?: unknown;
  maxOutputTokens?: number;
  stopSequences: string[];
  /** True if the provider's own web search is among the tools. */
  canSearch: boolean;
  /** Documents whose citations are switched on. */
  citedDocuments: { title: string | null; text: string }[];
  /** The text up to the last cache mark; undefined without one, or if the format has no marks. */
  cacheMarkedText?: string;
  cacheLifetime?: "5m" | "1h";
};

/** Defaults for everything that a format may omit. */
export const emptyAsk: Ask = {
  model: "",
  stream: false,
  turns: [],
  tools: [],
  toolChoice: "auto",
  wantsThinking: false,
  stopSequences: [],
  canSearch: false,
  citedDocuments: [],
};

export function lastUserText(ask: Ask): string {
  return ask.turns.findLast((turn) => turn.role === "user")?.text ?? "";
}

/**
 * Returns the results of the tools that ran after the last response; an empty list if the last turn is not a tool
 * result.
 */
export function toolResults(ask: Ask): string[] {
  const since = ask.turns.findLastIndex((turn) => turn.role !== "tool") + 1;
  return ask.turns.slice(since).map((turn) => turn.text);
}
