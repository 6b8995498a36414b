import type { QueryOf } from "#lib/contract/endpoint.ts";
import { listFiles as endpoint } from "#lib/contract/files.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { fileShape } from "#server/caller/clients.ts";
import { findFile, listFiles as listRows, totalFiles } from "#server/data/files.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { cursorOf, readCursor } from "./file-cursor.ts";
import { fileList } from "./file-records.ts";

export const listFiles = operation(endpoint)(async (gateway, { principal, query, request }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { after, before } = await placesOf(gateway, workspaceId, query);
  const { order, purpose, limit } = query;
  const found = await listRows(gateway.database.queries, workspaceId, {
    order,
    after,
    before,
    purpose,
    limit: limit + 1,
  });
  const isBackward = before !== undefined && after === undefined;
  const rows = isBackward ? found.slice(-limit) : found.slice(0, limit);
  const hasMore = found.length > limit;
  const last = rows.at(-1);
  const cursor = hasMore && last && !isBackward ? cursorOf(last.position) : null;
  const total = await totalFiles(gateway.database.queries, workspaceId);
  return fileList(rows, { hasMore, cursor, total }, fileShape(request.headers));
});

type Query = QueryOf<typeof endpoint>;

/** Clients name a position by a cursor or by the file there. */
async function placesOf(gateway: Gateway, workspaceId: string, query: Query) {
  const cursor = query.cursor ?? query.page;
  const after = query.after ?? query.after_id;
  const positionOf = async (id: string | undefined) => {
    if (id === undefined) return undefined;
    const row = await findFile(gateway.database.queries, workspaceId, id);
    if (row) return row.position;
    throw new HttpError(400, "Invalid query: the list has no file with this ID");
  };
  return {
    after: cursor === undefined ? await positionOf(after) : readCursor(cursor),
    before: await positionOf(query.before_id),
  };
}
