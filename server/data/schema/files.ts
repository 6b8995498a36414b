import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
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
    /** Stable id of the key that uploaded it; null for an upload in the console. */
    creatorKeyStableId: uuid("creator_key_account"),
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

/** A piece of a file's text with its vector. A file without text has one row at position -1. */
export const fileChunk = pgTable(
  "file_chunk",
  {
    fileId: text("file_id")
      .notNull()
      .references(() => file.id, { onDelete: "cascade" }),
    /** The model that made the vector. */
    model: text("model").notNull(),
    position: integer("position").notNull(),
    /** Hash of the file's bytes: another file with the same bytes reuses the pieces. */
    hash: text("hash").notNull(),
    text: text("text").notNull(),
    vector: real("vector").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.model, table.position] }),
    index("file_chunk_hash").on(table.hash, table.model),
  ],
);

/** The beginning of prompts for one model. Its JSON is in the storage under its id. */
export const cachedContent = pgTable(
  "cached_content",
  {
    /** Order of arrival, for cursors. */
    position: bigserial("position", { mode: "number" }).primaryKey(),
    id: text("id").notNull().unique(),
    /** Null once the workspace is deleted: the bytes must still be removed. */
    workspaceId: uuid("workspace_id").references(() => workspace.id, { onDelete: "set null" }),
    creatorUserId: uuid("creator_user_id"),
    creatorKeyStableId: uuid("creator_key_account"),
    /** The model as the request named it. */
    model: text("model").notNull(),
    displayName: text("display_name"),
    tokenCount: integer("token_count").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** False while the bytes are being written or removed; such content is invisible. */
    stored: boolean("stored").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("cached_content_workspace").on(table.workspaceId, table.position),
    index("cached_content_expiry").on(table.expiresAt),
  ],
);
