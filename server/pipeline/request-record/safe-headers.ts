import type { CallerHeaders } from "#server/caller/caller-headers.ts";

/** Headers that say which client sent a request and how: never keys, cookies, addresses or texts. */
const NAMES = [
  "content-type",
  "content-length",
  "anthropic-version",
  "anthropic-beta",
  "openai-beta",
  "x-response-events",
  "x-stainless-lang",
  "x-stainless-retry-count",
];

const LONGEST_VALUE = 120;

/** Returns the headers of a request that can be recorded. The ledger row has the client and referer already. */
export function safeHeaders(headers: CallerHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of NAMES) {
    const value = headers.get(name);
    if (value !== null) found[name] = value.length > LONGEST_VALUE ? value.slice(0, LONGEST_VALUE) : value;
  }
  return found;
}
