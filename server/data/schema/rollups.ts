import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/** Ledger rows not yet in the roll-ups, one line per write; the same statement writes both. */
export const rollupQueue = pgTable("rollup_queue", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  generationIds: text("generation_ids").array().notNull(),
  createdAts: timestamp("created_ats", { withTimezone: true }).array().notNull(),
});

/**
 * The columns that the roll-up rows of one series share. A column that the series' grain sums over is null, just like
 * an unknown value.
 */
export const rollupSeries = pgTable("rollup_series", {
  /** MD5 of the grain and every column below. */
  id: uuid("id").primaryKey(),
  workspaceId: text("workspace_id").notNull(),
  keyHash: text("key_hash"),
  userId: text("user_id"),
  model: text("model"),
  modelEndpoint: text("model_endpoint"),
  provider: text("provider"),
  operation: text("operation"),
  status: integer("status"),
  /** `ok`, `cancelled`, `cut` (failed after its start), `rejected` (before any provider), `4xx`, `429` or `5xx`. */
  statusClass: text("status_class"),
  isByok: boolean("is_byok"),
  finish: text("finish"),
  streamed: boolean("streamed"),
  /** Why requests were rejected. */
  rejection: text("rejection"),
});

const sum = (name: string) => bigint(name, { mode: "number" }).notNull();
const histogram = (name: string) => bigint(name, { mode: "number" }).array().notNull();

/** Sums of the ledger by time and series. `span` is `minute`, `hour` or `day` (UTC); `bucket` its start. */
export const rollup = pgTable(
  "rollup",
  {
    grain: text("grain").notNull(),
    span: text("span").notNull(),
    workspaceId: uuid("workspace_id").notNull(),
    bucket: timestamp("bucket", { withTimezone: true }).notNull(),
    seriesId: uuid("series_id").notNull(),
    requests: sum("requests"),
    /** Requests rejected before any provider, which `requests` does not include. */
    rejected: sum("rejected").default(0),
    /** Our own cost and the cost through callers' own provider keys are separate. */
    costNanoUsd: sum("cost_nano_usd"),
    byokNanoUsd: sum("byok_nano_usd"),
    tokensPrompt: sum("tokens_prompt"),
    tokensCompletion: sum("tokens_completion"),
    tokensCached: sum("tokens_cached"),
    tokensCacheWrite: sum("tokens_cache_write"),
    tokensReasoning: sum("tokens_reasoning"),
    tokensAudio: sum("tokens_audio"),
    tokensImage: sum("tokens_image"),
    images: sum("images"),
    characters: sum("characters"),
    searches: sum("searches"),
    seconds: doublePrecision("seconds").notNull(),
    totalMs: sum("total_ms"),
    firstTokenMs: sum("first_token_ms"),
    firstTokens: sum("first_tokens"),
    /** Time between first and last token, and the tokens of these requests. */
    writingMs: sum("writing_ms"),
    writtenTokens: sum("written_tokens"),
    /** Counts by bin, each `bin << 40 | count`; a bin may occur more than once. */
    totalHistogram: histogram("total_histogram"),
    firstTokenHistogram: histogram("first_token_histogram"),
  },
  (table) => [primaryKey({ columns: [table.grain, table.span, table.workspaceId, table.bucket, table.seriesId] })],
);

/**
 * Findings of guardrail rules by time. `span` is `hour` or `day` (UTC); `bucket` its start. No foreign keys: like a
 * ledger row it outlives the records it names.
 */
export const guardrailHit = pgTable(
  "guardrail_hit",
  {
    workspaceId: uuid("workspace_id").notNull(),
    guardrailId: text("guardrail_id").notNull(),
    span: text("span").notNull(),
    bucket: timestamp("bucket", { withTimezone: true }).notNull(),
    rule: text("rule").notNull(),
    /** Its name at its last finding. */
    ruleName: text("rule_name").notNull(),
    action: text("action").notNull(),
    direction: text("direction").notNull(),
    /** In shadow mode: only reported. */
    shadow: boolean("shadow").notNull(),
    calls: sum("calls"),
    matches: sum("matches"),
  },
  (table) => [
    primaryKey({
      name: "guardrail_hit_key",
      columns: [
        ...([table.workspaceId, table.guardrailId, table.span, table.bucket] as const),
        ...([table.rule, table.action, table.direction, table.shadow] as const),
      ],
    }),
  ],
);
