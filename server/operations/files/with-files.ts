import { buffer } from "node:stream/consumers";
import { isRecord } from "#lib/is-record.ts";
import { findFiles } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import { FILE_PARTS, type LoadedFile } from "./file-parts.ts";

type Body = Record<string, unknown>;

/** With base64 on top, this is the maximum that providers accept in one request. */
const MAX_TOTAL_BYTES = 24 * 1024 * 1024;
const MAX_FILES = 100;

/** Ids of files stored here; any other id is the upstream's own. */
const OWN_ID = /^file-sb-[0-9a-f]{32}$/;

/** The places of message parts, in any dialect. */
const PLACES = ["input", "messages", "content", "output", "source"];

/**
 * Returns a body of a text request with every stored file in place of its id. A body that names none is returned as the
 * same object, without waiting. Throws 404 for a file that the workspace does not have, 400 for one that the part does
 * not support, and 413 if the files exceed the bytes that a request may carry.
 */
export function withFiles(gateway: Gateway, workspaceId: string, body: Body): Body | Promise<Body> {
  const named: string[] = [];
  visit(body, (part, id) => {
    named.push(id);
    return part;
  });
  return named.length === 0 ? body : fillFiles(gateway, workspaceId, body, named);
}

async function fillFiles(gateway: Gateway, workspaceId: string, body: Body, named: readonly string[]): Promise<Body> {
  const files = await load(gateway, workspaceId, named);
  return visit(
    body,
    (part, id) => FILE_PARTS.get(part.type)?.filled(part, files.get(id) as LoadedFile) ?? part,
  ) as Body;
}

/** Replaces each part that names a stored file with the result of `change`; shares everything unchanged. */
function visit(value: unknown, change: (part: Body, id: string) => Body): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => visit(item, change));
    return items.some((item, index) => item !== value[index]) ? withNumbersOf(value, items) : value;
  }
  if (!isRecord(value)) return value;
  const id = FILE_PARTS.get(value.type)?.idOf(value);
  if (typeof id === "string" && OWN_ID.test(id)) return change(value, id);
  let visited = value;
  for (const place of PLACES) {
    if (typeof value[place] !== "object") continue;
    const inner = visit(value[place], change);
    if (inner !== value[place]) visited = withNumbersOf(value, { ...visited, [place]: inner });
  }
  return visited;
}

async function load(
  { database, storage }: Gateway,
  workspaceId: string,
  named: readonly string[],
): Promise<Map<string, LoadedFile>> {
  if (named.length > MAX_FILES) throw new HttpError(400, `A request can name at most ${MAX_FILES} files`);
  const ids = [...new Set(named)];
  const rows = new Map((await findFiles(database.queries, workspaceId, ids)).map((row) => [row.id, row]));
  const missing = ids.find((id) => !rows.has(id));
  if (missing) throw new HttpError(404, `No such file: ${missing}`);
  const totalBytes = named.reduce((sum, id) => sum + (rows.get(id)?.sizeBytes ?? 0), 0);
  if (totalBytes > MAX_TOTAL_BYTES) {
    throw new HttpError(413, `The files of a request can have at most ${MAX_TOTAL_BYTES} bytes in total`);
  }
  const files = new Map<string, LoadedFile>();
  for (const { id, filename, mimeType } of rows.values()) {
    files.set(id, { id, filename, mimeType, bytes: await buffer(await storage.open(id)) });
  }
  return files;
}
