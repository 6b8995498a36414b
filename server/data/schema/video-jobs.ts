import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * One video from its submission on. No foreign keys: a job is charged even when its workspace is deleted meanwhile, as
 * its row of the ledger outlives that too.
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
    /** The caller's own credential it runs under; null: the house's. */
    credentialId: uuid("credential_id"),
    isByok: boolean("is_byok").notNull(),
    /** What finds the job at its provider; null until the provider has answered. */
    handle: jsonb("handle"),
    /** Seconds, resolution, aspect ratio. */
    shape: jsonb("shape").notNull(),
    /** What was asked for, as the provider got it, where the workspace keeps what calls say; null: it does not. */
    prompt: text("prompt"),
    /** Everything its row of the ledger and its charge are made of. */
    charge: jsonb("charge").notNull(),
    /** Files that hold its videos, in order. */
    fileIds: text("file_ids").array().notNull().default([]),
    costNanoUsd: bigint("cost_nano_usd", { mode: "number" }),
    /** Where the gateway was reached when the job was begun, for the addresses in what is told of it. */
    origin: text("origin").notNull().default(""),
    /** Who is told when it is over; null: whom the workspace names. */
    callbackUrl: text("callback_url"),
    polls: integer("polls").notNull().default(0),
    /** Polls in a row that were not answered. */
    failures: integer("failures").notNull().default(0),
    nextPollAt: timestamp("next_poll_at", { withTimezone: true }).notNull().defaultNow(),
    /** The process that works on it, and until when that is believed without a sign of life. */
    heldBy: uuid("held_by"),
    heldUntil: timestamp("held_until", { withTimezone: true }),
    /** Under this id room is set aside for it in the limits that hold for it. */
    leaseId: uuid("lease_id").notNull().defaultRandom(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    completedAt: timestamp("completed_at", { withTimezone: true }),
    /** When its videos were removed for their age; null: they are there, or there never were any. */
    videosRemovedAt: timestamp("videos_removed_at", { withTimezone: true }),
  },
  (table) => [
    index("video_job_workspace_time").on(table.workspaceId, table.createdAt),
    index("video_job_due").on(table.status, table.nextPollAt),
    index("video_job_with_prompt").on(table.createdAt).where(sql`prompt is not null`),
    index("video_job_with_videos").on(table.completedAt).where(sql`file_ids <> '{}' and videos_removed_at is null`),
  ],
);
