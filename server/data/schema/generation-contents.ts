import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Prompts and responses, separate from the ledger and with a shorter retention: one row per call, partitioned by day of
 * `created_at` (the migration does this; the query builder cannot). The texts are JSON, as `pipeline/guard/stored-content.ts`
 * writes it, read whole or not at all.
 */
export const generationContent = pgTable(
  "generation_content",
  {
    /** The generation's id. */
    id: text("id").notNull(),
    /** When the request arrived, as in the ledger. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    keyHash: text("key_hash"),
    userId: uuid("user_id"),
    /** `responses`, `messages` or `chat`: the format of input and output. */
    dialect: text("dialect").notNull(),
    /** The request as the model received it; null: withheld. */
    input: text("input"),
    /** The response as the caller received it; null: there was none. */
    output: text("output"),
    /** The error that the caller received. */
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("generation_content_workspace_time").on(table.workspaceId, table.createdAt),
  ],
);
