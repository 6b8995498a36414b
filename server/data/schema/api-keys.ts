import { bigint, bigserial, boolean, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

/** The limits of a management key: ids of workspaces, and actions by resource; null: all. */
export type StoredScopes = { workspaces: string[] | null; resources: Record<string, "read" | "write"> | null };

export const apiKey = pgTable(
  "api_key",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    /** SHA-256 of the key, hex; the key itself is never stored. */
    hash: text("hash").notNull().unique(),
    name: text("name").notNull(),
    /** Masked form, e.g. `sk-sb-…4f2a`. */
    label: text("label").notNull(),
    /** `normal` or `management`. */
    kind: text("kind").notNull().default("normal"),
    workspaceId: uuid("workspace_id")
      .notNull()
      .references(() => workspace.id, { onDelete: "cascade" }),
    creatorUserId: uuid("creator_user_id").references(() => user.id, { onDelete: "set null" }),
    externalUser: text("external_user"),
    disabled: boolean("disabled").notNull().default(false),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** An administrator disabled the key, or set its limit or expiry; a member must not undo that. */
    pausedByAdmin: boolean("paused_by_admin").notNull().default(false),
    limitedByAdmin: boolean("limited_by_admin").notNull().default(false),
    expiryByAdmin: boolean("expiry_by_admin").notNull().default(false),
    /** The account that the limit counts on; a replacement key uses the same one. */
    limitAccount: uuid("limit_account").notNull().defaultRandom(),
    limitNanoUsd: bigint("limit_nano_usd", { mode: "number" }),
    /** `daily`, `weekly`, `monthly`, or null for a limit that never resets. */
    limitReset: text("limit_reset"),
    includeByokInLimit: boolean("include_byok_in_limit").notNull().default(false),
    /** The key that replaced this one, during this one's grace period. */
    rotatedTo: text("rotated_to"),
    /** Server tools that the key may use, by name, `mcp`, `server/*` or `server/tool`; null: all. */
    allowedTools: text("allowed_tools").array(),
    /** What a management key is limited to; null: nothing. */
    scopes: jsonb("scopes").$type<StoredScopes>(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }),
  },
  (table) => [index("api_key_workspace").on(table.workspaceId)],
);
