import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";

/** Returns a note for each ignored body field: conditions for a loop of server tools that the gateway does not run. */
export function listIgnoredFields({ stop_server_tools_when: conditions }: Body, runsTools = false): string[] {
  return !runsTools && Array.isArray(conditions) ? ["stop_server_tools_when: no effect"] : [];
}

/** Fields of text requests that change how the gateway serves them. */
const OF_TEXT = ["preset", "plugins", "stop_server_tools_when"];

/**
 * Returns a note for each field with which callers steer text requests, and which has no effect on other requests.
 * `isKept`: the response cache keeps responses of this kind.
 */
export function listIgnoredMediaFields(body: Body, isKept: boolean): string[] {
  const { cache } = body;
  const isTurnedOff = isRecord(cache) && cache.ttl === 0;
  const names = isKept || isTurnedOff ? OF_TEXT : ["cache", ...OF_TEXT];
  return names.filter((name) => (body[name] ?? null) !== null).map((name) => `${name}: no effect`);
}
