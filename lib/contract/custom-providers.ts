import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { CustomModel, CustomModels } from "./custom-models.ts";
import { endpoint } from "./endpoint.ts";

/** The API that a custom provider's server speaks. */
export const PROVIDER_APIS = ["openai", "anthropic"] as const;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const Slug = z
  .string()
  .regex(SLUG, "1 to 32 lowercase letters, digits and hyphens")
  .describe("The provider ID, e.g. in `provider.order`, and the author of its models. Cannot be changed later.");

/** Headers set by the gateway or the connection, which users cannot set. */
const OWN_HEADERS = /^(?:host|connection|content-length|content-type|transfer-encoding|accept-encoding|proxy-.*)$/i;
const HeaderName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, "A header name")
  .refine((name) => !OWN_HEADERS.test(name), "The gateway sets this header");
const HeaderValue = z.string().regex(/^[\t\x20-\x7e]{1,4000}$/, "1 to 4,000 visible ASCII characters");
const fewHeaders = (headers: object) => Object.keys(headers).length <= 20;

const BaseUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
  .max(2000)
  .refine((url) => !URL.canParse(url) || new URL(url).username === "", "Send credentials in `headers`")
  .refine((url) => !/[?#]/.test(url), "A base URL has no query and no fragment")
  .describe(
    "As the SDK of OpenAI or Anthropic expects it: with the version for OpenAI-compatible servers (`https://llm.example.com/v1`), " +
      "without it for Anthropic-compatible servers. A private address must be in ALLOWED_PRIVATE_HOSTS.",
  );

const ApiKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,4096}$/, "A key must not contain spaces, line breaks or non-ASCII characters")
  .describe("Stored encrypted and never returned");

const shared = {
  name: z.string().trim().min(1).max(200),
  api: z.enum(PROVIDER_APIS).describe("The API that the server speaks"),
  base_url: BaseUrl,
  enabled: z.boolean(),
  zero_data_retention: z
    .boolean()
    .describe("Whether the server stores no prompts and does not train on them. `provider.zdr` relies on it."),
  reads_model_list: z
    .boolean()
    .describe(
      "Whether to read the server's model list (`GET /models`) every hour and offer the models that `models` lacks. " +
        "They have no price until you list them in `models`.",
    ),
  headers: z
    .record(HeaderName, HeaderValue)
    .refine(fewHeaders, "At most 20 headers")
    .describe("Headers to send with each request. Stored encrypted and returned masked."),
  models: CustomModels,
};

export const CustomProvider = z
  .object({
    id: z.string(),
    workspace_id: z.string().nullable().describe("Null if it serves every workspace of the organization"),
    slug: Slug,
    ...shared,
    base_url: z.string(),
    api_key: z.string().nullable().describe("Masked. Null if the server needs no key."),
    headers: z.record(z.string(), z.string()),
    models: z.array(CustomModel.extend({ model_id: z.string().describe("The model ID to use in requests") })),
    model_list: z
      .object({
        read_at: Timestamp,
        models: z.array(z.string()).describe("IDs of the models that it adds, to use in requests"),
      })
      .nullable()
      .describe("What the server's model list adds, as the responding process last read it"),
    is_readable: z
      .boolean()
      .describe("False if the key was encrypted with a secret that this gateway no longer has. Send it again."),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "CustomProvider" });

export const ProviderTest = z
  .object({
    outcome: z
      .enum(["ok", "refused", "failed"])
      .describe("`refused`: the server rejects the key. `failed`: it cannot be reached or lists no models."),
    status: z.number().int().nullable().describe("HTTP status from the server. Null if there was no response."),
    message: z.string(),
    models: z.array(z.string()).describe("Names of the models that the server lists"),
    duration_ms: z.number().int(),
  })
  .meta({ id: "ProviderTest" });

const path = "/providers/custom";
const resource = "custom-providers";
const roles = "administrators";
const access = "management";

export const listCustomProviders = endpoint({
  id: "listCustomProviders",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List custom providers",
  description: "Returns the workspace's custom providers and those of the whole organization, by slug.",
  query: Page.extend({
    workspace_id: WorkspaceRef,
  }),
  response: listOf(CustomProvider),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createCustomProvider = endpoint({
  id: "createCustomProvider",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Add a custom provider",
  description:
    "Adds an OpenAI-compatible or Anthropic-compatible server as a provider. Its models can be used from the next " +
    "request on; only its workspace sees them. Their prices count toward credits, budgets and limits.",
  largeBody: true,
  body: z.strictObject({
    ...shared,
    slug: Slug,
    api: shared.api.default("openai"),
    enabled: shared.enabled.default(true),
    zero_data_retention: shared.zero_data_retention.default(false),
    reads_model_list: shared.reads_model_list.default(false),
    headers: shared.headers.default({}),
    models: shared.models.default([]),
    api_key: ApiKey.nullable().default(null),
    workspace_id: z
      .string()
      .nullable()
      .optional()
      .describe("Workspace UUID or slug. Defaults to the caller's workspace; null serves every workspace."),
  }),
  status: 201,
  response: dataOf(CustomProvider),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getCustomProvider = endpoint({
  id: "getCustomProvider",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get a custom provider",
  params: IdParams,
  response: dataOf(CustomProvider),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateCustomProvider = endpoint({
  id: "updateCustomProvider",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update a custom provider",
  description:
    "Omitted fields stay unchanged. `models` and `headers` replace all of them; a masked header that you send back " +
    "keeps its value. A base URL with a different origin needs a new `api_key` and new `headers`: the stored ones are " +
    "not sent there. Requests in progress finish with the settings they started with.",
  params: IdParams,
  largeBody: true,
  body: z
    .strictObject({
      ...shared,
      headers: z.record(HeaderName, z.string().min(1).max(4000)).refine(fewHeaders, "At most 20 headers"),
      api_key: ApiKey.nullable(),
    })
    .partial()
    .prefault({}),
  response: dataOf(CustomProvider),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteCustomProvider = endpoint({
  id: "deleteCustomProvider",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete a custom provider",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

const TEST = "Reads the server's model list, which is free. Stores nothing.";

export const testNewCustomProvider = endpoint({
  id: "testNewCustomProvider",
  isQuery: true,
  resource,
  method: "POST",
  path: `${path}/test`,
  roles,
  access,
  summary: "Test the connection to a new custom provider",
  description: TEST,
  body: z.strictObject({
    api: shared.api.default("openai"),
    base_url: BaseUrl,
    api_key: ApiKey.nullable().default(null),
    headers: shared.headers.default({}),
  }),
  response: dataOf(ProviderTest),
  errors: [400, 401, 403, 405, 413, 429, 500],
});

export const testCustomProvider = endpoint({
  id: "testCustomProvider",
  isQuery: true,
  resource,
  method: "POST",
  path: `${path}/{id}/test`,
  roles,
  access,
  summary: "Test the connection to a custom provider",
  description: TEST,
  params: IdParams,
  response: dataOf(ProviderTest),
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
