import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
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

/** A batch of requests, in the form of either vendor's API. */
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
    creatorKeyAccount: uuid("creator_key_account"),
    /** `openai` or `anthropic`: the API that created it. */
    form: text("form").notNull(),
    /** Path of the requests' endpoint, with its version: `/v1/responses`. */
    endpoint: text("endpoint").notNull(),
    completionWindow: text("completion_window").notNull(),
    metadata: jsonb("metadata"),
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
    createdAt: moment("created_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
    inProgressAt: moment("in_progress_at"),
    finalizingAt: moment("finalizing_at"),
    completedAt: moment("completed_at"),
    failedAt: moment("failed_at"),
    expiredAt: moment("expired_at"),
    cancellingAt: moment("cancelling_at"),
    cancelledAt: moment("cancelled_at"),
    /** No request starts before this time, because a limit of rates was reached. */
    pausedUntil: moment("paused_until").notNull().defaultNow(),
    /** How often in a row a limit of rates was reached. */
    pauses: integer("pauses").notNull().default(0),
    /** When requests were last taken from it; batches take turns. */
    servedAt: moment("served_at").notNull().defaultNow(),
    /** The process that reads its input or writes its results, and the time until which that process counts as alive. */
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
    /** `pending`, `running`, `succeeded`, `errored`, `canceled` or `expired`. */
    status: text("status").notNull().default("pending"),
    /** HTTP status of its response; null without one. */
    statusCode: integer("status_code"),
    requestId: text("request_id"),
    /** The response body, compressed and sealed; null without one. */
    result: bytea("result"),
    /** Why there is no response; null if there is one. */
    error: text("error"),
    /** How often it was started, without the starts that a limit of rates ended. */
    starts: integer("starts").notNull().default(0),
    heldBy: uuid("held_by"),
    heldUntil: moment("held_until"),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.line] }),
    index("batch_line_open").on(table.batchId, table.line).where(sql`status in ('pending', 'running')`),
    index("batch_line_running").on(table.heldBy).where(sql`status = 'running'`),
  ],
);
