import type { Body } from "#server/dialects/dialect.ts";
import { isBlock, parsed } from "#server/providers/exchange/json.ts";

/** A reply or an event of a stream. Undefined for an HTML page, half a reply, or what is no object. */
export function parseReply(text: string, parse: (text: string) => unknown): Body | undefined {
  const reply = parsed(text, parse);
  return isBlock(reply) ? reply : undefined;
}
