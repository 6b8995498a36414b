import { z } from "zod";
import { CloudCredential } from "./cloud-credentials.ts";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { ModelName } from "./exact-names.ts";
import { CredentialTier, CredentialWeight } from "./pool-strategies.ts";

const moment = Timestamp.nullable();
const count = z.number().int();
const usd = z.number().describe("Cost in USD");

export const Credential = z
  .object({
    id: z.string(),
    workspace_id: z.string().nullable().describe("Null if the key applies to every workspace of the organization"),
    provider: z.string().describe("Provider ID"),
    name: z.string().nullable(),
    label: z.string().describe("Masked provider key"),
    disabled: z.boolean(),
    is_fallback: z.boolean().describe("Whether the key is used only after the other keys for the same provider"),
    is_required: z.boolean().describe("Whether models that this key covers never use the provider's system credential"),
    is_byok_only: z.boolean().describe("Whether no model uses the provider's system credential"),
    declared_zdr: z
      .boolean()
      .nullable()
      .describe(
        "Whether your account at the provider has zero data retention. Null uses the provider's listed policy.",
      ),
    sort_order: count.describe("Keys of an `ordered` pool are tried in ascending order"),
    weight: CredentialWeight,
    tier: CredentialTier,
    allowed_models: z.array(z.string()).nullable().describe("Null allows all models"),
    allowed_user_ids: z.array(z.string()).nullable().describe("Null allows all users"),
    allowed_api_key_hashes: z.array(z.string()).nullable().describe("Null allows all API keys"),
    created_at: Timestamp,
    updated_at: moment,
    is_readable: z
      .boolean()
      .describe("False if the key was encrypted with a secret that this gateway no longer has. Replace the key."),
    key_set_at: Timestamp.describe(
      "When the current provider key was stored. The fields up to `failures` refer to this key only.",
    ),
    tested_at: moment.describe("When the provider last accepted a test request with this key"),
    last_used_at: moment,
    first_success_at: moment.describe("Null if no request with this key has succeeded yet"),
    last_success_at: moment,
    last_failure: z.object({ at: Timestamp, status: count, message: z.string() }).nullable(),
    successes: count.describe("Number of successful requests"),
    failures: count.describe("Number of failed requests, after which the next credential was tried"),
    usage: usd.describe(
      "Total cost that the provider charged for this credential, in USD, including its previous keys",
    ),
    usage_daily: usd,
    usage_weekly: usd,
    usage_monthly: usd,
  })
  .meta({ id: "Credential" });

export const KeyTest = z
  .object({
    outcome: z
      .enum(["accepted", "refused", "unknown"])
      .describe(
        "`unknown` if the provider could not be reached or its response does not tell whether the key is valid",
      ),
    status: count.nullable().describe("HTTP status from the provider. Null if there was no response."),
    message: z.string(),
    raw: z.string().nullable().describe("Error from the provider, without secrets"),
    duration_ms: count,
  })
  .meta({ id: "KeyTest" });

