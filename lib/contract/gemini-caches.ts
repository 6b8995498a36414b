import { z } from "zod";
import { isRecord } from "../is-record.ts";
import { Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** A prompt's beginning as Google's clients read it: https://ai.google.dev/api/caching#CachedContent */
const CachedContent = z
  .object({
    name: z.string().describe("`cachedContents/` and the ID of the cached content, e.g. `cachedContents/cache-sb-…`"),
    model: z.string().describe("`models/` and the ID of the only model that it can be used with"),
    displayName: z.string().optional(),
    createTime: Timestamp,
    updateTime: Timestamp,
    expireTime: Timestamp,
    usageMetadata: z.object({
      totalTokenCount: z.number().int().describe("Input tokens, counted or estimated when it was created"),
    }),
  })
  .meta({ id: "GeminiCachedContent" });

const NOTE =
  "Compatible with Google's Gemini API. The gateway stores the content itself, so that it works with every text model.";

const shared = { resource: "files", roles: "everyone", access: "key", googleErrors: true } as const;

const params = z.object({ cache_id: z.string().min(1).max(128) });

const expiry = {
  ttl: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,9})?s$/, "must be a number of seconds, such as `3600s`")
    .nullish()
    .describe("Time until it expires, in seconds, such as `3600s`. An hour by default."),
  expireTime: z.iso.datetime({ offset: true }).nullish().describe("When it expires, instead of `ttl`"),
};

/** A list, or a single object in its place, as in Google's API. */
function listOf(element: z.ZodType) {
  return z.preprocess((value) => (isRecord(value) ? [value] : value), z.array(element));
}

export const createCachedContent = endpoint({
  ...shared,
  id: "createCachedContent",
  method: "POST",
  path: "/gemini/cachedContents",
  summary: "Create cached content",
  description:
    `${NOTE} Google's clients call it at \`/v1beta/cachedContents\`. A request that names it in \`cachedContent\` is ` +
    "sent as if it began with this content. Storage is free, and every request is charged for the tokens that its " +
    "provider reports: those that the provider reads from its own cache at the price for that, all others in full. " +
    "At Anthropic the content is marked to be cached, and writing to that cache costs more than reading the prompt. " +
    "There is no minimum size.",
  largeBody: true,
  relaysTexts: true,
  body: z.looseObject({
    model: z.string().min(1).max(300).describe("ID of the model, e.g. `google/gemini-2.5-flash`"),
    displayName: z.string().max(128).nullish(),
    contents: listOf(z.looseObject({})).nullish().describe("The first turns of the conversation"),
    systemInstruction: z.looseObject({}).nullish(),
    tools: listOf(z.looseObject({})).nullish(),
    toolConfig: z.looseObject({}).nullish(),
    ...expiry,
  }),
  response: CachedContent,
  errors: [400, 401, 403, 404, 405, 413, 422, 429, 500, 503],
});

export const listCachedContents = endpoint({
  ...shared,
  id: "listCachedContents",
  method: "GET",
  path: "/gemini/cachedContents",
  summary: "List cached contents",
  description: `${NOTE} Google's clients call it at \`/v1beta/cachedContents\`. Returns the newest first.`,
  query: z.object({
    pageSize: z.coerce.number().int().min(1).default(50).describe("At most 1,000; a larger number counts as that"),
    pageToken: z.string().max(128).optional().describe("`nextPageToken` of the previous page"),
  }),
  response: z.object({
    cachedContents: z.array(CachedContent),
    nextPageToken: z.string().optional().describe("Absent on the last page"),
  }),
  errors: [400, 401, 404, 405, 429, 500],
});

export const getCachedContent = endpoint({
  ...shared,
  id: "getCachedContent",
  method: "GET",
  path: "/gemini/cachedContents/{cache_id}",
  summary: "Get cached content",
  description: `${NOTE} Google's clients call it at \`/v1beta/cachedContents/{cache_id}\`. Returns no content.`,
  params,
  response: CachedContent,
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateCachedContent = endpoint({
  ...shared,
  id: "updateCachedContent",
  method: "PATCH",
  path: "/gemini/cachedContents/{cache_id}",
  summary: "Change when cached content expires",
  description: `${NOTE} Only the key or user that created it, or an administrator, can change it.`,
  params,
  query: z.object({
    updateMask: z.string().max(256).optional().describe("The field that changes: `ttl`, `expireTime` or `*`"),
  }),
  body: z.looseObject(expiry),
  response: CachedContent,
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const deleteCachedContent = endpoint({
  ...shared,
  id: "deleteCachedContent",
  method: "DELETE",
  path: "/gemini/cachedContents/{cache_id}",
  summary: "Delete cached content",
  description: `${NOTE} Only the key or user that created it, or an administrator, can delete it.`,
  params,
  response: z.object({}),
  errors: [400, 401, 403, 404, 405, 429, 500, 503],
});

export const geminiCacheEndpoints = [
  listCachedContents,
  createCachedContent,
  getCachedContent,
  updateCachedContent,
  deleteCachedContent,
];
