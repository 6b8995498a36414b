import { customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Prompts and responses, separate from the ledger and with a shorter retention: one row per request, partitioned by day
 * of `created_at` (the migration does this; the query builder cannot). The texts are JSON, as
 * `pipeline/guard/stored-content.ts` writes it, read whole or not at all. They are sealed together; rows of earlier
 * versions have them in plain text.
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
    plainInput: text("input"),
    plainOutput: text("output"),
    plainError: text("error"),
    /** Request, response and error, as `ledger/content-seals.ts` seals them; null: the row has plain texts. */
    sealed: bytes("sealed"),
    /** Size of the request and response before they were sealed. */
    sizeBytes: integer("size_bytes"),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("generation_content_workspace_time").on(table.workspaceId, table.createdAt),
  ],
);
