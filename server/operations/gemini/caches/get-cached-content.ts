import { getCachedContent as endpoint } from "#lib/contract/gemini-caches.ts";
import { operation } from "#server/http/operation.ts";
import { cachedContentRecord, requireCachedContent } from "./cached-content.ts";

export const getCachedContent = operation(endpoint)(async (gateway, { principal, params }) =>
  cachedContentRecord(await requireCachedContent(gateway, principal, params.cache_id)),
);
