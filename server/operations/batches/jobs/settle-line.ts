import { zstdCompressSync } from "node:zlib";
import {
  type ClaimedLine,
  endBatchLine,
  type LineLease,
  releaseBatchLine,
  runsElsewhere,
} from "#server/data/batch-lines.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { errorResponse } from "#server/http/envelope.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import type { Stopper } from "#server/stop-signal.ts";
import { batchPrincipal } from "./batch-principal.ts";
import { headersOf, type LineResponse } from "./line-call.ts";
import { resultId } from "./line-result.ts";

/** A request is started at most this often: again after a failure of its provider, or of the process. */
export const MAX_STARTS = 3;

/** Statuses that say "later": the batch waits, and the start does not count. */
const LATER = new Set([429, 503, 529]);
/** Failures that may pass: the request is started again. */
const MAY_PASS = new Set([408, 500, 502, 524]);
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Time for another request of the batch to release what it reserved. */
const BUDGET_PAUSE_MS = 500;

/** A request in progress in this process. */
export type LineRun = {
  /** Seals results. */
  vault: ByteVault;
  departure: Stopper;
  /** Called once the request has reserved its worst case. */
  reserved(): void;
  /** Returns whether another request of the batch has reserved budget in this process. */
  hasReservedOther(): boolean;
};

/** Stores what a request has become, or returns it to its batch if it must be tried again. */
export async function settleLine(
  gateway: Gateway,
  line: ClaimedLine,
  response: LineResponse,
  run: LineRun,
): Promise<void> {
  const { pool } = gateway.database;
  const lease: LineLease = { batchId: line.batchId, line: line.line, processId: gateway.processId };
  if ("isHandedOver" in response) return;
  const { costNanoUsd, requestId } = response;
  const release = (pauseMs: number, countsStart: boolean, isRateLimit = false) =>
    releaseBatchLine(pool, lease, { pauseMs, countsStart, isRateLimit, costNanoUsd });
  if ("body" in response) {
    const { status: statusCode, body } = response;
    const status = statusCode < 400 ? "succeeded" : "errored";
    const result = sealOutcome(run.vault, lease, body);
    return endBatchLine(pool, lease, { status, statusCode, requestId, result, error: null }, costNanoUsd);
  }
  const { thrown } = response;
  if (run.departure.aborted) return release(0, false);
  const status = thrown instanceof HttpError ? thrown.status : 500;
  if (!(thrown instanceof HttpError))
    gateway.log.error({ error: thrown, batch: line.batchId, line: line.line }, "a request of a batch failed");
  if (LATER.has(status)) return release(pauseOf(thrown, line.pauses), false, true);
  if (status === 402 && (run.hasReservedOther() || (await runsElsewhere(gateway.database.queries, lease))))
    return release(BUDGET_PAUSE_MS, false);
  if (MAY_PASS.has(status) && line.starts < MAX_STARTS) return release(FIRST_PAUSE_MS, true);
  const generationId = await recordRejection(gateway, line, response, thrown);
  const refused = errorResponse(thrown, generationId);
  const result = sealOutcome(run.vault, lease, String(refused.body));
  const ended = { status: "errored" as const, statusCode: refused.status, requestId, result, error: null };
  await endBatchLine(pool, lease, ended, costNanoUsd);
}

/** Returns the pause that the error asks for; without one, a pause that grows with each time in a row. */
function pauseOf(thrown: unknown, pauses: number): number {
  const seconds = thrown instanceof HttpError ? Number(thrown.headers?.["retry-after"]) : Number.NaN;
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(pauses, 10));
  return Number.isFinite(seconds) && seconds > 0 ? Math.max(seconds * 1000, growing / 2) : growing;
}

/** A request that was rejected before any provider has a row in the ledger too. */
async function recordRejection(gateway: Gateway, line: ClaimedLine, response: LineResponse, thrown: unknown) {
  if (!(thrown instanceof HttpError) || thrown.status >= 500) return undefined;
  const { requestId, operation, arrivedMs, raw } = response;
  return gateway.recordRejection({
    principal: await batchPrincipal(gateway, line),
    headers: headersOf(line),
    requestId,
    operation: operation.endpoint.id,
    raw,
    arrivedMs,
    error: thrown,
    batchId: line.batchId,
  });
}

/** Returns a response body as it is stored until the results are written. */
export function sealOutcome(vault: ByteVault, lease: Pick<LineLease, "batchId" | "line">, body: string): Buffer {
  return vault.seal(zstdCompressSync(body), resultId(lease));
}
