import type { IncomingMessage } from "node:http";
import { parseForm } from "./multipart.ts";
import type { TextUsage } from "./text/usage.ts";

/** One request as it arrived, and how its connection ended. Times are epoch milliseconds with fractions. */
export type RecordedRequest = {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case; repeated ones joined with ", ". */
  headers: Record<string, string>;
  raw: Buffer;
  /** The parsed JSON body, or a `Form` for multipart; undefined for anything else. */
  body: unknown;
  receivedAtMs: number;
  /** What the response reported, if it was one of a text endpoint. */
  reportedUsage?: TextUsage;
  /** True if the client disconnected before the response was complete, or the fault itself cut the connection. */
  aborted: boolean;
  /** When the response was finished or the connection was lost; undefined while it is open. */
  closedAtMs: number | undefined;
  /** Settles when `closedAtMs` is set. */
  closed: Promise<void>;
};

/** Starts the record of a request; the caller reports the end of its connection with the second value. */
export function recordRequest(incoming: IncomingMessage, raw: Buffer): [RecordedRequest, (aborted: boolean) => void] {
  const url = new URL(incoming.url ?? "/", "http://upstream");
  const { promise, resolve } = Promise.withResolvers<void>();
  const record: RecordedRequest = {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: flatHeaders(incoming),
    raw,
    body: parseBody(incoming, raw),
    receivedAtMs: nowMs(),
    aborted: false,
    closedAtMs: undefined,
    closed: promise,
  };
  const close = (aborted: boolean) => {
    record.aborted = aborted;
    record.closedAtMs = nowMs();
    resolve();
  };
  return [record, close];
}

/** Reads a request's body to its end; undefined if the client disconnects before. */
export function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    incoming.on("error", () => resolve(undefined));
  });
}

function flatHeaders(incoming: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    flat[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  return flat;
}

function parseBody(incoming: IncomingMessage, raw: Buffer): unknown {
  const contentType = incoming.headers["content-type"] ?? "";
  if (contentType.startsWith("multipart/form-data")) return parseForm(raw, contentType);
  if (raw.length === 0) return undefined;
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined;
  }
}

function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