const MAX_SCOPE = 100;
const scope = (name: z.ZodString) => z.array(name.trim().min(1).max(256)).max(MAX_SCOPE).nullable();
const Hashes = z
  .array(z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"))
  .min(1)
  .max(MAX_SCOPE)
  .nullable();

const NotBoth = { message: "cannot be combined with is_byok_only", path: ["is_fallback"] };
const fitsTogether = (flags: { is_fallback?: boolean | undefined; is_byok_only?: boolean | undefined }) =>
  !(flags.is_fallback && flags.is_byok_only);

const ProviderId = z.string().min(1).max(100).describe("Provider ID, e.g. `openai`");
const ProviderKey = z
  .union([
    z
      .string()
      .trim()
      .min(1)
      .max(16_384)
      .regex(
        /^(?:[\x21-\x7e]+|\{[\x20-\x7e\s]*\})$/,
        "A key must not contain spaces, line breaks or non-ASCII characters",
      ),
    CloudCredential,
  ])
  .describe(
    "The provider's key. Stored encrypted and never returned. A cloud's credential has several parts: an object, or " +
      "its JSON as a string.",
  );

const TestFirst = z
  .boolean()
  .optional()
  .describe("Tests `key` with the provider first, and stores it only if the provider accepts it; otherwise a 400");

const fields = {
  name: z.string().trim().max(255).nullable().optional(),
  disabled: z.boolean().optional(),
  is_fallback: z.boolean().optional(),
  is_required: z.boolean().optional(),
  is_byok_only: z.boolean().optional().describe("Cannot be combined with `is_fallback`"),
  declared_zdr: z.boolean().nullable().optional(),
  weight: CredentialWeight.optional(),
  tier: CredentialTier.optional(),
  allowed_models: scope(ModelName).optional(),
  allowed_user_ids: scope(z.string()).optional(),
  allowed_api_key_hashes: Hashes.optional(),
};

export const listCredentials = endpoint({
  id: "listCredentials",
  resource: "byok",
  method: "GET",
  path: "/byok",
  roles: "administrators",
  access: "management",
  summary: "List provider keys",
  description:
    "Returns the workspace's provider keys and those for the whole organization, grouped by provider " +
    "in the order they are tried.",
  query: Page.extend({
    workspace_id: WorkspaceRef,
    provider: ProviderId.optional(),
  }),
  response: listOf(Credential),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createCredential = endpoint({
  id: "createCredential",
  resource: "byok",
  method: "POST",
  path: "/byok",
  roles: "administrators",
  access: "management",
  summary: "Add a provider key",
  description:
    "Takes effect with the next request. Requests in its scope use this key before the provider's " +
    "system credential. It is tried after existing keys for the provider. `is_required` and " +
    "`is_byok_only` apply to the callers in the key's scope.",
  largeBody: true,
  body: z
    .strictObject({
      provider: ProviderId,
      key: ProviderKey,
      test: TestFirst,
      workspace_id: z
        .string()
        .nullable()
        .optional()
        .describe(
          "Workspace UUID or slug. Defaults to the caller's workspace; null applies the key to every workspace.",
        ),
      ...fields,
    })
    .refine(fitsTogether, NotBoth),
  status: 201,
  response: dataOf(Credential),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getCredential = endpoint({
  id: "getCredential",
  resource: "byok",
  method: "GET",
  path: "/byok/{id}",
  roles: "administrators",
  access: "management",
  summary: "Get a provider key",
  params: IdParams,
  response: dataOf(Credential),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateCredential = endpoint({
  id: "updateCredential",
  resource: "byok",
  method: "PATCH",
  path: "/byok/{id}",
  roles: "administrators",
  access: "management",
  summary: "Update a provider key",
  description:
    "Omitted fields stay unchanged; null clears a field. `key` permanently replaces the stored key " +
    "and its label, and resets the success and failure counts.",
  params: IdParams,
  largeBody: true,
  body: z
    .strictObject({ key: ProviderKey.optional(), test: TestFirst, ...fields })
    .refine(fitsTogether, NotBoth)
    .prefault({}),
  response: dataOf(Credential),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteCredential = endpoint({
  id: "deleteCredential",
  resource: "byok",
  method: "DELETE",
  path: "/byok/{id}",
  roles: "administrators",
  access: "management",
  summary: "Delete a provider key",
  description: "Erases the stored key.",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const orderCredentials = endpoint({
  id: "orderCredentials",
  resource: "byok",
  method: "POST",
  path: "/byok/order",
  roles: "administrators",
  access: "management",
  summary: "Reorder provider keys",
  description:
    "Sets the order in which keys are tried. Keys of the same provider and workspace that you leave " +
    "out come last, in their current order.",
  body: z.strictObject({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(500)
      .describe("Key IDs in order, all for the same provider and the same workspace (or all organization-wide)"),
  }),
  response: listOf(Credential),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const testNewCredential = endpoint({
  id: "testNewCredential",
  isQuery: true,
  resource: "byok",
  method: "POST",
  path: "/byok/test",
  roles: "administrators",
  access: "management",
  summary: "Test a new provider key",
  description: "Sends one free request to the provider, such as listing its models. Stores nothing.",
  body: z.strictObject({ provider: ProviderId, key: ProviderKey }),
  response: dataOf(KeyTest),
  errors: [400, 401, 403, 405, 413, 429, 500],
});

export const testCredential = endpoint({
  id: "testCredential",
  isQuery: true,
  resource: "byok",
  method: "POST",
  path: "/byok/{id}/test",
  roles: "administrators",
  access: "management",
  summary: "Test a stored provider key",
  params: IdParams,
  response: dataOf(KeyTest),
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
