/** A conversation as one request sends it, in any wire format. */
export type Transcript = {
  turns: Turn[];
  /** Flat names of the tools, `namespace__name` for those in a namespace. */
  tools: string[];
  /** Anthropic's cache marks. */
  cacheMarks: number;
  /** The top-level fields of the body. */
  fields: string[];
};

export type Turn = { role: "system" | "user" | "assistant"; parts: Part[] };

export type Part =
  | { type: "text"; text: string }
  /** Reasoning with the signature or encrypted content that proves it. */
  | { type: "thinking"; proof: string | undefined }
  /** A custom tool's text is `{ input: text }`. */
  | { type: "call"; id: string; name: string; input: unknown }
  | { type: "result"; id: string; text: string };

export type Format = "messages" | "responses" | "chat" | "gemini";

export type Json = Record<string, unknown>;

/** Joins neighboring turns of one role, since formats split them differently. */
export function joinTurns(turns: readonly Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const { role, parts } of turns) {
    const last = joined.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else joined.push({ role, parts: [...parts] });
  }
  return joined;
}

/** Returns the texts of a role, joined. */
export function textOf({ turns }: Transcript, role: Turn["role"]): string {
  const parts = turns.filter((turn) => turn.role === role).flatMap((turn) => turn.parts);
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

/** Returns a text, the texts of content parts, or the JSON of anything else. */
export function plainText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? "");
  return (content as Json[]).map((part) => (typeof part.text === "string" ? part.text : JSON.stringify(part))).join("");
}

/** Parses a request's arguments; returns text that is not JSON as it is. */
export function parseArguments(text: unknown): unknown {
  try {
    return JSON.parse(String(text || "{}"));
  } catch {
    return text;
  }
}

export function flatName(name: unknown, namespace: unknown): string {
  if (typeof namespace !== "string") return String(name);
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
}
