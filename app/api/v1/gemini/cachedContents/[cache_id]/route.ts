import { handle } from "#server/http/handle.ts";
import { deleteCachedContent } from "#server/operations/gemini/caches/delete-cached-content.ts";
import { getCachedContent } from "#server/operations/gemini/caches/get-cached-content.ts";
import { updateCachedContent } from "#server/operations/gemini/caches/update-cached-content.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getCachedContent, updateCachedContent, deleteCachedContent);
