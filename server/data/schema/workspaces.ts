import {
  bigint,
  boolean,
  doublePrecision,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { organization, user } from "./accounts.ts";

/** A plugin with its settings, in wire format. */
export type PluginRecord = { id: string; [setting: string]: unknown };

export const workspace = pgTable(
  "workspace",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description"),
    isDefault: boolean("is_default").notNull().default(false),
    createdBy: uuid("created_by").references(() => user.id, { onDelete: "set null" }),
    defaultTextModel: text("default_text_model"),
    defaultImageModel: text("default_image_model"),
    defaultProviderSort: text("default_provider_sort"),
    ioLoggingApiKeyIds: bigint("io_logging_api_key_ids", { mode: "number" }).array(),
    ioLoggingSamplingRate: doublePrecision("io_logging_sampling_rate").notNull().default(1),
    ioLoggingKeepsFailedRequests: boolean("io_logging_keeps_failed_requests").notNull().default(false),
    isDataDiscountLoggingEnabled: boolean("is_data_discount_logging_enabled").notNull().default(false),
    isObservabilityBroadcastEnabled: boolean("is_observability_broadcast_enabled").notNull().default(false),
    isObservabilityIoLoggingEnabled: boolean("is_observability_io_logging_enabled").notNull().default(false),
    uploadsNeedManagementKey: boolean("uploads_need_management_key").notNull().default(false),
    imagesNeedManagementKey: boolean("images_need_management_key").notNull().default(false),
    disabledServerTools: text("disabled_server_tools").array(),
    /** What happens to a key that is reported as leaked: `revoke`, `pause` or `notify`. */
    leakedKeyPolicy: text("leaked_key_policy").notNull().default("pause"),
    /** Plugins with their settings, as in a request; null: none. */
    defaultPlugins: jsonb("default_plugins").$type<PluginRecord[]>(),
    /** IANA name of the zone at whose midnight the periods of budgets and caps start. */
    timeZone: text("time_zone").notNull().default("UTC"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }),
  },
  (table) => [uniqueIndex("workspace_slug").on(table.organizationId, table.slug)],
);

export const workspaceMember = pgTable(
  "workspace_member",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** Added by hand, by a group mapping, or both; the row is deleted once it is neither. */
    isByHand: boolean("is_by_hand").notNull().default(true),
    isByMapping: boolean("is_by_mapping").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex("workspace_member_once").on(table.workspaceId, table.userId)],
);

export const setting = pgTable("setting", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
