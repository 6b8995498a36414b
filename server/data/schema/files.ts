import { bigint, bigserial, boolean, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { workspace } from "./workspaces.ts";

/** A file whose bytes are in the storage under its id. */
export const file = pgTable(
  "file",
  {
    /** Order of arrival, for cursors. */
    position: bigserial("position", { mode: "number" }).primaryKey(),
    id: text("id").notNull().unique(),
    /** Null once the workspace is deleted: the bytes must still be removed. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "set null" }),
    creatorUserId: uuid("creator_user_id"),
    /** Limit account of the key that uploaded it; null for an upload in the console. */
    creatorKeyAccount: uuid("creator_key_account"),
    filename: text("filename").notNull(),
    mimeType: text("mime_type").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    purpose: text("purpose").notNull(),
    downloadable: boolean("downloadable").notNull(),
    /** False while the bytes are being written or removed; such a file is invisible. */
    stored: boolean("stored").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    /** When the last upload or removal started. */
    movedAt: timestamp("moved_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("file_workspace").on(table.workspaceId, table.position)],
);
