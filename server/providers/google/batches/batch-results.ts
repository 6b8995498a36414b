import { isRecord } from "#lib/is-record.ts";
import type { BatchResult } from "../../batch.ts";
import { type Block, block } from "../../exchange/json.ts";

/**
 * Reads a line of Google's results: a response or an error, with its request's key. A response in the batch itself has
 * the key in its metadata or, as users report, nowhere; then its place counts: "in the same order as the input requests"
 * (https://ai.google.dev/api/batch-api).
 */
export function resultOf({ key, metadata, response, error, status, position, of }: Block): BatchResult | undefined {
  const customId = key ?? block(metadata).key;
  const outcome = isRecord(response) ? { status: 200, body: JSON.stringify(response) } : outcomeOf(error ?? status);
  if (typeof customId === "string") return { customId, ...outcome };
  return typeof position === "number" && typeof of === "number" ? { position, of, ...outcome } : undefined;
}

/** Returns an error as the API itself would respond with it. */
function outcomeOf(error: unknown): Pick<BatchResult, "status" | "body"> {
  const { code, message } = block(error);
  if (code === CANCELED) return { status: null, body: "{}" };
  const known = typeof code === "number" ? STATUSES[code] : undefined;
  const isStatus = typeof code === "number" && code >= 400 && code < 600;
  const status = isStatus ? code : (known?.status ?? 500);
  return { status, body: JSON.stringify({ error: { code: status, message, status: known?.name ?? "UNKNOWN" } }) };
}

const CANCELED = 1;

/** The codes of google.rpc.Code with their HTTP statuses (https://github.com/googleapis/googleapis google/rpc/code.proto). */
const STATUSES: Record<number, { status: number; name: string }> = {
  3: { status: 400, name: "INVALID_ARGUMENT" },
  4: { status: 504, name: "DEADLINE_EXCEEDED" },
  5: { status: 404, name: "NOT_FOUND" },
  6: { status: 409, name: "ALREADY_EXISTS" },
  7: { status: 403, name: "PERMISSION_DENIED" },
  8: { status: 429, name: "RESOURCE_EXHAUSTED" },
  9: { status: 400, name: "FAILED_PRECONDITION" },
  10: { status: 409, name: "ABORTED" },
  11: { status: 400, name: "OUT_OF_RANGE" },
  12: { status: 501, name: "UNIMPLEMENTED" },
  13: { status: 500, name: "INTERNAL" },
  14: { status: 503, name: "UNAVAILABLE" },
  15: { status: 500, name: "DATA_LOSS" },
  16: { status: 401, name: "UNAUTHENTICATED" },
};
