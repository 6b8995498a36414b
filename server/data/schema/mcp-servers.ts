import { boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** An MCP server that a workspace has registered. */
export const mcpServer = pgTable(
  "mcp_server",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    /** The label in requests. */
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    enabled: boolean("enabled").notNull(),
    /** Headers as sealed JSON (see vault.ts), bound to this row's id. */
    sealedHeaders: text("sealed_headers").notNull(),
    /** OAuth client, tokens and a pending authorization as sealed JSON; null: it does not use OAuth. */
    sealedOauth: text("sealed_oauth"),
    /**
     * The time until which one process refreshes the tokens and no other may: many refresh tokens are valid for one use
     * only.
     */
    refreshUntil: timestamp("refresh_until", { withTimezone: true }),
    /** A list of `StoredTool`. */
    tools: jsonb("tools").notNull(),
    /** The number of tools in the last listing that exceed a limit. */
    leftOut: integer("left_out").notNull().default(0),
    checkedAt: timestamp("checked_at", { withTimezone: true }),
    /** Why the last check failed; null: it did not. */
    error: text("error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("mcp_server_slug").on(table.workspaceId, table.slug)],
);
