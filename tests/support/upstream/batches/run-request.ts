import type { Endpoint, Exchange } from "../endpoint.ts";
import type { Fault } from "../fault.ts";
import type { RecordedRequest } from "../recorded-request.ts";
import { requestedFault } from "../requested-fault.ts";

/** A request of a batch with the faults that its prompt requests. */
export type BatchedLine = { customId: string; path: string; body: unknown; fault: Fault };

/** A batch in progress. Times in Unix ms. */
export type Job = {
  createdMs: number;
  /** When all of its requests have ended, unless it is cancelled. */
  endsMs: number;
  cancelledMs?: number;
  lines: BatchedLine[];
};

/** How long a batch takes: a day, compressed. */
const USUAL_MS = 100;

export function batchedLine(exchange: Exchange, customId: string, path: string, body: unknown): BatchedLine {
  const raw = Buffer.from(JSON.stringify(body));
  const request: RecordedRequest = { ...exchange.request, method: "POST", path, body, raw };
  return { customId, path, body, fault: requestedFault({ ...request, headers: {} }) };
}

export function newJob(lines: BatchedLine[]): Job {
  const createdMs = Date.now();
  const longestMs = Math.max(USUAL_MS, ...lines.map(({ fault }) => fault.batchMs ?? 0));
  return { createdMs, endsMs: createdMs + longestMs, lines };
}

export function hasEnded({ endsMs, cancelledMs }: Job): boolean {
  return cancelledMs !== undefined || Date.now() >= endsMs;
}

/** Returns whether a request has run: not if it expired, or its batch was cancelled before its time. */
export function hasRun({ createdMs, cancelledMs }: Job, { fault }: BatchedLine): "ran" | "expired" | "cancelled" {
  if (fault.batchExpires) return "expired";
  return cancelledMs !== undefined && createdMs + (fault.batchMs ?? 0) > cancelledMs ? "cancelled" : "ran";
}

/** Returns the response to a request of a batch, as its endpoint gives it. */
export function runRequest(
  endpoints: readonly Endpoint[],
  exchange: Exchange,
  { path, body, fault }: BatchedLine,
): { status: number; json: Record<string, unknown> } {
  const endpoint = endpoints.find((one) => one.path.test(path));
  if (!endpoint) throw new Error(`no endpoint at ${path}`);
  if (fault.status) {
    const about = { model: "", requestId: exchange.newId(endpoint.conventions.requestIdPrefix) };
    return { status: fault.status, json: endpoint.conventions.error(fault.status, about) as Record<string, unknown> };
  }
  const request = { ...exchange.request, method: "POST", path, body };
  const response = endpoint.answer({ ...exchange, request, fault, rule: undefined });
  if (!("json" in response)) throw new Error("a request of a batch was answered with a stream");
  return { status: response.status ?? 200, json: response.json as Record<string, unknown> };
}
