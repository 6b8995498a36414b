import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

/** A named selection of the logs: filters and columns of the console's page. */
export const logView = pgTable(
  "log_view",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    isShared: boolean("is_shared").notNull(),
    query: jsonb("query").$type<Record<string, string>>().notNull(),
    columns: text("columns").array(),
    creatorUserId: uuid("creator_user_id").references(() => user.id, { onDelete: "set null" }),
    /** Stable id of the key that created it; null for one created in the console. */
    creatorKeyStableId: uuid("creator_key_account"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("log_view_shared_name").on(table.workspaceId, sql`lower(${table.name})`).where(sql`${table.isShared}`),
    uniqueIndex("log_view_private_name")
      .on(table.workspaceId, table.creatorUserId, table.creatorKeyStableId, sql`lower(${table.name})`)
      .where(sql`not ${table.isShared}`),
  ],
);
