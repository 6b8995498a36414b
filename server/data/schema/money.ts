import { bigint, boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { organization, user } from "./accounts.ts";
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
 * Part of a spending limit that one process has leased: for calls in progress, future calls, and costs not yet written.
 * The rest of a limit is what is neither spent nor leased.
 */
export const lease = pgTable(
  "lease",
  {
    processId: uuid("process_id").notNull(),
    account: text("account").notNull(),
    /** First day (YYYY-MM-DD, UTC) of the limit's period; empty for a limit that never resets. */
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
