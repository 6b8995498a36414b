import { z } from "zod";
import { Deleted, dataOf, Instant, listOf, ResetInterval, Timestamp, WorkspaceRef } from "./common.ts";
import { DataRegion } from "./data-regions.ts";
import { Agent } from "./device.ts";
import { endpoint } from "./endpoint.ts";
import { KeyLeak } from "./key-reports.ts";
import { AllowedTools, KeyScopes } from "./key-scopes.ts";
import { KeyCacheSeconds, KeyLimit } from "./key-settings.ts";
import { Tags } from "./tags.ts";

const usd = z.number().describe("Amount in USD");
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
  limit: usd.nullable().describe("Spending limit in USD. Null means no limit."),
  limit_remaining: usd
    .nullable()
    .describe(
      "Amount left until the limit resets, in USD, never below 0. A rotated key and its replacement " +
        "share one limit.",
    ),
  limit_reset: ResetInterval.nullable(),
  include_byok_in_limit: z.boolean(),
};

export const ApiKey = z
  .object({
    id: z.number().int().describe("Numeric ID of the key"),
    hash: z.string(),
    name: z.string(),
    label: z.string().describe("Masked key"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    creator_user_id: z.string().nullable(),
    external_user: z.string().nullable().describe("Your end user for whom the key was created"),
    agent: Agent.nullable().describe(
      "Agent that a member signed in, as it named itself. It renews its key until `expires_at`. Null for other keys.",
    ),
    workspace_id: z.string(),
    disabled: z.boolean(),
    leak: KeyLeak.nullable().describe("Null unless the key was reported as leaked"),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    is_management_key: z.boolean(),
    rotated_to: z.string().nullable().describe("Hash of the key that replaces this one, during the grace period"),
    set_by_admin: z
      .array(z.enum(["disabled", "limit", "expires_at"]))
      .describe("Fields that an administrator set. The key's creator can make them stricter but cannot remove them."),
    guardrail_id: z
      .string()
      .nullable()
      .describe("Guardrail assigned to the key, in addition to the workspace's default guardrail"),
    guardrail_name: z.string().nullable(),
    allowed_tools: AllowedTools.nullable(),
    tags: z.array(z.string()).describe("Tags that each request with the key has"),
    cache_ttl: KeyCacheSeconds.nullable(),
    scopes: KeyScopes.nullable(),
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
    scopes: KeyScopes.nullable(),
    organization_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
    allowed_data_regions: z
      .array(DataRegion)
      .describe("Where the key's guardrails allow prompts and responses to be processed"),
    free_model_daily_requests: z
      .object({ limit: z.number(), remaining: z.number(), used: z.number() })
      .describe("Daily request limit for free models. -1 means no limit."),
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
  summary: "Get the current key",
  description: "Returns the key that authenticates this request.",
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
  summary: "Get an API key",
  params: HashParams,
  response: dataOf(ApiKey),
  errors: [401, 404, 405, 429, 500],
});

const KeyStatus = z.enum(["active", "over_limit", "rotated", "disabled", "expired"]);
const count = z.number().int();

const KeyNumbers = z
  .string()
  .max(1600)
  .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, "Send 1 to 100 numbers, separated by commas");

