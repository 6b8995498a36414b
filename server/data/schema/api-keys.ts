import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "./accounts.ts";
import { workspace } from "./workspaces.ts";

/** The limits of a management key: ids of workspaces, and actions by resource; null: all. */
export type StoredScopes = { workspaces: string[] | null; resources: Record<string, "read" | "write"> | null };

/** The agent that a member signed in, as it named itself; the key is then renewed by the agent. */
export type StoredAgent = { name: string; device: string | null };

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
    /** Tags of each request with the key; null: none. */
    tags: text("tags").array(),
    /** How long its responses are kept if a request does not say it; null: not at all. */
    cacheTtlSeconds: integer("cache_ttl_seconds"),
    disabled: boolean("disabled").notNull().default(false),
    /** What was done about reports that the key leaked: `revoked`, `paused`, `notified` or `kept`; null: none came. */
    leakState: text("leak_state"),
    /** When the first of them came. */
    leakedAt: timestamp("leaked_at", { withTimezone: true }),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    /** An administrator disabled the key, or set its limit or expiry; a member must not undo that. */
    pausedByAdmin: boolean("paused_by_admin").notNull().default(false),
    limitedByAdmin: boolean("limited_by_admin").notNull().default(false),
    expiryByAdmin: boolean("expiry_by_admin").notNull().default(false),
    /**
     * Identifies the key across rotations: a key that replaces another one keeps it, and spending is counted under it.
     */
    stableId: uuid("limit_account").notNull().defaultRandom(),
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
    /**
     * Null for a key whose text was shown to a person. The hash of an agent's key belongs to no text: see `agentKey`.
     */
    agent: jsonb("agent").$type<StoredAgent>(),
    lastUsedAt: timestamp("last_used_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }),
  },
  (table) => [index("api_key_workspace").on(table.workspaceId)],
);

/** What an agent that a member signed in proves itself with to get its next key. */
export const agentSignIn = pgTable("agent_sign_in", {
  keyId: bigint("key_id", { mode: "number" })
    .primaryKey()
    .references(() => apiKey.id, { onDelete: "cascade" }),
  /** SHA-256 of the part of the refresh token that stays the same, hex. */
  familyHash: text("family_hash").notNull().unique(),
  /** SHA-256 of the part that changes with each use, and of the one before. */
  turnHash: text("turn_hash").notNull(),
  previousTurnHash: text("previous_turn_hash"),
  refreshedAt: timestamp("refreshed_at", { withTimezone: true }).notNull(),
});

/** The short-lived keys of an agent: each authenticates as the agent's one API key. */
export const agentKey = pgTable(
  "agent_key",
  {
    /** SHA-256 of the key, hex. */
    hash: text("hash").primaryKey(),
    keyId: bigint("key_id", { mode: "number" })
      .notNull()
      .references(() => apiKey.id, { onDelete: "cascade" }),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("agent_key_owner").on(table.keyId)],
);

/** A pending sign-in of an agent (RFC 8628). */
export const deviceCode = pgTable("device_code", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** SHA-256 of the code that the agent has, hex. */
  deviceHash: text("device_hash").notNull().unique(),
  /** HMAC of the code that a person enters. */
  userHash: text("user_hash").notNull().unique(),
  agent: jsonb("agent").$type<StoredAgent>().notNull(),
  /** The network address of the agent. */
  address: text("address").notNull(),
  intervalSeconds: integer("interval_seconds").notNull(),
  polledAt: timestamp("polled_at", { withTimezone: true }),
  /** `pending`, `approved` or `denied`. */
  status: text("status").notNull().default("pending"),
  /** Who approved it, where, and for how many days. */
  userId: uuid("user_id").references(() => user.id, { onDelete: "cascade" }),
  workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "cascade" }),
  days: integer("days"),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
});

/** Where keys were found in public: one row for each key and place. */
export const keyReport = pgTable(
  "key_report",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    keyHash: text("key_hash")
      .notNull()
      .references(() => apiKey.hash, { onDelete: "cascade" }),
    /** SHA-256 of the address and kind of the place, hex: addresses are too long for an index. */
    place: text("place").notNull(),
    /** Address of the place, without the key; null: not given. */
    url: text("url"),
    /** Kind of the place, in the reporter's words: `commit`, `issue_comment`. */
    source: text("source"),
    /** `github`, `organization` or `anyone`. */
    reporter: text("reporter").notNull(),
    /** When the key became public, if the reporter knows. */
    leakedAt: timestamp("leaked_at", { withTimezone: true }),
    reports: integer("reports").notNull().default(1),
    firstReportedAt: timestamp("first_reported_at", { withTimezone: true }).notNull(),
    lastReportedAt: timestamp("last_reported_at", { withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex("key_report_place").on(table.keyHash, table.place)],
);
