import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A batch of requests, in the form of either provider's API. */
export const batch = pgTable(
  "batch",
  {
    /** Order of arrival, for lists. */
    position: bigserial("position", { mode: "number" }).primaryKey(),
    id: text("id").notNull().unique(),
    organizationId: uuid("organization_id").notNull(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    /** The key whose rights and limits apply to each request; null for a batch created in the console. */
    keyHash: text("key_hash"),
    creatorUserId: uuid("creator_user_id"),
    creatorKeyStableId: uuid("creator_key_account"),
    /** `openai` or `anthropic`: the API that created it. */
    form: text("form").notNull(),
    /** Path of the requests' endpoint, with its version: `/v1/responses`. */
    endpoint: text("endpoint").notNull(),
    completionWindow: text("completion_window").notNull(),
    metadata: jsonb("metadata"),
    /** Whether providers with batches of their own run its requests in these. */
    usesProviders: boolean("uses_providers").notNull().default(false),
    inputFileId: text("input_file_id").notNull(),
    outputFileId: text("output_file_id"),
    errorFileId: text("error_file_id"),
    /** One of `BATCH_STATES`. */
    status: text("status").notNull(),
    /** Why its input was rejected, as a list of `BatchError`; null if it was not. */
    errors: jsonb("errors"),
    total: integer("total").notNull().default(0),
    succeeded: integer("succeeded").notNull().default(0),
    errored: integer("errored").notNull().default(0),
    canceled: integer("canceled").notNull().default(0),
    expired: integer("expired").notNull().default(0),
    costNanoUsd: bigint("cost_nano_usd", { mode: "number" }).notNull().default(0),
    userAgent: text("user_agent"),
    referer: text("referer"),
    /** Tags of the request that created it, which each of its requests has; null: none. */
    tags: text("tags").array(),
    /** For how long to keep its results, in seconds; null: as long as those of all batches. */
    resultSeconds: integer("result_seconds"),
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    inProgressAt: moment("in_progress_at"),
    finalizingAt: moment("finalizing_at"),
    completedAt: moment("completed_at"),
    failedAt: moment("failed_at"),
    expiredAt: moment("expired_at"),
    cancellingAt: moment("cancelling_at"),
    cancelledAt: moment("cancelled_at"),
    /** When its results were removed because of their age. */
    archivedAt: moment("archived_at"),
    /** No request starts before this time, because a rate limit was reached. */
    pausedUntil: moment("paused_until").notNull().defaultNow(),
    /** How often in a row a rate limit was reached. */
    pauses: integer("pauses").notNull().default(0),
    /** When requests were last taken from it; batches take turns. */
    servedAt: moment("served_at").notNull().defaultNow(),
    /**
     * The process that reads its input or writes its results, and the time until which that process counts as alive.
     */
    heldBy: uuid("held_by"),
    heldUntil: moment("held_until"),
  },
  (table) => [
    index("batch_workspace").on(table.workspaceId, table.position),
    index("batch_unfinished")
      .on(table.status)
      .where(sql`status in ('validating', 'in_progress', 'cancelling', 'finalizing')`),
  ],
);

/** A request of an unfinished batch. Its text is in the input file. */
export const batchLine = pgTable(
  "batch_line",
  {
    batchId: text("batch_id")
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    /** Counted from 1, as in the input file. */
    line: integer("line").notNull(),
    customId: text("custom_id").notNull(),
    /** Its place in the input file. */
    startByte: bigint("start_byte", { mode: "number" }).notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** `pending`, `running`, `waiting` (for its provider's batch), `succeeded`, `errored`, `canceled` or `expired`. */
    status: text("status").notNull().default("pending"),
    /** HTTP status of its response; null without one. */
    statusCode: integer("status_code"),
    requestId: text("request_id"),
    /**
     * The response body, or the request while it waits for its provider; compressed and sealed. Null without either.
     */
    result: bytea("result"),
    /** The provider's batch that it waits for, or that ended it. */
    providerBatch: text("provider_batch"),
    /** Its provider's batch did not run it, so the gateway must. */
    runsHere: boolean("runs_here").notNull().default(false),
    /** Why there is no response; null if there is one. */
    error: text("error"),
    /** How often it was started, without the starts that a rate limit ended. */
    starts: integer("starts").notNull().default(0),
    heldBy: uuid("held_by"),
    heldUntil: moment("held_until"),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.line] }),
    index("batch_line_open").on(table.batchId, table.line).where(sql`status in ('pending', 'running')`),
    index("batch_line_running").on(table.heldBy).where(sql`status = 'running'`),
    index("batch_line_waiting").on(table.batchId, table.providerBatch, table.line).where(sql`status = 'waiting'`),
  ],
);

/** Requests of a batch that one provider runs as a batch of its own, with one credential. */
export const providerBatch = pgTable(
  "provider_batch",
  {
    id: text("id").primaryKey(),
    batchId: text("batch_id")
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    /** The upstream name of its model; null if the provider accepts several models in a batch. */
    model: text("model"),
    /** The provider's path of its requests. */
    path: text("path").notNull(),
    /** The credential: `own:` and the id of a BYOK credential, or `system:` and its variable if there are several. */
    access: text("access").notNull(),
    /** `collecting`, `submitting`, `submitted`, `removing` (its data at the provider) or `ended`. */
    status: text("status").notNull(),
    /** The provider's ids of the batch and its files (`BatchHandle`); null until the provider has responded. */
    handle: jsonb("handle"),
    /** Batches at the provider that turned out to be others. */
    rejected: text("rejected").array().notNull().default([]),
    requests: integer("requests").notNull().default(0),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull().default(0),
    /** Requests that the provider has finished, as it reports. */
    finished: integer("finished").notNull().default(0),
    /** Why it ended without running its requests. */
    error: text("error"),
    /** The id of its requests' reservations in the limits that apply to them. */
    leaseId: uuid("lease_id").notNull().defaultRandom(),
    /** Failed steps in a row. */
    failures: integer("failures").notNull().default(0),
    createdAt: moment("created_at").notNull().defaultNow(),
    /** When its last request was added. */
    addedAt: moment("added_at").notNull().defaultNow(),
    /** When it was first sent to the provider, which may have it since. */
    sentAt: moment("sent_at"),
    cancelSentAt: moment("cancel_sent_at"),
    endedAt: moment("ended_at"),
    nextCheckAt: moment("next_check_at").notNull().defaultNow(),
    heldBy: uuid("held_by"),
    heldUntil: moment("held_until"),
  },
  (table) => [
    index("provider_batch_batch").on(table.batchId),
    index("provider_batch_due").on(table.nextCheckAt).where(sql`status <> 'ended'`),
  ],
);
