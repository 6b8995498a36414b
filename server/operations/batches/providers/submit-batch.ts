import { openAsBlob } from "node:fs";
import type { BatchLineRow } from "#server/data/batch-lines.ts";
import { dropLeases } from "#server/data/leases.ts";
import { changeProviderBatch, knownHandles } from "#server/data/provider-batches.ts";
import { endWaitingLine, listWaitingLines, returnWaitingLines } from "#server/data/waiting-lines.ts";
import type { Gateway } from "#server/gateway.ts";
import type { BatchHandle } from "#server/providers/batch.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { openRequest } from "./hand-over.ts";
import { customIdOf, finalState, type HeldBatch, isRefusal, type Next } from "./held-batch.ts";

const PAGE = 100;
const SEND_MS = 600_000;
const FIRST_CHECK_MS = 1_000;

const UNREADABLE = { statusCode: 500, error: "The request can no longer be decrypted" };

/**
 * Sends a batch to its provider. An attempt whose outcome is unknown, because its process died or the connection broke,
 * may have created it: it is looked for first. Requests of a batch that the provider refuses run in the gateway.
 */
export async function submitBatch(gateway: Gateway, held: HeldBatch): Promise<Next> {
  const { at, isOver } = held;
  const found = at.sentAt ? await findSent(gateway, held, at.sentAt) : undefined;
  if (found) return submittedState(found);
  if (isOver) return runHere(gateway, held, null);
  const lease = { id: at.id, processId: gateway.processId };
  if (!at.sentAt && !(await changeProviderBatch(gateway.database.queries, lease, { sentAt: new Date(gateway.now()) })))
    throw new Error("another process holds the batch");
  try {
    return submittedState(await send(gateway, held));
  } catch (thrown) {
    if (!isRefusal(gateway, held.access, thrown)) throw thrown;
    gateway.log.warn({ error: thrown, providerBatch: at.id }, "a provider rejected a batch; the gateway runs it");
    // Removes what was uploaded for it.
    await findSent(gateway, held, at.sentAt ?? at.createdAt).catch(() => undefined);
    return runHere(gateway, held, "The provider rejected the batch");
  }
}

function submittedState(handle: BatchHandle): Next {
  return { inMs: FIRST_CHECK_MS, changes: { status: "submitted", handle } };
}

async function runHere(gateway: Gateway, { at, batch }: HeldBatch, error: string | null): Promise<Next> {
  const { pool } = gateway.database;
  await returnWaitingLines(pool, { batchId: batch.id, providerBatchId: at.id });
  await dropLeases(pool, at.leaseId);
  return finalState(gateway, error);
}

async function findSent(gateway: Gateway, { at, access }: HeldBatch, sentAt: Date): Promise<BatchHandle | undefined> {
  const { id, requests } = at;
  const found = await access.batches.find(access.target(SEND_MS), { id, requests }, sentAt.getTime());
  const ids = found.map(({ batchId }) => batchId);
  const known = await knownHandles(gateway.database.queries, ids);
  return found.find(({ batchId }) => !known.has(batchId) && !at.rejected.includes(batchId));
}

async function send(gateway: Gateway, { at, batch, vault, access }: HeldBatch): Promise<BatchHandle> {
  const { queries, pool } = gateway.database;
  const place = { batchId: batch.id, providerBatchId: at.id };
  const { frame, item, create } = access.batches;
  async function* texts(): AsyncGenerator<Buffer> {
    let count = 0;
    for (let after = 0, page = await pageAfter(0); page.length > 0; page = await pageAfter(after)) {
      for (const row of page) {
        const text = await itemOf(row);
        if (text === undefined) continue;
        yield Buffer.from(`${count === 0 ? frame.before : frame.between}${text}`);
        count += 1;
      }
      after = page.at(-1)?.line ?? after;
    }
    yield Buffer.from(count === 0 ? frame.before + frame.after : frame.after);
  }
  const pageAfter = (after: number) => listWaitingLines(queries, place, { after, limit: PAGE });
  async function itemOf(row: BatchLineRow): Promise<string | undefined> {
    const request = openRequest(vault, row);
    if (request) return item(customIdOf(at.id, row.line), at.path, request.bodyJson);
    const outcome = { ...UNREADABLE, status: "errored" as const, requestId: "", result: null };
    await endWaitingLine(pool, place, row.line, outcome, 0);
    return undefined;
  }
  return withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(texts());
    const file = await openAsBlob(spool.path, { type: "application/jsonl" });
    const { id, path, model, requests } = at;
    return create(access.target(SEND_MS), { id, path, model, requests, file });
  });
}
