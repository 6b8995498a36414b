import type { RecordGroup } from "#server/data/generations.ts";
import { jsonText } from "#server/data/json-text.ts";
import { createGroup, type LimitUse } from "./group.ts";
import { findOrphans } from "./journal.ts";

/** The process that reserved room for these calls is dead and its leases end by themselves. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

type Columns = { id: string; created_at: string; cost_nano_usd: number; is_byok: boolean };
type Line = { row?: Columns; begun?: Columns; uses: LimitUse[] };

/**
 * Brings to the database what processes that died had taken and not yet written. A call that was still being answered
 * is kept as it was known when its answer began. Answers how many calls there were; each is counted once, however
 * often this runs.
 */
export async function recoverLedger(
  folder: string,
  processId: string,
  nowMs: number,
  write: (group: RecordGroup) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (const { lines, remove } of findOrphans(folder, processId, nowMs)) {
    for (const { row, uses } of callsOf(lines)) {
      // One at a time: a row that is already there must not keep another's sums from being added.
      const group = createGroup(NOBODY);
      const { created_at, cost_nano_usd, is_byok } = row;
      group.add({
        row: { createdAt: new Date(created_at), costNanoUsd: cost_nano_usd, isByok: is_byok },
        // A line of an earlier version may hold what the database does not take.
        rowJson: jsonText(row),
        uses,
      });
      await write(group.finish());
      count += 1;
    }
    remove();
  }
  return count;
}

/** The last word on each call: finished, or begun and never finished. */
function callsOf(lines: readonly string[]): { row: Columns; uses: LimitUse[] }[] {
  const calls = new Map<string, { row: Columns; uses: LimitUse[] }>();
  for (const line of lines) {
    const { row, begun, uses } = JSON.parse(line) as Line;
    if (row) calls.set(row.id, { row, uses });
    else if (begun && !calls.has(begun.id)) calls.set(begun.id, { row: begun, uses });
  }
  return [...calls.values()];
}
