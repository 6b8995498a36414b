import { listContentFiles as endpoint } from "#lib/contract/gemini-files.ts";
import { listFiles } from "#server/data/files.ts";
import { operation } from "#server/http/operation.ts";
import { cursorOf, readCursor } from "../../files/file-cursor.ts";
import { contentFile } from "./content-file.ts";

export const listContentFiles = operation(endpoint)(async (gateway, { principal, query, request }) => {
  const { pageSize, pageToken } = query;
  const found = await listFiles(gateway.database.queries, principal.workspaceId, {
    order: "desc",
    after: pageToken ? readCursor(pageToken, "pageToken") : undefined,
    limit: pageSize + 1,
  });
  const rows = found.slice(0, pageSize);
  const last = found.length > pageSize ? rows.at(-1) : undefined;
  return {
    files: rows.map((row) => contentFile(gateway, row, request.url)),
    ...(last && { nextPageToken: cursorOf(last.position) }),
  };
});
