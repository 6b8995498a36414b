import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Room under a spending limit that one process has set aside: for calls that run, for calls to come, and for costs
 * not yet written. Of a limit nothing is left but what is neither spent nor set aside here.
 */
export const lease = pgTable(
  "lease",
  {
    processId: uuid("process_id").notNull(),
    account: text("account").notNull(),
    /** First day (YYYY-MM-DD, UTC) of the limit's period; empty for a limit that never resets. */
    periodStart: text("period_start").notNull(),
    amountNanoUsd: bigint("amount_nano_usd", { mode: "number" }).notNull(),
    /** A process that has not said for this long that it lives is taken for dead, and its room is free again. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.account, table.periodStart] }),
    index("lease_account").on(table.account, table.periodStart),
  ],
);
