import { isRecord } from "#lib/is-record.ts";

/** Headers that Codex sends for each request. On a connection they are fields of `client_metadata`. */
const HEADERS: Readonly<Record<string, string>> = {
  "x-codex-turn-metadata": "x-codex-turn-metadata",
  ws_request_header_traceparent: "traceparent",
  ws_request_header_tracestate: "tracestate",
};

/** What a header's value may contain: visible ASCII and spaces. */
const VALUE = /^[\x20-\x7e]{1,16384}$/;

/** Returns the headers of an event: those of its connection, and those that the event has itself. */
export function headersOfEvent(connection: Headers, { client_metadata: metadata }: Record<string, unknown>): Headers {
  const own = Object.entries(isRecord(metadata) ? metadata : {}).flatMap(([name, value]) => {
    const header = Object.hasOwn(HEADERS, name) ? HEADERS[name] : undefined;
    return header && typeof value === "string" && VALUE.test(value) ? [[header, value] as const] : [];
  });
  if (own.length === 0) return connection;
  const headers = new Headers(connection);
  for (const [name, value] of own) headers.set(name, value);
  return headers;
}
