import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * The ledger: one row per model request, partitioned by month of `created_at` (the migration does this; the query
 * builder cannot). No foreign keys: a row outlives the key, workspace and user it names.
 */
export const generation = pgTable(
  "generation",
  {
    id: text("id").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    organizationId: uuid("organization_id").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    /** Hash of the API key; null for a request from a console session. */
    keyHash: text("key_hash"),
    userId: uuid("user_id"),
    requestId: text("request_id").notNull(),
    operation: text("operation").notNull(),
    /** `responses`, `messages` or `chat`; null if the operation has one wire format. */
    dialect: text("dialect"),
    requestedModel: text("requested_model").notNull(),
    model: text("model"),
    modelEndpoint: text("model_endpoint"),
    provider: text("provider"),
    upstreamId: text("upstream_id"),
    isByok: boolean("is_byok").notNull().default(false),
    attempts: jsonb("attempts").notNull(),
    usage: jsonb("usage").notNull(),
    rawUsage: jsonb("raw_usage"),
    usageEstimated: boolean("usage_estimated").notNull().default(false),
    costNanoUsd: bigint("cost_nano_usd", { mode: "number" }).notNull().default(0),
    /**
     * The part of the cost that BYOK credentials pay, if both sides pay; null: all of it if `is_byok`, else nothing.
     */
    byokNanoUsd: bigint("byok_nano_usd", { mode: "number" }),
    /** The cost that the upstream reports; null: none. */
    reportedCostNanoUsd: bigint("reported_cost_nano_usd", { mode: "number" }),
    /** Usage of other models within the request, each charged at its own prices; null: none. Included in `usage`. */
    otherModels: jsonb("other_models"),
    /** The steps of a call with server tools, each with its usage, cost, time and tools; null: a single step. */
    steps: jsonb("steps"),
    /** Ids of the price rows that the cost was computed from. */
    priceIds: text("price_ids").array().notNull(),
    /** The service tier the request was priced at; null: the default one. */
    serviceTier: text("service_tier"),
    /** The used units without a price, which the cost does not include. */
    unpriced: text("unpriced").array().notNull().default([]),
    /** HTTP status sent to the caller; a stream that failed after its start keeps 200 and has `error`. */
    status: integer("status").notNull(),
    finish: text("finish"),
    nativeFinish: text("native_finish"),
    error: text("error"),
    streamed: boolean("streamed").notNull(),
    cancelled: boolean("cancelled").notNull(),
    queueMs: integer("queue_ms").notNull(),
    firstTokenMs: integer("first_token_ms"),
    totalMs: integer("total_ms").notNull(),
    sessionId: text("session_id"),
    externalUser: text("external_user"),
    userAgent: text("user_agent"),
    /**
     * The coding agent that sent the request (an id of `lib/generations/agents.ts`), its version and its repository.
     */
    agent: text("agent"),
    agentVersion: text("agent_version"),
    repository: text("repository"),
    /** The tags of the request and its key, each once; null: none. */
    tags: text("tags").array(),
    /** The tools that the model called; null: none, or written by an earlier version. */
    toolCalls: integer("tool_calls"),
    referer: text("referer"),
    /** Features of the caller's dialect that the conversion dropped or changed. */
    notes: text("notes").array().notNull(),
    /** Guardrail findings in the request's texts, and the parts that guardrails could not read; null: neither. */
    guarding: jsonb("guarding"),
    /** Why its candidates were chosen or skipped; null: it had none. */
    routing: jsonb("routing"),
    /**
     * The request's settings and headers as received and as sent (`RequestRecord`), without texts; null: not recorded.
     */
    request: jsonb("request"),
    /** Why the gateway rejected the request before it reached a provider; null: it did not. */
    rejection: text("rejection"),
    /** The request field that caused the rejection. */
    rejectedField: text("rejected_field"),
    /** The number of rejected requests that the row stands for. */
    rejectedRequests: integer("rejected_requests"),
    /** The batch that the request is a line of. */
    batchId: text("batch_id"),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("generation_workspace_time").on(table.workspaceId, table.createdAt),
    index("generation_key_time").on(table.keyHash, table.createdAt),
    index("generation_upstream").on(table.upstreamId),
    index("generation_request").on(table.requestId),
    index("generation_batch").on(table.batchId, table.createdAt).where(sql`batch_id is not null`),
    index("generation_session").on(table.sessionId, table.createdAt).where(sql`session_id is not null`),
    index("generation_tags").using("gin", table.tags).where(sql`tags is not null`),
    index("generation_external_user").on(table.externalUser, table.createdAt).where(sql`external_user is not null`),
    // For the list of sessions in workspaces where most requests have none.
    index("generation_session_time").on(table.workspaceId, table.createdAt).where(sql`session_id is not null`),
  ],
);

/**
 * What one payer spent in one UTC day, or in a quarter of an hour if its periods may start at another time than
 * midnight UTC; longer times are sums of these. A payer is anything that has a spending limit of its own: `payer_kind`
 * says what.
 */
export const spend = pgTable(
  "spend",
  {
    /**
     * `key`, `limit`, `workspace`, `member`, `organization`, `credential`, `budget` (a shared one), or `budget:` and
     * the id of a shared budget that each of the end users named in `payer_id` has; with `session-budget:`, each
     * session.
     */
    payerKind: text("payer_kind").notNull(),
    payerId: text("payer_id").notNull(),
    /** `YYYY-MM-DD`, or `YYYY-MM-DDTHH:MM` for a quarter of an hour. */
    day: text("day").notNull(),
    costNanoUsd: bigint("cost_nano_usd", { mode: "number" }).notNull().default(0),
    byokNanoUsd: bigint("byok_nano_usd", { mode: "number" }).notNull().default(0),
    requests: bigint("requests", { mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.payerKind, table.payerId, table.day] })],
);
