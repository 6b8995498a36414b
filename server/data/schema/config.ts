import { jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { organization } from "./accounts.ts";

/** The last applied configuration document. */
export const appliedConfig = pgTable("applied_config", {
  organizationId: uuid("organization_id")
    .primaryKey()
    .references(() => organization.id, { onDelete: "cascade" }),
  /** Without secrets: a document only says where to read them. */
  document: jsonb("document").notNull(),
  planHash: text("plan_hash").notNull(),
  /** SHA-256 of the CONFIG_FILE that it comes from; null if it came through the API. */
  fileDigest: text("file_digest"),
  appliedAt: timestamp("applied_at", { withTimezone: true }).notNull(),
  /** A user's email, a key's label, or the name of CONFIG_FILE. */
  appliedBy: text("applied_by").notNull(),
});