export const listKeys = endpoint({
  id: "listKeys",
  resource: "keys",
  method: "GET",
  path: "/keys",
  roles: "own",
  access: "management",
  summary: "List API keys",
  query: z.object({
    workspace_id: WorkspaceRef,
    include_disabled: z.stringbool().default(true),
    kind: z.enum(["normal", "management"]).optional(),
    q: z.string().trim().max(200).optional().describe("Searches key names, labels and hashes. Not case-sensitive."),
    ids: KeyNumbers.optional().describe("Up to 100 numeric key IDs, separated by commas"),
    status: KeyStatus.optional().describe(
      "Only keys with this status. A key past its `expires_at` is always `expired`.",
    ),
    leaked: z
      .stringbool()
      .optional()
      .describe("If true, only keys that were reported as leaked and not yet replaced, kept or expired"),
    unused_days: z.coerce
      .number()
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe(
        "Only keys unused for at least this many days. For keys that were never used, the days since " +
          "creation count.",
      ),
    sort: z
      .enum(["name", "spend", "limit", "created", "used"])
      .optional()
      .describe(
        "Sort field. `spend` is the current month's spending; for `limit`, no limit ranks highest. Ties " +
          "are sorted newest first, which is also the default order.",
      ),
    order: z.enum(["asc", "desc"]).default("asc").describe("Sort order for `sort`"),
    include_status_counts: z.stringbool().default(false).describe("Whether to include `status_counts` in the response"),
    offset: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  response: listOf(ApiKey).extend({
    status_counts: z
      .object({ active: count, over_limit: count, rotated: count, disabled: count, expired: count })
      .optional()
      .describe("Number of keys per status that match the other filters. Present if `include_status_counts` is true."),
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

const SecretOnce = z.string().describe("The API key, shown only once");

export const createKey = endpoint({
  id: "createKey",
  resource: "keys",
  method: "POST",
  path: "/keys",
  roles: "own",
  access: "management",
  summary: "Create an API key",
  description: "The response contains the key, which cannot be retrieved later.",
  body: z.strictObject({
    name: z.string().trim().min(1).max(200),
    limit: KeyLimit.nullish(),
    limit_reset: ResetInterval.nullish(),
    include_byok_in_limit: z.boolean().optional(),
    expires_at: Instant.nullish(),
    allowed_tools: AllowedTools.nullish(),
    tags: Tags.nullish().describe("Tags that each request with the key has, such as `team:search`"),
    cache_ttl: KeyCacheSeconds.nullish(),
    workspace_id: WorkspaceRef,
    creator_user_id: z
      .uuid()
      .nullish()
      .describe("User ID of the key's creator, a member of the organization. Defaults to the caller."),
    is_management_key: z.boolean().optional(),
    scopes: KeyScopes.nullish(),
    external: z
      .strictObject({
        user: z.string().min(1).max(256),
        api_key: z
          .string()
          .regex(/^[\x21-\x7e]{32,512}$/, "32 to 512 visible ASCII characters")
          .optional()
          .describe("Key to use instead of a generated one"),
      })
      .optional()
      .describe("Creates the key for one of your end users"),
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
  summary: "Update an API key",
  description:
    "Omitted fields stay unchanged; null clears a field. Changes apply from the next request. `disabled: false` from an " +
    "administrator also settles a report that the key leaked.",
  params: HashParams,
  body: z
    .strictObject({
      name: z.string().trim().min(1).max(200).optional(),
      disabled: z.boolean().optional(),
      limit: KeyLimit.nullish(),
      limit_reset: ResetInterval.nullish(),
      include_byok_in_limit: z.boolean().optional(),
      expires_at: Instant.nullish(),
      allowed_tools: AllowedTools.nullish().describe(
        "Server tools that the key may use. Only an administrator can change this.",
      ),
      tags: Tags.nullish().describe("Tags that each request with the key has. Only an administrator can change this."),
      cache_ttl: KeyCacheSeconds.nullish(),
      scopes: KeyScopes.nullish(),
    })
    .prefault({}),
  response: dataOf(ApiKey),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const rotateKey = endpoint({
  id: "rotateKey",
  resource: "keys",
  method: "POST",
  path: "/keys/{hash}/rotate",
  roles: "own",
  access: "management",
  summary: "Rotate an API key",
  description:
    "Creates a replacement with the same name, limits and guardrail. The old key works until its " +
    "grace period ends. Both keys share one limit, so rotating a key does not increase its budget.",
  params: HashParams,
  body: z
    .strictObject({
      grace_seconds: z
        .number()
        .int()
        .min(0)
        .max(2_592_000)
        .default(86_400)
        .describe("How long the old key keeps working, in seconds. 0 disables it immediately. Defaults to 24 hours."),
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
  summary: "Delete an API key",
  params: HashParams,
  response: Deleted,
  errors: [401, 403, 404, 405, 409, 429, 500],
});
