import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { apiKey } from "./api-keys.ts";
import { workspace } from "./workspaces.ts";

export const guardrail = pgTable("guardrail", {
  /** The workspace's own id for its default guardrail, which applies to every request of the workspace. */
  id: uuid("id").primaryKey().defaultRandom(),
  workspaceId: uuid("workspace_id")
    .notNull()
    .references(() => workspace.id, { onDelete: "cascade" }),
  /** Counts the changes; a change based on an older version is rejected. */
  version: integer("version").notNull().default(1),
  name: text("name").notNull(),
  description: text("description"),
  /** In shadow mode: reports what it would do, without doing it. */
  shadow: boolean("shadow").notNull().default(false),
  /** Replaces placeholders in the response with the redacted values. */
  restorePlaceholders: boolean("restore_placeholders").notNull().default(false),
  limitNanoUsd: bigint("limit_nano_usd", { mode: "number" }),
  resetInterval: text("reset_interval"),
  includeByokInBudgets: boolean("include_byok_in_budgets").notNull().default(false),
  allowedModels: text("allowed_models").array(),
  ignoredModels: text("ignored_models").array(),
  allowedProviders: text("allowed_providers").array(),
  ignoredProviders: text("ignored_providers").array(),
  allowedTools: text("allowed_tools").array(),
  ignoredTools: text("ignored_tools").array(),
  allowedDataRegions: text("allowed_data_regions").array(),
  enforceZdr: boolean("enforce_zdr"),
  enforceZdrAnthropic: boolean("enforce_zdr_anthropic"),
  enforceZdrOpenai: boolean("enforce_zdr_openai"),
  enforceZdrGoogle: boolean("enforce_zdr_google"),
  enforceZdrOther: boolean("enforce_zdr_other"),
  contentFilterBuiltins: jsonb("content_filter_builtins"),
  contentFilters: jsonb("content_filters"),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }),
});

/** A guardrail after each change, for its history. */
export const guardrailVersion = pgTable(
  "guardrail_version",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    guardrailId: uuid("guardrail_id")
      .notNull()
      .references(() => guardrail.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    /** Wire names of the changed fields; all of them for the first version. */
    changed: text("changed").array().notNull(),
    /** The record as the contract shows it. */
    record: jsonb("record").notNull(),
    authorUserId: uuid("author_user_id").references(() => user.id, { onDelete: "set null" }),
    authorKeyHash: text("author_key_hash"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("guardrail_version_once").on(table.guardrailId, table.version)],
);

export const guardrailKey = pgTable("guardrail_key", {
  id: uuid("id").primaryKey().defaultRandom(),
  guardrailId: uuid("guardrail_id")
    .notNull()
    .references(() => guardrail.id, { onDelete: "cascade" }),
  // Unique: a key has at most one guardrail.
  keyHash: text("key_hash")
    .notNull()
    .unique()
    .references(() => apiKey.hash, { onDelete: "cascade" }),
  assignedBy: uuid("assigned_by").references(() => user.id, { onDelete: "set null" }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const guardrailMember = pgTable(
  "guardrail_member",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    guardrailId: uuid("guardrail_id")
      .notNull()
      .references(() => guardrail.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    assignedBy: uuid("assigned_by").references(() => user.id, { onDelete: "set null" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("guardrail_member_once").on(table.guardrailId, table.userId)],
);
