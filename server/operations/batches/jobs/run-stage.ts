import { endRestOfBatch, hasOpenLines } from "#server/data/batch-lines.ts";
import { type BatchRow, changeBatch, releaseBatch } from "#server/data/batches.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import { readInput } from "./read-input.ts";
import { writeResults } from "./write-results.ts";

/**
 * Does for a batch that this process holds what is due: reads its input, ends requests that must not start any more, or
 * writes the results once all requests have ended.
 */
export async function runStage(gateway: Gateway, vault: ByteVault, batch: BatchRow): Promise<void> {
  const { queries, pool } = gateway.database;
  const lease = { id: batch.id, processId: gateway.processId };
  if (batch.status === "validating") return readInput(gateway, batch, lease);
  if (batch.status === "cancelling") await endRestOfBatch(pool, batch.id, { status: "canceled" });
  else if (batch.status === "in_progress" && batch.expiresAt.getTime() <= gateway.now()) {
    await changeBatch(queries, lease, {}, "expiredAt");
    await endRestOfBatch(pool, batch.id, { status: "expired" });
  }
  if (await hasOpenLines(queries, batch.id)) return releaseBatch(queries, lease);
  await writeResults(gateway, vault, batch, lease);
}
