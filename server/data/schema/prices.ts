import { bigint, boolean, date, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Prices missing from the shipped snapshot: refreshed and negotiated ones. Append-only: a trigger of the migration only
 * allows ending a row, or ending it earlier, so that a correction is a new row and past costs can be proved.
 */
export const price = pgTable(
  "price",
  {
    id: text("id").primaryKey(),
    /** `refresh` or `override`. */
    origin: text("origin").notNull(),
    /** The refresh that added the row. */
    batchId: uuid("batch_id"),
    /** The override's target, one or more of the three; a refreshed row has its model endpoint. */
    provider: text("provider"),
    modelEndpoint: text("model_endpoint"),
    credentialId: uuid("credential_id"),
    /** Null: every unit (a discount). */
    unit: text("unit"),
    /** Null with `discount_basis_points`: a discount; null without: the unit is no longer priced on these terms. */
    nanoUsdPerMillion: bigint("nano_usd_per_million", { mode: "number" }),
    reserveNanoUsdPerMillion: bigint("reserve_nano_usd_per_million", { mode: "number" }),
    discountBasisPoints: integer("discount_basis_points"),
    minPromptTokens: integer("min_prompt_tokens").notNull().default(0),
    serviceTier: text("service_tier"),
    variant: text("variant"),
    hoursStartMinute: integer("hours_start_minute"),
    hoursEndMinute: integer("hours_end_minute"),
    validFrom: timestamp("valid_from", { withTimezone: true }).notNull(),
    validTo: timestamp("valid_to", { withTimezone: true }),
    source: text("source").notNull(),
    sourceRevision: text("source_revision").notNull(),
    asOf: date("as_of", { mode: "string" }).notNull(),
    disputed: boolean("disputed").notNull().default(false),
    note: text("note"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** User id, key label, or `operator` for the command line. */
    createdBy: text("created_by").notNull(),
  },
  (table) => [index("price_endpoint").on(table.modelEndpoint), index("price_batch").on(table.batchId)],
);

/** One applied refresh, with the models and endpoints it added. */
export const priceRefresh = pgTable("price_refresh", {
  id: uuid("id").primaryKey().defaultRandom(),
  source: text("source").notNull(),
  sourceRevision: text("source_revision").notNull(),
  asOf: date("as_of", { mode: "string" }).notNull(),
  models: jsonb("models").notNull(),
  endpoints: jsonb("endpoints").notNull(),
  prices: integer("prices").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  createdBy: text("created_by").notNull(),
  endedAt: timestamp("ended_at", { withTimezone: true }),
  endedBy: text("ended_by"),
});

/**
 * Every row that a snapshot ever shipped here, by its id, so that a cost can still be proved after a newer snapshot is
 * installed.
 */
export const shippedPrice = pgTable("shipped_price", {
  id: text("id").primaryKey(),
  row: jsonb("row").notNull(),
  firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull().defaultNow(),
});
