import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getCachedContent } from "#lib/contract/gemini-caches.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type CachedContentRow, type CacheScope, findCachedContent } from "#server/data/cached-contents.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Converts stored content to the record that Google's clients read. */
export function cachedContentRecord(row: CachedContentRow): ResponseOf<typeof getCachedContent> {
  return {
    name: `cachedContents/${row.id}`,
    model: `models/${row.model}`,
    ...(row.displayName !== null && { displayName: row.displayName }),
    createTime: row.createdAt.toISOString(),
    updateTime: row.updatedAt.toISOString(),
    expireTime: row.expiresAt.toISOString(),
    usageMetadata: { totalTokenCount: row.tokenCount },
  };
}

/** Returns where a caller's cached content is: like a file, it belongs to the workspace. */
export function cacheScope({ now }: Pick<Gateway, "now">, { workspaceId }: Principal): CacheScope {
  return { workspaceId, now: new Date(now()) };
}

/** Returns the caller's cached content with this id. Throws 404 for any other, and 403 in a request that uses it. */
export async function requireCachedContent(
  gateway: Gateway,
  principal: Principal,
  id: string,
  isUsed = false,
): Promise<CachedContentRow> {
  const row = await findCachedContent(gateway.database.queries, cacheScope(gateway, principal), id);
  if (!row) throw contentNotFound(isUsed ? 403 : 404);
  return row;
}

/**
 * Returns the error for content that does not exist, has expired or belongs to others. Clients look for Google's text;
 * Google's status is 403 everywhere.
 */
export function contentNotFound(status: 403 | 404): HttpError {
  return new HttpError(status, "CachedContent not found (or permission denied)");
}

/** Returns the model's ID of a name as Google's clients write it, with or without `models/`. */
export function modelIdOf(name: string): string {
  return name.replace(/^models\//, "");
}
