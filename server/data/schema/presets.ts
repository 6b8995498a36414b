import { foreignKey, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

/** Named settings for model requests; the settings themselves are its versions. */
export const preset = pgTable(
  "preset",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    slug: text("slug").notNull(),
    creatorUserId: uuid("creator_user_id").references(() => user.id, { onDelete: "set null" }),
    /** Stable id of the key that created it; null for one created in the console. */
    creatorKeyStableId: uuid("creator_key_account"),
    /** Number of the current version: the newest. */
    version: integer("version").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("preset_slug").on(table.workspaceId, table.slug)],
);

export const presetVersion = pgTable(
  "preset_version",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    presetId: uuid("preset_id").notNull(),
    version: integer("version").notNull(),
    /** Fields of a model request, named as in the chat dialect. */
    config: jsonb("config").notNull(),
    systemPrompt: text("system_prompt"),
    /** User, or label of a key that no user created. */
    creator: text("creator").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("preset_version_number").on(table.presetId, table.version),
    foreignKey({ columns: [table.presetId], foreignColumns: [preset.id], name: "preset_version_preset" }).onDelete(
      "cascade",
    ),
  ],
);
