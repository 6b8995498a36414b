import { boolean, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { organization } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

/** A compatible server that a workspace or the organization has added as a provider. */
export const customProvider = pgTable(
  "custom_provider",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    /** Null: for every workspace of the organization. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "cascade" }),
    /** The provider's id in requests and in the ledger. */
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    /** The API that the server speaks: `openai` or `anthropic`. */
    api: text("api").notNull(),
    baseUrl: text("base_url").notNull(),
    enabled: boolean("enabled").notNull(),
    zeroDataRetention: boolean("zero_data_retention").notNull(),
    /** Whether models of the server's own list are offered too. */
    readsModelList: boolean("reads_model_list").notNull().default(false),
    /** API key and headers as sealed JSON (see vault.ts), bound to this row's id. */
    sealedSecrets: text("sealed_secrets").notNull(),
    /** A list of `StoredModel`. */
    models: jsonb("models").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  // Circuits, health and the ledger name a provider by its slug alone.
  (table) => [uniqueIndex("custom_provider_slug").on(table.slug)],
);
