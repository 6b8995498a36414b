import { updateCachedContent as endpoint } from "#lib/contract/gemini-caches.ts";
import { requireOwnership } from "#server/auth/ownership.ts";
import { setExpiry } from "#server/data/cached-contents.ts";
import { namedFields } from "#server/dialects/gemini/request/camel-keys.ts";
import { HttpError } from "#server/errors.ts";
import { parseInput } from "#server/http/bodies/body.ts";
import { operation } from "#server/http/operation.ts";
import { cachedContentRecord, cacheScope, contentNotFound, requireCachedContent } from "./cached-content.ts";
import { expiryOf } from "./expiry.ts";

const FIELDS = new Set(["name", "ttl", "expireTime"]);

/** `*` means every field. */
const MASK = new Set(["ttl", "expireTime", "expire_time", "*"]);

export const updateCachedContent = operation(endpoint)(async (gateway, { principal, params, query, raw }) => {
  const row = await requireCachedContent(gateway, principal, params.cache_id);
  requireOwnership(principal, row, "cached content");
  if (query.updateMask?.split(",").some((field) => !MASK.has(field.trim())))
    throw new HttpError(400, "Invalid query: updateMask: only ttl and expireTime can be changed");
  const expiresAt = expiryOf(parseInput(endpoint.body, namedFields(raw, "", FIELDS), "request"), gateway.now());
  if (!expiresAt) throw new HttpError(400, "Invalid request: ttl: is required, or else expireTime");
  const changed = await setExpiry(gateway.database.queries, cacheScope(gateway, principal), row.id, expiresAt);
  if (!changed) throw contentNotFound(404);
  return cachedContentRecord(changed);
});
