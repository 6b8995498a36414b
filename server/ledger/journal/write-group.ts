import type pg from "pg";
import { recordOrReplace } from "#server/data/generation-repair.ts";
import { recordGenerations } from "#server/data/generations.ts";
import { createGroup, type Entry, type FullGroup } from "../limits/row-group.ts";

/**
 * Writes a group of ledger rows, each counted once even if written repeatedly. If one of them already exists, writes
 * them one by one: another process may have considered this one dead and stored an estimate.
 */
export async function writeGroup(pool: pg.Pool, group: FullGroup): Promise<void> {
  if (group.newRows === 0 || (await recordGenerations(pool, group))) return;
  for (const entry of group.entries()) await writeEntry(pool, group.processId, entry);
}

/** Writes one row, replacing an estimate of the same request. */
async function writeEntry(pool: pg.Pool, processId: string, entry: Entry): Promise<void> {
  const group = createGroup(processId);
  group.add(entry);
  const { rowsJson, spendJson, leasesJson } = group.finish();
  const { id, error = null, total_ms } = JSON.parse(entry.rowJson);
  const known = { id, createdAt: entry.row.createdAt, error, totalMs: total_ms };
  await recordOrReplace(pool, known, { rowsJson, spendJson, leasesJson });
}
