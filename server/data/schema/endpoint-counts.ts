import { index, integer, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Statistics of model endpoints as counts, to which all processes add. They belong to the deployment, not to a
 * workspace.
 */
export const endpointCount = pgTable(
  "endpoint_count",
  {
    endpointId: text("endpoint_id").notNull(),
    /** The statistic and the length of a slot: see `server/catalogue/health.ts`. */
    series: text("series", { enum: ["minutes", "half_hours", "latency", "throughput"] }).notNull(),
    /** The number of the time slot since 1970. */
    slot: integer("slot").notNull(),
    /** Failures and successes, or the bucket of a histogram. */
    counter: smallint("counter").notNull(),
    count: integer("count").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.endpointId, table.series, table.slot, table.counter] }),
    index("endpoint_count_changed_at").on(table.changedAt),
  ],
);
