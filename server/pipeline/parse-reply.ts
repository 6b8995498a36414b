import type { Body } from "#server/dialects/dialect.ts";

/** A reply or an event of a stream. Undefined for an HTML page, half a reply, or what is no object. */
export function parseReply(text: string, parse: (text: string) => unknown): Body | undefined {
  try {
    const reply = parse(text);
    return typeof reply === "object" && reply !== null && !Array.isArray(reply) ? (reply as Body) : undefined;
  } catch {
    return undefined;
  }
}
