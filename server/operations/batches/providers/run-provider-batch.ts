import { dropLeases } from "#server/data/leases.ts";
import { type ClaimedProviderBatch, changeProviderBatch, releaseProviderBatch } from "#server/data/provider-batches.ts";
import { failWaitingLines, returnWaitingLines } from "#server/data/waiting-lines.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import { findBatchAccess } from "./batch-access.ts";
import { collectResults } from "./collect-results.ts";
import { finalState, type HeldBatch, isRefusal, type Next, type StoredHandle, upstreamErrorOf } from "./held-batch.ts";
import { submitBatch } from "./submit-batch.ts";

const CALL_MS = 60_000;
/** Checks become less frequent, up to this interval. */
const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
/** A provider that denies this often in a row that it has a batch does not have it. */
const MAX_DENIALS = 5;
/** How long after its expiry a provider may take to end a batch. */
const GRACE_MS = 2 * 3_600_000;

const GONE = "The provider no longer has the batch that this request was in; it may have charged for it";
const SILENT = "The provider returned no result in time; it may have charged for this request";

/** Does for a batch at a provider what is due: sends it, checks it, reads its results or removes its data there. */
export async function runProviderBatch(
  gateway: Gateway,
  vault: ByteVault,
  claimed: ClaimedProviderBatch,
  stopping: AbortSignal,
): Promise<void> {
  const { queries } = gateway.database;
  const { at, batch } = claimed;
  const lease = { id: at.id, processId: gateway.processId };
  const isOver = batch.status !== "in_progress" || batch.expiresAt.getTime() <= gateway.now();
  try {
    const access = findBatchAccess(gateway, batch, at, stopping);
    const next = access
      ? await stepOf(gateway, { ...claimed, vault, access, isOver })
      : await withoutReach(gateway, claimed);
    await releaseProviderBatch(queries, lease, next.inMs, { failures: 0, ...next.changes });
  } catch (thrown) {
    if (stopping.aborted) return releaseProviderBatch(queries, lease, 0);
    const failures = at.failures + 1;
    gateway.log.warn({ error: thrown, providerBatch: at.id, failures }, "a step of a provider's batch failed");
    const ended = await lostAfter(gateway, claimed, thrown, failures);
    const { inMs, changes } = ended ?? { inMs: pauseAfter(failures), changes: { failures } };
    await releaseProviderBatch(queries, lease, inMs, changes);
  }
}

function stepOf(gateway: Gateway, held: HeldBatch): Promise<Next> {
  const { status } = held.at;
  if (status === "submitting") return submitBatch(gateway, held);
  return status === "submitted" ? checkBatch(gateway, held) : removeData(gateway, held);
}

async function checkBatch(gateway: Gateway, held: HeldBatch): Promise<Next> {
  const { at, batch, access, isOver } = held;
  const { queries, pool } = gateway.database;
  const handle = at.handle as StoredHandle;
  const target = access.target(CALL_MS);
  // One that may be somebody else's must not be cancelled.
  if (isOver && !at.cancelSentAt && !handle.isUncertain) {
    await access.batches.cancel(target, handle).catch((thrown: unknown) => {
      if (!isRefusal(gateway, access, thrown)) throw thrown;
    });
    const lease = { id: at.id, processId: gateway.processId };
    await changeProviderBatch(queries, lease, { cancelSentAt: new Date(gateway.now()) });
  }
  const { finished, results, failure } = await access.batches.check(target, handle);
  if (failure !== undefined) {
    await returnWaitingLines(pool, { batchId: batch.id, providerBatchId: at.id });
    await dropLeases(pool, at.leaseId);
    return { inMs: 0, changes: { status: "removing", error: failure, handle: { ...handle, files: [] } } };
  }
  if (!results) return { inMs: pauseOf(gateway, held), changes: { finished } };
  const isOwn = await collectResults(gateway, held, results.files);
  if (!isOwn)
    return { inMs: 0, changes: { status: "submitting", handle: null, rejected: [...at.rejected, handle.batchId] } };
  await dropLeases(pool, at.leaseId);
  return { inMs: 0, changes: { status: "removing", finished, handle: { ...handle, files: results.files } } };
}

/** The longer a batch takes, the less often it is checked. */
function pauseOf({ now }: Pick<Gateway, "now">, { at, isOver }: HeldBatch): number {
  const sinceMs = now() - (at.sentAt ?? at.createdAt).getTime();
  return isOver ? FIRST_PAUSE_MS * 2 : Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, sinceMs / 4));
}

async function removeData(gateway: Gateway, { at, access }: HeldBatch): Promise<Next> {
  const { files = [], ...handle } = at.handle as StoredHandle;
  for (const id of access.batches.remains(handle, files))
    await access.batches.remove(access.target(CALL_MS), id).catch((thrown: unknown) => {
      // Deleted already, or not ours to delete.
      if (!isRefusal(gateway, access, thrown)) throw thrown;
    });
  return finalState(gateway, at.error);
}

/** Without its credential, requests that were not sent run in the gateway, and the others wait for it. */
async function withoutReach(gateway: Gateway, { at, batch }: ClaimedProviderBatch): Promise<Next> {
  if (at.sentAt) throw new Error(`the credential ${at.access} of ${at.provider} is not available`);
  await returnWaitingLines(gateway.database.pool, { batchId: batch.id, providerBatchId: at.id });
  await dropLeases(gateway.database.pool, at.leaseId);
  return finalState(gateway, "Its credential is not available");
}

/** Gives up a batch that the provider does not have, or does not end. Returns undefined if it may still end. */
async function lostAfter(
  gateway: Gateway,
  { at, batch }: ClaimedProviderBatch,
  thrown: unknown,
  failures: number,
): Promise<Next | undefined> {
  const isLate = gateway.now() > batch.expiresAt.getTime() + GRACE_MS;
  const error = upstreamErrorOf(gateway, "", thrown);
  const isDenied = at.status === "submitted" && error?.status === 404 && failures >= MAX_DENIALS;
  if (!isLate && !isDenied && !(at.status === "removing" && failures >= MAX_DENIALS)) return undefined;
  if (at.status !== "removing") {
    const place = { batchId: batch.id, providerBatchId: at.id };
    await failWaitingLines(gateway.database.pool, place, { statusCode: 502, error: isDenied ? GONE : SILENT });
    await dropLeases(gateway.database.pool, at.leaseId);
  }
  return finalState(gateway, at.status === "removing" ? at.error : isDenied ? GONE : SILENT);
}

function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
}
