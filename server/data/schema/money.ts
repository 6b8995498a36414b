import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { organization, user } from "./accounts.ts";
import { apiKey } from "./api-keys.ts";
import { workspace } from "./workspaces.ts";

/** A workspace's spending limit for an interval. */
export const workspaceBudget = pgTable(
  "workspace_budget",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    /** `daily`, `weekly`, `monthly` or `lifetime`. */
    interval: text("interval").notNull(),
    limitNanoUsd: bigint("limit_nano_usd", { mode: "number" }).notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("workspace_budget_once").on(table.workspaceId, table.interval)],
);

/**
 * Sets whether spending through callers' own provider keys counts against a workspace's budgets; absent: it does not.
 */
export const workspaceBudgetRule = pgTable("workspace_budget_rule", {
  workspaceId: uuid("workspace_id")
    .primaryKey()
    .references(() => workspace.id, { onDelete: "cascade" }),
  includeByok: boolean("include_byok").notNull(),
});

/** Changes of an organization's credits; append-only. Without any, its credits are unlimited. */
export const creditAdjustment = pgTable(
  "credit_adjustment",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    /** `opening` (spending before credits were introduced), `grant` or `correction`. */
    kind: text("kind").notNull(),
    amountNanoUsd: bigint("amount_nano_usd", { mode: "number" }).notNull(),
    reason: text("reason").notNull(),
    authorUserId: uuid("author_user_id").references(() => user.id, { onDelete: "set null" }),
    authorKeyHash: text("author_key_hash"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("credit_adjustment_organization").on(table.organizationId, table.createdAt)],
);

/**
 * Part of a spending limit that one process has leased: for requests in progress, future requests, and costs not yet
 * written. The rest of a limit is what is neither spent nor leased.
 */
export const lease = pgTable(
  "lease",
  {
    processId: uuid("process_id").notNull(),
    account: text("account").notNull(),
    /**
     * Start of the limit's period: its first day (`YYYY-MM-DD`) for one in UTC, else the minute in UTC and the time
     * zone (`YYYY-MM-DDTHH:MM Europe/Berlin`). Empty for a limit that never resets.
     */
    periodStart: text("period_start").notNull(),
    amountNanoUsd: bigint("amount_nano_usd", { mode: "number" }).notNull(),
    /** A process that has been silent until then counts as dead, and its leases are released. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.processId, table.account, table.periodStart] }),
    index("lease_account").on(table.account, table.periodStart),
  ],
);

const inWorkspace = () =>
  uuid("workspace_id")
    .notNull()
    .references(() => workspace.id, { onDelete: "cascade" });

/** What members may spend in a workspace. A member's own row replaces the default one as a whole. */
export const memberCap = pgTable(
  "member_cap",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: inWorkspace(),
    /** Null: the default for members without a row. */
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** Null: no daily cap. */
    dailyNanoUsd: bigint("daily_nano_usd", { mode: "number" }),
    /** Null: no monthly cap. */
    monthlyNanoUsd: bigint("monthly_nano_usd", { mode: "number" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("member_cap_once").on(table.workspaceId, table.userId),
    uniqueIndex("member_cap_default_once").on(table.workspaceId).where(sql`user_id is null`),
  ],
);

/** A higher cap for one member until a time within the current period. */
export const capOverride = pgTable(
  "cap_override",
  {
    workspaceId: inWorkspace(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** `daily` or `monthly`. */
    interval: text("interval").notNull(),
    limitNanoUsd: bigint("limit_nano_usd", { mode: "number" }).notNull(),
    until: timestamp("until", { withTimezone: true }).notNull(),
    reason: text("reason").notNull(),
    /** Name of the person, or label of the key. */
    createdBy: text("created_by"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId, table.interval] })],
);

/** A budget that keys, members, tags and end users of a workspace share. */
export const sharedBudget = pgTable(
  "shared_budget",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: inWorkspace(),
    name: text("name").notNull(),
    limitNanoUsd: bigint("limit_nano_usd", { mode: "number" }).notNull(),
    /** `daily`, `weekly` or `monthly`; null: never resets. */
    interval: text("interval"),
    /** Requests with one of these tags count. */
    tags: text("tags").array().notNull().default(sql`'{}'`),
    /** Requests of these end users count. */
    externalUsers: text("external_users").array().notNull().default(sql`'{}'`),
    /** Whether each end user has the whole amount. If it names nobody and no tag, it is for all requests. */
    perExternalUser: boolean("per_external_user").notNull().default(false),
    /** Likewise for each session; not with `perExternalUser`. */
    perSession: boolean("per_session").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("shared_budget_name").on(table.workspaceId, table.name)],
);

const ofBudget = () =>
  uuid("budget_id")
    .notNull()
    .references(() => sharedBudget.id, { onDelete: "cascade" });

export const sharedBudgetKey = pgTable(
  "shared_budget_key",
  {
    budgetId: ofBudget(),
    /** The subject of the key's limit, which a key and the one that replaces it share. */
    stableId: uuid("limit_account").notNull(),
  },
  (table) => [primaryKey({ columns: [table.budgetId, table.stableId] })],
);

export const sharedBudgetMember = pgTable(
  "shared_budget_member",
  {
    budgetId: ofBudget(),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.budgetId, table.userId] })],
);

const limit = (name: string) => bigint(name, { mode: "number" });

/** A limit on the requests of a workspace, of its keys or of its members. Null: not limited. */
export const rateLimit = pgTable(
  "rate_limit",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** `workspace`, `key` or `member`. */
    subject: text("subject").notNull(),
    /** The key of a rule for a key; null: each key. */
    keyHash: text("key_hash").references(() => apiKey.hash, { onDelete: "cascade" }),
    /** The member of a rule for a member; null: each member. */
    userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
    /** The only model that it limits; null: all models together. */
    model: text("model"),
    requestsPerMinute: limit("requests_per_minute"),
    requestsPerDay: limit("requests_per_day"),
    inputTokensPerMinute: limit("input_tokens_per_minute"),
    inputTokensPerDay: limit("input_tokens_per_day"),
    outputTokensPerMinute: limit("output_tokens_per_minute"),
    outputTokensPerDay: limit("output_tokens_per_day"),
    concurrentRequests: limit("concurrent_requests"),
    /** How long a request may wait instead of being rejected. */
    maxWaitSeconds: integer("max_wait_seconds").notNull().default(0),
    /** `high`, `normal` or `low`; null: not set by this rule. */
    priority: text("priority"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("rate_limit_name").on(table.workspaceId, table.name),
    index("rate_limit_key").on(table.keyHash),
    index("rate_limit_user").on(table.userId),
  ],
);
