import { z } from "zod";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { Deleted, dataOf, Instant, listOf, ResetInterval, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const usd = z.number().describe("USD");
/** The highest limit that is counted exactly in nano-USD. */
const MAX_LIMIT_USD = 9_000_000;

const Limit = z
  .number()
  .min(0, { abort: true })
  .max(MAX_LIMIT_USD, { abort: true })
  .refine((usd) => nanoUsdOf(usd) !== undefined, "A limit has at most nine decimals")
  .describe("Spending limit in USD, at most nine decimals");

const usage = {
  usage: usd,
  usage_daily: usd,
  usage_weekly: usd,
  usage_monthly: usd,
  byok_usage: usd,
  byok_usage_daily: usd,
  byok_usage_weekly: usd,
  byok_usage_monthly: usd,
};

const limits = {
  limit: usd.nullable().describe("USD; null: no limit"),
  limit_remaining: usd
    .nullable()
    .describe("USD left until the limit resets, never below 0; a rotated key and its replacement share one limit"),
  limit_reset: ResetInterval.nullable(),
  include_byok_in_limit: z.boolean(),
};

export const ApiKey = z
  .object({
    id: z.number().int().describe("Number of the key, for lists that take numbers"),
    hash: z.string(),
    name: z.string(),
    label: z.string().describe("Masked form, never the key"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    creator_user_id: z.string().nullable(),
    external_user: z.string().nullable().describe("The user of yours that the key was made for"),
    workspace_id: z.string(),
    disabled: z.boolean(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    is_management_key: z.boolean(),
    rotated_to: z.string().nullable().describe("Hash of the key that replaces this one while its grace period runs"),
    set_by_admin: z
      .array(z.enum(["disabled", "limit", "expires_at"]))
      .describe("What an administrator set: the key's creator can tighten it, but not lift it"),
    guardrail_id: z.string().nullable().describe("The guardrail it is assigned, beside the workspace's default one"),
    guardrail_name: z.string().nullable(),
    ...limits,
    ...usage,
  })
  .meta({ id: "ApiKey" });

export const CurrentKey = z
  .object({
    label: z.string(),
    creator_user_id: z.string().nullable(),
    expires_at: Timestamp.nullable(),
    is_free_tier: z.boolean(),
    is_management_key: z.boolean(),
    is_provisioning_key: z.boolean(),
    organization_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    allowed_data_regions: z.array(z.enum(["global", "europe", "us"])),
    free_model_daily_requests: z
      .object({ limit: z.number(), remaining: z.number(), used: z.number() })
      .describe("-1: free models are not limited by the day"),
    rate_limit: z
      .object({ interval: z.string(), requests: z.number().int(), note: z.string() })
      .describe("Deprecated; safe to ignore"),
    ...limits,
    ...usage,
  })
  .meta({ id: "CurrentKey" });

const HashParams = z.object({ hash: z.string().min(1).max(128) });

export const getCurrentKey = endpoint({
  id: "getCurrentKey",
  resource: "keys",
  method: "GET",
  path: "/key",
  roles: "own",
  access: "key",
  summary: "The key that makes this call",
  response: dataOf(CurrentKey),
  errors: [401, 404, 405, 429, 500],
});

export const getKey = endpoint({
  id: "getKey",
  resource: "keys",
  method: "GET",
  path: "/keys/{hash}",
  roles: "own",
  access: "key",
  summary: "One key by its hash",
  params: HashParams,
  response: dataOf(ApiKey),
  errors: [401, 404, 405, 429, 500],
});

const KeyStatus = z.enum(["active", "over_limit", "rotated", "disabled", "expired"]);
const count = z.number().int();

const KeyNumbers = z
  .string()
  .max(1600)
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, "Give 1 to 100 numbers with commas between");

export const listKeys = endpoint({
  id: "listKeys",
  resource: "keys",
  method: "GET",
  path: "/keys",
  roles: "own",
  access: "management",
  summary: "The keys of a workspace",
  query: z.object({
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
    include_disabled: z.stringbool().default(true),
    kind: z.enum(["normal", "management"]).optional(),
    q: z.string().trim().max(200).optional().describe("Part of a key's name, masked form or hash, in any case"),
    ids: KeyNumbers.optional().describe("Numbers of keys with commas between, at most 100: those alone"),
    status: KeyStatus.optional().describe(
      "Keys in this state alone; an ended key is expired before it is anything else",
    ),
    unused_days: z.coerce
      .number()
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe("Not used for so many days; a key that never was counts from when it was made"),
    sort: z
      .enum(["name", "spend", "limit", "created", "used"])
      .optional()
      .describe("`spend` is this month's; no limit is the highest; equal ones, and all without it, are newest first"),
    order: z.enum(["asc", "desc"]).default("asc").describe("Of `sort`"),
    include_status_counts: z.stringbool().default(false).describe("Answers `status_counts` too"),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: listOf(ApiKey).extend({
    status_counts: z
      .object({ active: count, over_limit: count, rotated: count, disabled: count, expired: count })
      .optional()
      .describe("How many keys that match the other filters are in each state; where it is asked for"),
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

const SecretOnce = z.string().describe("The key in plain text, shown this once");

export const createKey = endpoint({
  id: "createKey",
  resource: "keys",
  method: "POST",
  path: "/keys",
  roles: "own",
  access: "management",
  summary: "Create a key; the answer alone shows it in plain text",
  body: z.strictObject({
    name: z.string().trim().min(1).max(200),
    limit: Limit.nullish(),
    limit_reset: ResetInterval.nullish(),
    include_byok_in_limit: z.boolean().optional(),
    expires_at: Instant.nullish(),
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
    creator_user_id: z.uuid().nullish().describe("A member of the organization; the caller if absent"),
    is_management_key: z.boolean().optional(),
    external: z
      .strictObject({
        user: z.string().min(1).max(256),
        api_key: z
          .string()
          .regex(/^[\x21-\x7e]{32,512}$/, "32 to 512 visible ASCII characters")
          .optional()
          .describe("The key's text, if it is not to be made here"),
      })
      .optional()
      .describe("For a user of yours"),
  }),
  status: 201,
  response: z.object({ data: ApiKey, key: SecretOnce }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const updateKey = endpoint({
  id: "updateKey",
  resource: "keys",
  method: "PATCH",
  path: "/keys/{hash}",
  roles: "own",
  access: "management",
  summary: "Rename, limit, pause or expire a key",
  description: "What is absent stays; null removes. A change holds from the next call on.",
  params: HashParams,
  body: z
    .strictObject({
      name: z.string().trim().min(1).max(200).optional(),
      disabled: z.boolean().optional(),
      limit: Limit.nullish(),
      limit_reset: ResetInterval.nullish(),
      include_byok_in_limit: z.boolean().optional(),
      expires_at: Instant.nullish(),
    })
    .prefault({}),
  response: dataOf(ApiKey),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const rotateKey = endpoint({
  id: "rotateKey",
  resource: "keys",
  method: "POST",
  path: "/keys/{hash}/rotate",
  roles: "own",
  access: "management",
  summary: "Replace a key; the old one works until its grace period ends",
  description:
    "The new key has the old one's name, limits and guardrail. Both draw on one limit: what either has spent counts " +
    "for both, so that a rotation gives no new money.",
  params: HashParams,
  body: z
    .strictObject({
      grace_seconds: z.number().int().min(0).max(2_592_000).default(86_400).describe("0 ends the old key at once"),
    })
    .prefault({}),
  status: 201,
  response: z.object({ data: ApiKey, key: SecretOnce }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteKey = endpoint({
  id: "deleteKey",
  resource: "keys",
  method: "DELETE",
  path: "/keys/{hash}",
  roles: "own",
  access: "management",
  summary: "Delete a key",
  params: HashParams,
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});
