import { jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** A model id of a workspace's own. */
export const modelAlias = pgTable(
  "model_alias",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    /** A list of `AliasTarget`. */
    targets: jsonb("targets").notNull(),
    /** A `Rollout`: the state of the canary among the targets; null: as it was set up. */
    rollout: jsonb("rollout"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("model_alias_name").on(table.workspaceId, table.name)],
);
