/** One turn for any client, in a form that each of them can express. */
export type TurnRequest = {
  model: string;
  prompt: string;
  streamed: boolean;
  system?: string;
  stop?: string;
  /** JSON schema of the object to return. */
  schema?: Record<string, unknown>;
  /** A PNG in base64, sent with the prompt. */
  image?: string;
  /** Request reasoning, in the form that can be sent back. */
  thinks?: boolean;
  /** Names of tools without parameters. */
  tools?: string[];
  signal?: AbortSignal;
  /** Called with each piece of a streamed text. */
  onText?(piece: string): void;
};

export type ToolCall = { id: string; name: string };

/**
 * The client's result of one turn. A failed turn rejects, also with a client that only returns errors.
 */
export type Turn = {
  text: string;
  reasoning: string;
  calls: ToolCall[];
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  /** Continues the conversation with the results of every request, in order. */
  answerCalls(results: string[]): Promise<Turn>;
  /** Continues the conversation with the user's next message. */
  say(prompt: string): Promise<Turn>;
};

/** How to reach the gateway. `retries`: as the client counts them; default 0. */
export type Connection = { url: string; key: string; retries?: number };

/** A published client as the scenarios use it. */
export type Client = {
  name: string;
  dialect: "responses" | "messages" | "chat";
  /** It does not support reasoning in this dialect. */
  ignoresReasoning?: boolean;
  /** Its errors have no response headers. */
  hidesHeaders?: boolean;
  ask(connection: Connection, ask: TurnRequest): Promise<Turn>;
};

/** Returns the HTTP status of a client's error; undefined if it has none. */
export function statusOf(error: unknown): number | undefined {
  const { status, statusCode, lastError } = (error ?? {}) as Record<string, unknown>;
  if (lastError) return statusOf(lastError);
  return [status, statusCode].find((value) => typeof value === "number");
}
