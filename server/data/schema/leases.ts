import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Part of a spending limit that one process has leased: for calls in progress, future calls, and costs not yet written.
 * The rest of a limit is what is neither spent nor leased.
 */
export const lease = pgTable(
  "lease",
  {
    processId: uuid("process_id").notNull(),
    account: text("account").notNull(),
    /** First day (YYYY-MM-DD, UTC) of the limit's period; empty for a limit that never resets. */
    periodStart: text("period_start").notNull(),
    amountNanoUsd: bigint("amount_nano_usd", { mode: "number" }).notNull(),
    /** A process that has been silent until then counts as dead, and its leases are released. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.account, table.periodStart] }),
    index("lease_account").on(table.account, table.periodStart),
  ],
);
