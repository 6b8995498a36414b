import { type BatchLineRow, deleteBatchLines, ledgerCostOfBatch, listBatchLines } from "#server/data/batch-lines.ts";
import { type BatchLease, type BatchRow, changeBatch, findBatch } from "#server/data/batches.ts";
import type { Gateway } from "#server/gateway.ts";
import type { ByteVault } from "#server/security/byte-vault.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { newFileId, storeFile } from "#server/storage/store-file.ts";
import { removeFile } from "../remove-file.ts";
import { anthropicResult, openaiResult, type ResultLine } from "./line-result.ts";

const PAGE = 100;

/**
 * Writes the results of a batch whose requests have all ended, and ends it. The files' ids are stored first, so that a
 * process that takes over after a crash replaces files that are already there.
 */
export async function writeResults(
  gateway: Gateway,
  vault: ByteVault,
  { id, workspaceId }: Pick<BatchRow, "id" | "workspaceId">,
  lease: BatchLease,
): Promise<void> {
  const { queries, pool } = gateway.database;
  const batch = await findBatch(queries, workspaceId, id);
  if (!batch) return;
  const isAnthropic = batch.form === "anthropic";
  const outputFileId = batch.outputFileId ?? newFileId();
  const errorFileId = isAnthropic ? null : (batch.errorFileId ?? newFileId());
  const isHeld = await changeBatch(queries, lease, { status: "finalizing", outputFileId, errorFileId }, "finalizingAt");
  if (!isHeld) return;
  const resultOf = isAnthropic ? anthropicResult : openaiResult;
  const write = (fileId: string, name: string, isError: boolean) =>
    writeFile(gateway, batch, { id: fileId, filename: `${id}_${name}.jsonl` }, (row) => {
      const result = resultOf(vault, row);
      return result.isError === isError ? result : undefined;
    });
  const hasOutput = await write(outputFileId, isAnthropic ? "results" : "output", false);
  const hasErrors = errorFileId !== null && (await write(errorFileId, "error", true));
  await gateway.ledger.flush();
  const costNanoUsd = Math.max(batch.costNanoUsd, await ledgerCostOfBatch(pool, batch));
  const files = { outputFileId: hasOutput ? outputFileId : null, errorFileId: hasErrors ? errorFileId : null };
  const { status, moment } = endOf(batch);
  if (!(await changeBatch(queries, lease, { ...files, status, costNanoUsd }, moment))) return;
  await deleteBatchLines(queries, id);
  // Its text was only needed to run the batch; in OpenAI's form the file belongs to the caller.
  if (isAnthropic) await removeFile(gateway, workspaceId, batch.inputFileId);
}

function endOf({ cancellingAt, expiredAt }: BatchRow) {
  if (cancellingAt) return { status: "cancelled", moment: "cancelledAt" } as const;
  if (expiredAt) return { status: "expired", moment: "expiredAt" } as const;
  return { status: "completed", moment: "completedAt" } as const;
}

type ResultFile = { id: string; filename: string };

/** Stores the chosen results as a file. Returns false, without a file, if there are none. */
async function writeFile(
  gateway: Gateway,
  { id: batchId, workspaceId, creatorUserId, creatorKeyStableId }: BatchRow,
  file: ResultFile,
  choose: (row: BatchLineRow) => ResultLine | undefined,
): Promise<boolean> {
  const { queries } = gateway.database;
  async function* texts(): AsyncGenerator<Buffer> {
    for (let after = 0, page = await pageAfter(0); page.length > 0; page = await pageAfter(after)) {
      for (const row of page) {
        const chosen = choose(row);
        if (chosen) yield Buffer.from(chosen.text);
      }
      after = page.at(-1)?.line ?? after;
    }
  }
  const pageAfter = (after: number) => listBatchLines(queries, batchId, { after, limit: PAGE });
  await removeFile(gateway, workspaceId, file.id);
  return withSpool(spoolFolder(gateway.environment), async (spool) => {
    await spool.write(texts());
    if (spool.sizeBytes() === 0) return false;
    await storeFile(gateway, spool, {
      ...file,
      workspaceId,
      creatorUserId,
      creatorKeyStableId,
      mimeType: "application/jsonl",
      purpose: "batch_output",
      downloadable: true,
    });
    return true;
  });
}
