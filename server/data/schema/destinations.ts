import { boolean, doublePrecision, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
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
    /** `webhook`, `otel-collector` or `s3`. */
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
