import { index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** A workspace's webhook for finished videos, and its signature. */
export const workspaceWebhook = pgTable("workspace_webhook", {
  workspaceId: uuid("workspace_id")
    .primaryKey()
    .references(() => workspace.id, { onDelete: "cascade" }),
  /** Null: only jobs with a callback address send messages. */
  url: text("url"),
  /** Counts the workspace's signing secrets; the secret is derived from it and not stored. */
  secretVersion: integer("secret_version").notNull().default(1),
});

/** One message about a video, until it is delivered or given up. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id").notNull(),
    jobId: text("job_id").notNull(),
    /** The same for every delivery of one message, so that receivers can recognize duplicates. */
    idempotencyKey: text("idempotency_key").notNull(),
    event: text("event").notNull(),
    url: text("url").notNull(),
    /** Exactly what is sent. */
    body: text("body").notNull(),
    /** `pending`, `delivered` or `failed`. */
    status: text("status").notNull().default("pending"),
    attempts: jsonb("attempts").notNull().default([]),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    heldBy: uuid("held_by"),
    heldUntil: timestamp("held_until", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("webhook_delivery_job").on(table.workspaceId, table.jobId, table.createdAt),
    index("webhook_delivery_due").on(table.status, table.nextAttemptAt),
    index("webhook_delivery_time").on(table.createdAt),
  ],
);
