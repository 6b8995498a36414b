import { z } from "zod";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { Deleted, dataOf, listOf, Page, ResetInterval, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { BuiltinFilters, CustomFilters } from "./guardrail-filters.ts";

/** The highest limit that is counted exactly in nano-USD. */
const MAX_LIMIT_USD = 9_000_000;
const MAX_NAMES = 1000;

const Names = z.array(z.string().trim().min(1).max(200)).min(1).max(MAX_NAMES);
const Models = Names.describe("Model slugs or canonical slugs");
const Providers = Names.describe("Provider ids");
const Zdr = z.boolean().nullish();

const fields = {
  description: z.string().max(1000).nullish(),
  limit_usd: z
    .number()
    .min(0, { abort: true })
    .max(MAX_LIMIT_USD, { abort: true })
    .refine((usd) => nanoUsdOf(usd) !== undefined, "A limit has at most nine decimals")
    .nullish()
    .describe("What each key or member it is assigned to may spend, USD; of a default guardrail, the workspace"),
  reset_interval: ResetInterval.nullish().describe("Null: the limit never resets"),
  include_byok_in_budgets: z.boolean().optional().describe("Whether spending through own provider keys counts"),
  allowed_models: Models.nullish(),
  ignored_models: Models.nullish(),
  allowed_providers: Providers.nullish(),
  ignored_providers: Providers.nullish(),
  enforce_zdr: Zdr.describe("Deprecated: fills each of the four below that is not given"),
  enforce_zdr_anthropic: Zdr,
  enforce_zdr_openai: Zdr,
  enforce_zdr_google: Zdr,
  enforce_zdr_other: Zdr.describe("Every provider but the three"),
  content_filter_builtins: BuiltinFilters.nullish(),
  content_filters: CustomFilters.nullish(),
  shadow: z.boolean().optional().describe("Enforces nothing; its rules report what they would have done"),
  restore_placeholders: z.boolean().optional().describe("Puts redacted values back into the answer"),
};

const Name = z.string().trim().min(1).max(200);
const zdr = z.boolean().nullable();

export const Guardrail = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    workspace_id: z.string(),
    is_default: z.boolean().describe("Holds for every call of the workspace"),
    version: z.number().int().describe("Grows with each change"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    limit_usd: z.number().nullable(),
    reset_interval: ResetInterval.nullable(),
    include_byok_in_budgets: z.boolean(),
    allowed_models: z.array(z.string()).nullable(),
    ignored_models: z.array(z.string()).nullable(),
    allowed_providers: z.array(z.string()).nullable(),
    ignored_providers: z.array(z.string()).nullable(),
    enforce_zdr: zdr.describe("Deprecated"),
    enforce_zdr_anthropic: zdr,
    enforce_zdr_openai: zdr,
    enforce_zdr_google: zdr,
    enforce_zdr_other: zdr,
    content_filter_builtins: BuiltinFilters.nullable(),
    content_filters: CustomFilters.nullable(),
    shadow: z.boolean(),
    restore_placeholders: z.boolean(),
  })
  .meta({ id: "Guardrail" });

export const GuardrailVersion = z
  .object({
    version: z.number().int(),
    changed: z.array(z.string()).describe("Names of the fields that were sent"),
    author_user_id: z.string().nullable(),
    author_key_hash: z.string().nullable(),
    created_at: Timestamp,
    guardrail: Guardrail.describe("As it was after the change"),
  })
  .meta({ id: "GuardrailVersion" });

const params = z.object({ id: z.string().min(1).max(64) });

export const listGuardrails = endpoint({
  id: "listGuardrails",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails",
  roles: "administrators",
  access: "management",
  summary: "The guardrails of a workspace",
  query: Page.extend({
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
  }),
  response: listOf(Guardrail),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createGuardrail = endpoint({
  id: "createGuardrail",
  resource: "guardrails",
  method: "POST",
  path: "/guardrails",
  roles: "administrators",
  access: "management",
  summary: "Create a guardrail",
  description: "It binds nothing until it is assigned to keys or members.",
  largeBody: true,
  body: z.strictObject({
    name: Name,
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
    ...fields,
  }),
  status: 201,
  response: dataOf(Guardrail),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const getGuardrail = endpoint({
  id: "getGuardrail",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}",
  roles: "administrators",
  access: "management",
  summary: "One guardrail",
  params,
  response: dataOf(Guardrail),
  errors: [401, 403, 404, 405, 429, 500],
});

export const updateGuardrail = endpoint({
  id: "updateGuardrail",
  resource: "guardrails",
  method: "PATCH",
  path: "/guardrails/{id}",
  roles: "administrators",
  access: "management",
  summary: "Change a guardrail",
  description:
    "What is absent stays, null removes, lists are replaced whole. Under a workspace's `default_guardrail_id` it makes " +
    "the guardrail when there is none. With `version` a change that was made against an older one is refused (409).",
  params,
  largeBody: true,
  body: z
    .strictObject({
      name: Name.optional(),
      version: z.number().int().min(1).optional().describe("The version this change was made against"),
      ...fields,
    })
    .prefault({}),
  response: dataOf(Guardrail),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteGuardrail = endpoint({
  id: "deleteGuardrail",
  resource: "guardrails",
  method: "DELETE",
  path: "/guardrails/{id}",
  roles: "administrators",
  access: "management",
  summary: "Delete a guardrail; what it was assigned to is no longer bound by it",
  params,
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});

export const listGuardrailVersions = endpoint({
  id: "listGuardrailVersions",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}/versions",
  roles: "administrators",
  access: "management",
  summary: "Who changed a guardrail, when and how, the latest change first",
  params,
  query: Page,
  response: listOf(GuardrailVersion),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
