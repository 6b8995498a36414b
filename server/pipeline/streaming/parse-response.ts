import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { tryParse } from "#server/providers/exchange/json.ts";

/**
 * Parses a response or a stream event. Returns undefined for an HTML page, truncated JSON, or anything but an object.
 */
export function parseResponse(text: string, parse: (text: string) => unknown): Body | undefined {
  const response = tryParse(text, parse);
  return isRecord(response) ? response : undefined;
}
