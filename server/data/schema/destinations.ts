import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** Destinations of a workspace's traces. */
export const destination = pgTable(
  "destination",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** `webhook`, `otel-collector`, `s3` or `disk`. */
    type: text("type").notNull(),
    /** The part of the configuration that is not secret. */
    config: jsonb("config").notNull(),
    /** The secret part as sealed JSON (see vault.ts), bound to this row's id. */
    sealedConfig: text("sealed_config").notNull(),
    enabled: boolean("enabled").notNull(),
    /** Only metadata is sent. */
    privacyMode: boolean("privacy_mode").notNull(),
    samplingRate: doublePrecision("sampling_rate").notNull(),
    /** Hashes of the keys whose requests are sent; null: of all keys. */
    apiKeyHashes: text("api_key_hashes").array(),
    filterRules: jsonb("filter_rules"),
    regions: text("regions").array().notNull(),
    broadcastCost: boolean("broadcast_cost").notNull(),
    broadcastIdentity: boolean("broadcast_identity").notNull(),
    broadcastRequestContext: boolean("broadcast_request_context").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("destination_workspace").on(table.workspaceId, table.createdAt)],
);

/** The delivery state of each destination. Separate, because it changes with every batch. */
export const destinationState = pgTable("destination_state", {
  destinationId: uuid("destination_id")
    .primaryKey()
    .references(() => destination.id, { onDelete: "cascade" }),
  /** The process that delivers now, and the time until which no other process may. */
  heldBy: uuid("held_by"),
  heldUntil: timestamp("held_until", { withTimezone: true }),
  nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
  /**
   * The queued requests of the batch that was attempted last, until they are settled; null: the next batch is chosen
   * anew. A retry with the same requests replaces what an attempt with an unknown outcome wrote.
   */
  plannedIds: bigint("planned_ids", { mode: "number" }).array(),
  /** Consecutive failed attempts. */
  failures: integer("failures").notNull().default(0),
  /** Most requests in the next batch, after the receiver rejected a larger one; null: the usual number. */
  batchMost: integer("batch_most"),
  lastError: text("last_error"),
  lastErrorAt: timestamp("last_error_at", { withTimezone: true }),
  lastDeliveredAt: timestamp("last_delivered_at", { withTimezone: true }),
  delivered: bigint("delivered", { mode: "number" }).notNull().default(0),
});

/** Requests that a destination has not received yet, and its dead letters. */
export const destinationEvent = pgTable(
  "destination_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    destinationId: uuid("destination_id")
      .notNull()
      .references(() => destination.id, { onDelete: "cascade" }),
    /** The ledger row: its id and `created_at`. */
    generationId: text("generation_id").notNull(),
    generationAt: timestamp("generation_at", { withTimezone: true }).notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull().defaultNow(),
    /** When it became a dead letter; null: it still waits. */
    deadAt: timestamp("dead_at", { withTimezone: true }),
    /** Why it is a dead letter. */
    error: text("error"),
  },
  (table) => [
    index("destination_event_waiting").on(table.destinationId, table.id).where(sql`dead_at is null`),
    index("destination_event_dead").on(table.destinationId, table.id).where(sql`dead_at is not null`),
  ],
);
