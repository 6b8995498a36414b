import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** The fields of a rate limit that hold a number to stay below. */
export const RATE_LIMIT_FIELDS = [
  ...(["requests_per_minute", "requests_per_day", "input_tokens_per_minute", "input_tokens_per_day"] as const),
  ...(["output_tokens_per_minute", "output_tokens_per_day", "concurrent_requests"] as const),
] as const;

export type RateLimitField = (typeof RATE_LIMIT_FIELDS)[number];

export const RATE_LIMIT_PRIORITIES = ["high", "normal", "low"] as const;

export const RATE_LIMIT_MAX_WAIT_SECONDS = 60;

const amount = (most: number) => z.number().int().min(1).max(most).nullable();
const requests = amount(1_000_000_000);
const tokens = amount(1_000_000_000_000);

const limits = {
  requests_per_minute: requests,
  requests_per_day: requests.describe("A day starts at midnight UTC."),
  input_tokens_per_minute: tokens.describe("Counts all input tokens, including those read from a cache."),
  input_tokens_per_day: tokens,
  output_tokens_per_minute: tokens,
  output_tokens_per_day: tokens,
  concurrent_requests: amount(1_000_000).describe("Requests in progress at the same time"),
};

const settings = {
  name: z.string().trim().min(1).max(100).describe("Unique in the workspace"),
  ...limits,
  max_wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(RATE_LIMIT_MAX_WAIT_SECONDS)
    .describe("How long a request may wait for the limit instead of being rejected. 0 rejects immediately."),
  priority: z
    .enum(RATE_LIMIT_PRIORITIES)
    .nullable()
    .describe(
      "Which waiting requests go first. The most specific rule that sets it decides: one for a key, then one " +
        "for a member, then one for the workspace. A request can lower its own with the header `x-priority`.",
    ),
};

const subject = {
  subject: z.enum(["workspace", "key", "member"]).describe("Whose requests are counted together"),
  key_hash: z
    .string()
    .nullable()
    .describe("With the subject `key`: the only key that the rule limits. Null limits each key on its own."),
  user_id: z
    .string()
    .nullable()
    .describe("With the subject `member`: the only member that the rule limits. Null limits each member on its own."),
  model: z.string().min(1).max(300).nullable().describe("The only model that the rule limits. Null counts all models."),
};

export const RateLimit = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    ...subject,
    ...settings,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "RateLimit" });

const Use = z.object({
  field: z.enum(RATE_LIMIT_FIELDS),
  used: z.number(),
  limit: z.number(),
  resets_at: Timestamp.nullable().describe(
    "When the current usage has stopped counting. Null for requests in progress.",
  ),
});

export const RateLimitUse = z
  .object({
    subject_id: z.string().describe("The key's hash, the member's id or the workspace's id"),
    subject_name: z.string(),
    uses: z.array(Use),
  })
  .meta({ id: "RateLimitUse" });

const path = "/rate-limits";
const shared = { resource: "rate-limits", roles: "administrators", access: "management" } as const;

export const listRateLimits = endpoint({
  ...shared,
  id: "listRateLimits",
  method: "GET",
  path,
  summary: "List rate limits",
  query: Page.extend({
    workspace_id: WorkspaceRef,
  }),
  response: listOf(RateLimit),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

const nothing = Object.fromEntries(RATE_LIMIT_FIELDS.map((field) => [field, limits[field].default(null)])) as {
  [Field in RateLimitField]: z.ZodDefault<(typeof limits)[Field]>;
};

/** The fields of a new rate limit, apart from its workspace. */
export const NewRateLimit = z.strictObject({
  ...subject,
  key_hash: subject.key_hash.default(null),
  user_id: z
    .uuid()
    .nullable()
    .default(null)
    .describe(subject.user_id.description as string),
  model: subject.model.default(null),
  ...settings,
  ...nothing,
  max_wait_seconds: settings.max_wait_seconds.default(0),
  priority: settings.priority.default(null),
});

export const createRateLimit = endpoint({
  ...shared,
  id: "createRateLimit",
  method: "POST",
  path,
  summary: "Create a rate limit",
  description:
    "Limits model requests. All rules that apply to a request must allow it, and it counts for all of them or none. " +
    "A rule for one key or member replaces those for each key or member that limit the same model. Per-minute limits " +
    "hold in every period of 60 seconds, per-day limits on every day in UTC. A workspace can have up to 200 rules.",
  body: NewRateLimit.extend({
    workspace_id: WorkspaceRef,
  }),
  status: 201,
  response: dataOf(RateLimit),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getRateLimit = endpoint({
  ...shared,
  id: "getRateLimit",
  method: "GET",
  path: `${path}/{id}`,
  summary: "Get a rate limit",
  params: IdParams,
  response: dataOf(RateLimit),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateRateLimit = endpoint({
  ...shared,
  id: "updateRateLimit",
  method: "PATCH",
  path: `${path}/{id}`,
  summary: "Update a rate limit",
  description: "Omitted fields stay unchanged. Usage so far still counts. The subject and the model cannot change.",
  params: IdParams,
  body: z.strictObject(settings).partial().prefault({}),
  response: dataOf(RateLimit),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteRateLimit = endpoint({
  ...shared,
  id: "deleteRateLimit",
  method: "DELETE",
  path: `${path}/{id}`,
  summary: "Delete a rate limit",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const getRateLimitUse = endpoint({
  ...shared,
  id: "getRateLimitUse",
  method: "GET",
  path: `${path}/{id}/use`,
  summary: "Get the current usage of a rate limit",
  description:
    "Returns what counts now for each subject of the rule, highest usage first. A rule for each key or member " +
    "returns up to 100 of those that have used it. Requests in progress count with the most tokens they may use.",
  params: IdParams,
  response: z.object({
    data: z.array(RateLimitUse),
    waiting_requests: z.number().int().describe("Requests of the workspace that wait in the responding process"),
    is_shared: z.boolean().describe("False if the counts are those of the responding process only"),
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

/** Every endpoint of rate limits. */
export const rateLimitEndpoints = [
  listRateLimits,
  createRateLimit,
  getRateLimit,
  updateRateLimit,
  deleteRateLimit,
  getRateLimitUse,
] as const;
