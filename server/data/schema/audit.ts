import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * A record of who changed what. Append-only, enforced by a trigger. No foreign keys, so that a record outlives its
 * subject.
 */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    organizationId: uuid("organization_id").notNull(),
    /** Null for the organization's own records. */
    workspaceId: uuid("workspace_id"),
    actorUserId: uuid("actor_user_id"),
    actorKeyHash: text("actor_key_hash"),
    /** The SCIM token of a directory. */
    actorTokenId: uuid("actor_token_id"),
    /** The user's email, the key's label or the token's name at that time. */
    actorName: text("actor_name").notNull(),
    /** `<noun>.<verb>`, e.g. `guardrail.update`. */
    action: text("action").notNull(),
    targetType: text("target_type").notNull(),
    targetId: text("target_id").notNull(),
    targetName: text("target_name"),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id").notNull(),
    address: text("address").notNull(),
  },
  (table) => [
    index("audit_organization").on(table.organizationId, table.createdAt),
    index("audit_target").on(table.organizationId, table.targetType, table.targetId),
  ],
);
