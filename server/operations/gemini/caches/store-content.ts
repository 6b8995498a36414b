import { randomBytes } from "node:crypto";
import {
  type CachedContentRow,
  insertCachedContent,
  markContentStored,
  type NewCachedContent,
} from "#server/data/cached-contents.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { spoolFolder } from "#server/storage/open-storage.ts";
import { withSpool } from "#server/storage/spool.ts";

/**
 * Stores cached content as JSON. The row comes first, as for files, so that bytes never exist without one. Throws 404 if
 * the workspace has been deleted meanwhile.
 */
export function storeContent(
  { database, storage, environment }: Gateway,
  content: Body,
  values: Omit<NewCachedContent, "id" | "sizeBytes">,
): Promise<CachedContentRow> {
  const id = `cache-sb-${randomBytes(16).toString("hex")}`;
  return withSpool(spoolFolder(environment), async (spool) => {
    await spool.write(bytesOf(content));
    await insertCachedContent(database.queries, { ...values, id, sizeBytes: spool.sizeBytes() });
    await storage.place(spool.path, id);
    const row = await markContentStored(database.queries, id);
    if (row?.workspaceId) return row;
    throw new HttpError(404, "Workspace not found");
  });
}

async function* bytesOf(content: Body): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(content));
}
