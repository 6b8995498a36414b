import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * What calls said, kept apart from the ledger and for a shorter time: one row a kept call, partitioned by day of
 * `created_at` (the migration says so; the query builder cannot). Texts hold JSON, as `pipeline/kept-content.ts`
 * writes it: they are read whole or not at all.
 */
export const generationContent = pgTable(
  "generation_content",
  {
    /** The generation's id. */
    id: text("id").notNull(),
    /** When the call arrived, as in the ledger. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    keyHash: text("key_hash"),
    userId: uuid("user_id"),
    /** `responses`, `messages` or `chat`: how to read the two. */
    dialect: text("dialect").notNull(),
    /** The request as the model got it; null: withheld. */
    input: text("input"),
    /** The answer as the caller got it; null: there was none. */
    output: text("output"),
    /** The failure that the caller was told of. */
    error: text("error"),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("generation_content_workspace_time").on(table.workspaceId, table.createdAt),
  ],
);
