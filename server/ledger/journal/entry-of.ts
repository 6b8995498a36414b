import { jsonText } from "#server/data/json-text.ts";
import type { Entry, LimitUse } from "../limits/row-group.ts";
import type { Columns } from "./journal-entry.ts";

/** Returns a request of the journal as an entry of a group. */
export function entryOf(row: Columns, uses: LimitUse[]): Entry {
  const { created_at, cost_nano_usd, byok_nano_usd = null, is_byok } = row;
  return {
    row: {
      createdAt: new Date(created_at),
      costNanoUsd: cost_nano_usd,
      byokNanoUsd: byok_nano_usd,
      isByok: is_byok,
    },
    // A line of an earlier version may contain text that the database rejects.
    rowJson: jsonText(row),
    uses,
  };
}
