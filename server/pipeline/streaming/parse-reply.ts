import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parsed } from "#server/providers/exchange/json.ts";

/**
 * Parses a response or a stream event. Returns undefined for an HTML page, truncated JSON, or anything but an object.
 */
export function parseReply(text: string, parse: (text: string) => unknown): Body | undefined {
  const reply = parsed(text, parse);
  return isRecord(reply) ? reply : undefined;
}
