import { listCachedContents as endpoint } from "#lib/contract/gemini-caches.ts";
import { listContents } from "#server/data/cached-contents.ts";
import { operation } from "#server/http/operation.ts";
import { cursorOf, readCursor } from "../../files/file-cursor.ts";
import { cachedContentRecord, cacheScope } from "./cached-content.ts";

/** Google's documentation: "values above 1000 will be coerced to 1000". */
const LARGEST_PAGE = 1000;

export const listCachedContents = operation(endpoint)(async (gateway, { principal, query }) => {
  const limit = Math.min(query.pageSize, LARGEST_PAGE);
  const found = await listContents(gateway.database.queries, cacheScope(gateway, principal), {
    after: query.pageToken ? readCursor(query.pageToken, "pageToken") : undefined,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    cachedContents: rows.map(cachedContentRecord),
    ...(last && { nextPageToken: cursorOf(last.position) }),
  };
});
