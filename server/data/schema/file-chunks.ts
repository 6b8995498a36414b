import { index, integer, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { file } from "./files.ts";

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
