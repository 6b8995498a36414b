import { z } from "zod";
import { nanoUsdOf } from "#lib/nano-usd.ts";
import { Deleted, dataOf, listOf, Page, ResetInterval, Timestamp, WorkspaceRef } from "./common.ts";
import { DataRegion, DataRegions } from "./data-regions.ts";
import { endpoint } from "./endpoint.ts";
import { ModelName, ProviderName } from "./exact-names.ts";
import { BuiltinFilters, CustomFilters } from "./guardrail-filters.ts";

/** The highest limit that can be counted exactly in nano-USD. */
const MAX_LIMIT_USD = 9_000_000;
const MAX_NAMES = 1000;

const names = (name: z.ZodString) => z.array(name.trim().min(1).max(200)).min(1).max(MAX_NAMES);
const Models = names(ModelName).describe("Model IDs or canonical slugs");
const Providers = names(ProviderName).describe("Provider IDs");
const Tools = names(z.string()).describe(
  "Server tools by name (`web_search`). `mcp` means all tools of MCP servers, `server/*` for one server's, and " +
    "`server/tool` for one. A server is the slug of a registered one, or the host of one by URL. `function:` and a name " +
    "are for tools that the caller runs, such as a coding agent's: `function:mcp__github__*`, where `*` matches any " +
    "characters. Only lists with such entries limit them, and lists with only such entries limit nothing else.",
);
const Zdr = z.boolean().nullish();

const fields = {
  description: z.string().max(1000).nullish(),
  limit_usd: z
    .number()
    .min(0, { abort: true })
    .max(MAX_LIMIT_USD, { abort: true })
    .refine((usd) => nanoUsdOf(usd) !== undefined, "A limit has at most nine decimals")
    .nullish()
    .describe(
      "Spending limit in USD for each assigned key or member, or for the whole workspace if this is " +
        "its default guardrail",
    ),
  reset_interval: ResetInterval.nullish().describe("How often the limit resets. Null means never."),
  include_byok_in_budgets: z.boolean().optional().describe("Whether BYOK spending counts toward the limit"),
  allowed_models: Models.nullish(),
  ignored_models: Models.nullish(),
  allowed_providers: Providers.nullish(),
  ignored_providers: Providers.nullish(),
  allowed_tools: Tools.nullish(),
  ignored_tools: Tools.nullish(),
  allowed_data_regions: DataRegions.nullish(),
  enforce_zdr: Zdr.describe("Deprecated: sets each of the four `enforce_zdr_*` fields that is omitted"),
  enforce_zdr_anthropic: Zdr,
  enforce_zdr_openai: Zdr,
  enforce_zdr_google: Zdr,
  enforce_zdr_other: Zdr.describe("Applies to all providers except Anthropic, OpenAI and Google"),
  content_filter_builtins: BuiltinFilters.nullish(),
  content_filters: CustomFilters.nullish(),
  shadow: z
    .boolean()
    .optional()
    .describe("Whether the guardrail runs in shadow mode: its rules report matches, but nothing is enforced"),
  restore_placeholders: z.boolean().optional().describe("Whether redacted values are restored in the response"),
};

const Name = z.string().trim().min(1).max(200);
const zdr = z.boolean().nullable();

export const Guardrail = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    workspace_id: z.string(),
    is_default: z
      .boolean()
      .describe("Whether this is the default guardrail, which applies to every request in the workspace"),
    version: z.number().int().describe("Version number, increased with each change"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    limit_usd: z.number().nullable(),
    reset_interval: ResetInterval.nullable(),
    include_byok_in_budgets: z.boolean(),
    allowed_models: z.array(z.string()).nullable(),
    ignored_models: z.array(z.string()).nullable(),
    allowed_providers: z.array(z.string()).nullable(),
    ignored_providers: z.array(z.string()).nullable(),
    allowed_tools: z.array(z.string()).nullable(),
    ignored_tools: z.array(z.string()).nullable(),
    allowed_data_regions: z.array(DataRegion).nullable(),
    enforce_zdr: zdr.describe("Deprecated: use the four `enforce_zdr_*` fields"),
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
    changed: z.array(z.string()).describe("Names of the fields in the update request"),
    author_user_id: z.string().nullable(),
    author_key_hash: z.string().nullable(),
    created_at: Timestamp,
    guardrail: Guardrail.describe("The guardrail after the change"),
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
  summary: "List guardrails",
  query: Page.extend({
    workspace_id: WorkspaceRef,
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
  description: "The guardrail has no effect until you assign it to keys or members.",
  largeBody: true,
  body: z.strictObject({
    name: Name,
    workspace_id: WorkspaceRef,
    ...fields,
  }),
  status: 201,
  response: dataOf(Guardrail),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getGuardrail = endpoint({
  id: "getGuardrail",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}",
  roles: "administrators",
  access: "management",
  summary: "Get a guardrail",
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
  summary: "Update a guardrail",
  description:
    "Omitted fields stay unchanged; null clears a field; lists are replaced as a whole. With a " +
    "workspace's `default_guardrail_id`, creates the default guardrail if it does not exist. If " +
    "`version` is set and the guardrail has changed since, the request fails with 409.",
  params,
  largeBody: true,
  body: z
    .strictObject({
      name: Name.optional(),
      version: z.number().int().min(1).optional().describe("The version that this change is based on"),
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
  summary: "Delete a guardrail",
  description: "It no longer applies to the keys and members it was assigned to.",
  params,
  response: Deleted,
  errors: [401, 403, 404, 405, 409, 429, 500],
});

export const listGuardrailVersions = endpoint({
  id: "listGuardrailVersions",
  resource: "guardrails",
  method: "GET",
  path: "/guardrails/{id}/versions",
  roles: "administrators",
  access: "management",
  summary: "List guardrail versions",
  description: "Returns the newest versions first, each with its author and changes.",
  params,
  query: Page,
  response: listOf(GuardrailVersion),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
