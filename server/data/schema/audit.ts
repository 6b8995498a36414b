import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/**
 * Who changed what; append-only by trigger. It refers to nothing, so that a record outlives what it tells of.
 */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    organizationId: uuid("organization_id").notNull(),
    /** Null for what is the organization's own. */
    workspaceId: uuid("workspace_id"),
    actorUserId: uuid("actor_user_id"),
    actorKeyHash: text("actor_key_hash"),
    /** Email of the user or label of the key, as it was then. */
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
