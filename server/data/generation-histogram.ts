import { parameters } from "./analytics-filter.ts";
import { selectWithin } from "./bounded-query.ts";
import type { Database } from "./database.ts";
import { type LedgerSelection, selectionCondition } from "./generation-filter.ts";
import { STATUS_CLASS } from "./rollup-statement.ts";

/** Rows of one outcome in a bucket, which starts at `time` (Unix ms). */
export type OutcomeCount = { time: number; statusClass: string; count: number };

/**
 * Counts ledger rows by time and outcome, in buckets aligned to 1970-01-01. Reads every row of the range: roll-ups do
 * not have all that can be filtered by. Throws 408 if it takes too long.
 */
export async function countOutcomes(
  database: Pick<Database, "pool" | "embedded">,
  selection: LedgerSelection,
  bucketSeconds: number,
): Promise<OutcomeCount[]> {
  const bound = parameters();
  const condition = selectionCondition(selection, bound);
  const width = `make_interval(secs => ${bound.add(bucketSeconds)}::float8)`;
  const text = `
    select extract(epoch from bucket)::float8 * 1000 as time, status_class as "statusClass", count(*)::int as count
    from (
      select date_bin(${width}, created_at, timestamptz '1970-01-01 00:00:00Z') as bucket, ${STATUS_CLASS} as status_class
      from generation where ${condition}
    ) as row
    group by bucket, status_class`;
  return (await selectWithin(database, 10_000, text, bound.values)) as OutcomeCount[];
}
