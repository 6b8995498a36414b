import { createReadStream } from "node:fs";
import { findWaitingLine, listPlacedLines, returnWaitingLines } from "#server/data/waiting-lines.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { BatchResult } from "#server/providers/batch.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";
import { inputLines } from "../jobs/input-lines.ts";
import { endLine } from "./end-line.ts";
import { customIdOf, type HeldBatch, type StoredHandle } from "./held-batch.ts";

const DOWNLOAD_MS = 600_000;
/** The largest response that a request may have too. */
const MOST_LINE_BYTES = 256 * 1024 * 1024;

/**
 * Reads the results of a provider's batch, in any order, and ends its requests with them. A request without a result,
 * or whose failure is the provider's, runs in the gateway unless its batch is over. Returns false if the results belong
 * to another batch. Requests that have ended are not ended again, so it may be repeated.
 */
export async function collectResults(gateway: Gateway, held: HeldBatch, files: readonly string[]): Promise<boolean> {
  const { at, batch, access } = held;
  const { isUncertain } = at.handle as StoredHandle;
  const lineOf = lineReader(gateway, held);
  for (const file of files) {
    const isOwn = await withSpool(spoolFolder(gateway.environment), async (spool) => {
      await spool.write(await access.batches.open(access.target(DOWNLOAD_MS), file));
      for await (const { bytes } of inputLines(createReadStream(spool.path), MOST_LINE_BYTES)) {
        const result = bytes && resultOf(held, bytes);
        if (!result) continue;
        const line = await lineOf(result);
        if (line === undefined && isUncertain) return false;
        if (line !== undefined) await endWith(gateway, held, line, result);
      }
      return true;
    });
    if (!isOwn) return false;
  }
  await returnWaitingLines(gateway.database.pool, { batchId: batch.id, providerBatchId: at.id });
  return true;
}

function resultOf({ access }: HeldBatch, bytes: Buffer): BatchResult | undefined {
  try {
    return access.batches.result(parseJsonText(bytes.toString("utf8")) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that returns the line of a result; undefined for one of another batch. Positions count only if
 * there is a result for each request.
 */
function lineReader({ database }: Gateway, { at, batch }: HeldBatch) {
  let placed: Promise<number[]> | undefined;
  return async (result: BatchResult): Promise<number | undefined> => {
    if ("customId" in result) return lineNamed(at.id, result.customId);
    placed ??= listPlacedLines(database.queries, { batchId: batch.id, providerBatchId: at.id });
    const lines = await placed;
    return lines.length === result.of ? lines[result.position] : undefined;
  };
}

function lineNamed(providerBatchId: string, customId: string): number | undefined {
  const line = Number(customId.slice(customIdOf(providerBatchId, 0).length - 1));
  return Number.isInteger(line) && customId === customIdOf(providerBatchId, line) ? line : undefined;
}

/** Failures of the provider, or of its limits, that another attempt may not have. */
function isOfProvider(status: number | null): boolean {
  return status === null || status >= 500 || [401, 403, 404, 408, 409, 429].includes(status);
}

async function endWith(gateway: Gateway, held: HeldBatch, line: number, result: BatchResult): Promise<void> {
  const place = { batchId: held.batch.id, providerBatchId: held.at.id };
  const { queries, pool } = gateway.database;
  const { status, body } = result;
  if (status === null || isOfProvider(status)) return returnWaitingLines(pool, place, line);
  const row = await findWaitingLine(queries, place, line);
  if (row) await endLine(gateway, held, row, { status, body });
}
