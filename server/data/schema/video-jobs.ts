import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * A video job, from its submission onward. No foreign keys: a job is charged even if its workspace is deleted
 * meanwhile, and its ledger row outlives the workspace too.
 */
export const videoJob = pgTable(
  "video_job",
  {
    id: text("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    keyHash: text("key_hash"),
    userId: uuid("user_id"),
    generationId: text("generation_id").notNull(),
    status: text("status").notNull(),
    error: text("error"),
    model: text("model").notNull(),
    provider: text("provider").notNull(),
    upstreamModel: text("upstream_model").notNull(),
    /** The caller's own credential that the job runs with; null: the system credential. */
    credentialId: uuid("credential_id"),
    isByok: boolean("is_byok").notNull(),
    /** The provider's identifier of the job; null until the provider has responded. */
    handle: jsonb("handle"),
    /** Seconds, resolution, aspect ratio. */
    shape: jsonb("shape").notNull(),
    /** The prompt as the provider received it, if the workspace stores contents; null otherwise. */
    prompt: text("prompt"),
    /** The data for its ledger row and its charge. */
    charge: jsonb("charge").notNull(),
    /** Files that contain its videos, in order. */
    fileIds: text("file_ids").array().notNull().default([]),
    costNanoUsd: bigint("cost_nano_usd", { mode: "number" }),
    /** The gateway's address when the job was started, for links in its webhook messages. */
    origin: text("origin").notNull().default(""),
    /** Receives a message when the job ends; null: the workspace's webhook does. */
    callbackUrl: text("callback_url"),
    polls: integer("polls").notNull().default(0),
    /** Consecutive polls without a response. */
    failures: integer("failures").notNull().default(0),
    nextPollAt: timestamp("next_poll_at", { withTimezone: true }).notNull().defaultNow(),
    /** The process that works on it, and the time until which the process counts as alive without a heartbeat. */
    heldBy: uuid("held_by"),
    heldUntil: timestamp("held_until", { withTimezone: true }),
    /** The id of its reservations in the limits that apply to it. */
    leaseId: uuid("lease_id").notNull().defaultRandom(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    completedAt: timestamp("completed_at", { withTimezone: true }),
    /** When its videos were removed because of their age; null: they exist, or never did. */
    videosRemovedAt: timestamp("videos_removed_at", { withTimezone: true }),
  },
  (table) => [
    index("video_job_workspace_time").on(table.workspaceId, table.createdAt),
    index("video_job_due").on(table.status, table.nextPollAt),
    index("video_job_with_prompt").on(table.createdAt).where(sql`prompt is not null`),
    index("video_job_with_videos").on(table.completedAt).where(sql`file_ids <> '{}' and videos_removed_at is null`),
  ],
);
