import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** Places that alert rules notify. */
export const alertChannel = pgTable(
  "alert_channel",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** `webhook`, `slack`, `teams` or `email`. */
    type: text("type").notNull(),
    /** The configuration as sealed JSON (see vault.ts), bound to this row's id: the URLs contain tokens. */
    sealedConfig: text("sealed_config").notNull(),
    /** The result of the newest attempt. */
    lastDeliveredAt: timestamp("last_delivered_at", { withTimezone: true }),
    lastError: text("last_error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("alert_channel_workspace").on(table.workspaceId, table.createdAt)],
);

export const alertRule = pgTable(
  "alert_rule",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kind: text("kind").notNull(),
    params: jsonb("params").notNull(),
    channelIds: uuid("channel_ids").array().notNull(),
    enabled: boolean("enabled").notNull(),
    /** When it is evaluated next. The process that evaluates it moves this forward first, so that no other one does. */
    evaluateAt: timestamp("evaluate_at", { withTimezone: true }).notNull().defaultNow(),
    evaluatedAt: timestamp("evaluated_at", { withTimezone: true }),
    evaluationError: text("evaluation_error"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("alert_rule_workspace").on(table.workspaceId, table.createdAt),
    index("alert_rule_due").on(table.evaluateAt).where(sql`enabled`),
  ],
);

/** Open and past alerts. They outlive their rule. */
export const alert = pgTable(
  "alert",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    ruleId: uuid("rule_id").references(() => alertRule.id, { onDelete: "set null" }),
    ruleName: text("rule_name").notNull(),
    kind: text("kind").notNull(),
    subject: text("subject").notNull(),
    subjectName: text("subject_name").notNull(),
    message: text("message").notNull(),
    numbers: jsonb("numbers").notNull(),
    openedAt: timestamp("opened_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
    resolvedAt: timestamp("resolved_at", { withTimezone: true }),
    acknowledgedAt: timestamp("acknowledged_at", { withTimezone: true }),
    /** The name of the person, or the label of the key. */
    acknowledgedBy: text("acknowledged_by"),
    snoozedUntil: timestamp("snoozed_until", { withTimezone: true }),
  },
  (table) => [
    // A rule has at most one open alert for each subject.
    uniqueIndex("alert_open_once").on(table.ruleId, table.subject).where(sql`resolved_at is null`),
    index("alert_workspace").on(table.workspaceId, table.openedAt),
    index("alert_rule_subject").on(table.ruleId, table.subject, table.openedAt),
  ],
);

/** Messages about alerts, until they are delivered or given up. */
export const alertDelivery = pgTable(
  "alert_delivery",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    /** Null: a message to one person, which no rule sends. */
    alertId: uuid("alert_id").references(() => alert.id, { onDelete: "cascade" }),
    /** The email address of that person. */
    recipient: text("recipient"),
    channelId: uuid("channel_id").references(() => alertChannel.id, { onDelete: "set null" }),
    channelName: text("channel_name").notNull(),
    /** `opened`, `reminded` or `resolved`. */
    event: text("event").notNull(),
    ruleName: text("rule_name").notNull(),
    /** What is sent, in no channel's format (`AlertNotice`). */
    notice: jsonb("notice").notNull(),
    /** `pending`, `delivered` or `failed`. */
    status: text("status").notNull().default("pending"),
    attempts: jsonb("attempts").notNull().default([]),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    heldBy: uuid("held_by"),
    heldUntil: timestamp("held_until", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("alert_delivery_workspace").on(table.workspaceId, table.createdAt),
    index("alert_delivery_alert").on(table.alertId, table.createdAt),
    index("alert_delivery_due").on(table.nextAttemptAt).where(sql`status = 'pending'`),
  ],
);
