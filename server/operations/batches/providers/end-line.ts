import type { Principal } from "#server/caller/principal.ts";
import type { BatchLineRow } from "#server/data/batch-lines.ts";
import type { BatchRow } from "#server/data/batches.ts";
import { endWaitingLine } from "#server/data/waiting-lines.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { errorResponse } from "#server/http/envelope.ts";
import { Stopper } from "#server/stop-signal.ts";
import { batchPrincipal } from "../jobs/batch-principal.ts";
import { callLine } from "../jobs/line-call.ts";
import { sealOutcome } from "../jobs/settle-line.ts";
import { openRequest } from "./hand-over.ts";
import type { HeldBatch } from "./held-batch.ts";

/** After this many failed attempts, a result that cannot be processed is an error. */
const MAX_FAILURES = 5;

/**
 * Ends a request with the provider's result: its request is charged, guarded and recorded as if the provider had just
 * responded. Its ledger row has the id and time of the request, so that a second attempt changes nothing.
 */
export async function endLine(
  gateway: Gateway,
  { at, batch, vault }: Pick<HeldBatch, "at" | "batch" | "vault">,
  row: BatchLineRow,
  result: { status: number; body: string },
): Promise<void> {
  const { pool } = gateway.database;
  const place = { batchId: batch.id, providerBatchId: at.id };
  const request = openRequest(vault, row);
  if (!request) {
    const error = "The request can no longer be decrypted";
    const outcome = { status: "errored" as const, statusCode: 500, requestId: "", result: null, error };
    return endWaitingLine(pool, place, row.line, outcome, 0);
  }
  const { kept } = request;
  const response = await callLine(
    gateway,
    { ...batch, batchId: batch.id },
    {
      principal: await principalOf(gateway, batch),
      body: kept.body as Record<string, unknown>,
      departure: new Stopper(),
      reserved: () => undefined,
      result: { kept, ...result },
    },
  );
  if ("isHandedOver" in response) throw new Error("a result was handed over");
  const { requestId, costNanoUsd } = response;
  if ("body" in response) {
    const { status: statusCode, body } = response;
    const outcome = {
      status: "succeeded" as const,
      statusCode,
      requestId,
      result: sealOutcome(vault, row, body),
      error: null,
    };
    return endWaitingLine(pool, place, row.line, outcome, costNanoUsd);
  }
  const { thrown } = response;
  // A full journal, for instance.
  const isOurs = !(thrown instanceof HttpError) || thrown.status >= 500;
  if (isOurs && at.failures < MAX_FAILURES) throw thrown;
  const refused = errorResponse(thrown, undefined);
  const stored = sealOutcome(vault, row, String(refused.body));
  const outcome = { status: "errored" as const, statusCode: refused.status, requestId, result: stored, error: null };
  await endWaitingLine(pool, place, row.line, outcome, costNanoUsd);
}

/** Returns the caller of a batch, or who pays in its place if the key or member is gone. */
async function principalOf(gateway: Gateway, batch: BatchRow): Promise<Principal> {
  try {
    return await batchPrincipal(gateway, batch);
  } catch (thrown) {
    if (!(thrown instanceof HttpError) || thrown.status >= 500) throw thrown;
    const { workspaceId, organizationId, creatorUserId: userId, keyHash } = batch;
    const key = keyHash === null ? undefined : gateway.keys.find(keyHash);
    return { workspaceId, organizationId, userId, management: false, ...(key && { key }) };
  }
}
