import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { organization } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

export const credential = pgTable(
  "credential",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    /** Null: for every workspace of the organization. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    name: text("name"),
    label: text("label").notNull(),
    /** Sealed provider key (see vault.ts), bound to this row's id; empty once deleted. */
    sealedKey: text("sealed_key").notNull(),
    disabled: boolean("disabled").notNull().default(false),
    isFallback: boolean("is_fallback").notNull().default(false),
    isRequired: boolean("is_required").notNull().default(false),
    isByokOnly: boolean("is_byok_only").notNull().default(false),
    declaredZdr: boolean("declared_zdr"),
    sortOrder: integer("sort_order").notNull().default(0),
    weight: integer("weight").notNull().default(1),
    tier: integer("tier").notNull().default(1),
    allowedModels: text("allowed_models").array(),
    allowedUserIds: text("allowed_user_ids").array(),
    allowedApiKeyHashes: text("allowed_api_key_hashes").array(),
    /** Number of keys this row has had; the columns below describe the current one. */
    keyVersion: integer("key_version").notNull().default(1),
    keySetAt: timestamp("key_set_at", { withTimezone: true }).notNull().defaultNow(),
    /** When the provider last accepted a test request. */
    testedAt: timestamp("tested_at", { withTimezone: true }),
    firstSuccessAt: timestamp("first_success_at", { withTimezone: true }),
    lastSuccessAt: timestamp("last_success_at", { withTimezone: true }),
    lastFailureAt: timestamp("last_failure_at", { withTimezone: true }),
    lastFailureStatus: integer("last_failure_status"),
    lastFailure: text("last_failure"),
    successes: bigint("successes", { mode: "number" }).notNull().default(0),
    failures: bigint("failures", { mode: "number" }).notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [index("credential_organization").on(table.organizationId, table.provider)],
);

/** How the BYOK credentials of a provider share its requests. A pool without a row is `ordered`. */
export const credentialPool = pgTable(
  "credential_pool",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    /** Null: the credentials for every workspace of the organization. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "cascade" }),
    provider: text("provider").notNull(),
    /** One of `POOL_STRATEGIES`. */
    strategy: text("strategy").notNull(),
  },
  (table) => [index("credential_pool_organization").on(table.organizationId, table.provider)],
);
