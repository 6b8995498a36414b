import { handle } from "#server/http/handle.ts";
import { createCachedContent } from "#server/operations/gemini/caches/create-cached-content.ts";
import { listCachedContents } from "#server/operations/gemini/caches/list-cached-contents.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listCachedContents, createCachedContent);
