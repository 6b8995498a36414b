import { z } from "zod";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const moment = Timestamp.nullable();
const count = z.number().int();
const usd = z.number().describe("USD");

export const Credential = z
  .object({
    id: z.string(),
    workspace_id: z.string().nullable().describe("Null: for every workspace of the organization"),
    provider: z.string().describe("Provider id"),
    name: z.string().nullable(),
    label: z.string().describe("Masked form of the stored provider key, never the key"),
    disabled: z.boolean(),
    is_fallback: z.boolean().describe("Used only after the others for the same provider"),
    is_required: z.boolean().describe("The models it covers never use the house's key of this provider"),
    is_byok_only: z.boolean().describe("No model ever uses the house's key of this provider"),
    declared_zdr: z
      .boolean()
      .nullable()
      .describe("Whether the account at the provider keeps no prompts, as its owner says; null: as listed"),
    sort_order: count.describe("Tried in ascending order"),
    allowed_models: z.array(z.string()).nullable().describe("Null: all models"),
    allowed_user_ids: z.array(z.string()).nullable().describe("Null: all users"),
    allowed_api_key_hashes: z.array(z.string()).nullable().describe("Null: all API keys"),
    created_at: Timestamp,
    updated_at: moment,
    is_readable: z.boolean().describe("False: sealed with a secret that this gateway no longer has; replace the key"),
    key_set_at: Timestamp.describe("When the present key was stored; what follows is about this key alone"),
    tested_at: moment.describe("When a test call with it was last accepted"),
    last_used_at: moment,
    first_success_at: moment.describe("Null: it has not yet answered a call"),
    last_success_at: moment,
    last_failure: z.object({ at: Timestamp, status: count, message: z.string() }).nullable(),
    successes: count.describe("Calls it answered"),
    failures: count.describe("Calls it failed, so that the next credential was tried"),
    usage: usd.describe("USD that the provider charged for calls through this credential, whatever its key, in all"),
    usage_daily: usd,
    usage_weekly: usd,
    usage_monthly: usd,
  })
  .meta({ id: "Credential" });

export const KeyTest = z
  .object({
    outcome: z
      .enum(["accepted", "refused", "unknown"])
      .describe("`unknown`: the provider could not be reached, or answered something that says nothing of the key"),
    status: count.nullable().describe("What the provider answered with; null: nothing"),
    message: z.string(),
    raw: z.string().nullable().describe("The provider's own error, without secrets"),
    duration_ms: count,
  })
  .meta({ id: "KeyTest" });

const MAX_SCOPE = 100;
const Scope = z.array(z.string().trim().min(1).max(256)).max(MAX_SCOPE).nullable();
const Hashes = z
  .array(z.string().regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits"))
  .min(1)
  .max(MAX_SCOPE)
  .nullable();

const NotBoth = { message: "cannot be combined with is_byok_only", path: ["is_fallback"] };
const fitsTogether = (flags: { is_fallback?: boolean | undefined; is_byok_only?: boolean | undefined }) =>
  !(flags.is_fallback && flags.is_byok_only);

const ProviderId = z.string().min(1).max(100).describe("Provider id, e.g. `openai`");
const ProviderKey = z
  .string()
  .trim()
  .min(1)
  .max(8192)
  .regex(/^[\x21-\x7e]+$/, "A key has no spaces, line breaks or characters beyond ASCII")
  .describe("The provider's key; stored sealed, never returned");

const fields = {
  name: z.string().trim().max(255).nullable().optional(),
  disabled: z.boolean().optional(),
  is_fallback: z.boolean().optional(),
  is_required: z.boolean().optional(),
  is_byok_only: z.boolean().optional().describe("Not together with is_fallback"),
  declared_zdr: z.boolean().nullable().optional(),
  allowed_models: Scope.optional(),
  allowed_user_ids: Scope.optional(),
  allowed_api_key_hashes: Hashes.optional(),
};

const params = z.object({ id: z.uuid() });

export const listCredentials = endpoint({
  id: "listCredentials",
  resource: "byok",
  method: "GET",
  path: "/byok",
  roles: "administrators",
  access: "management",
  summary: "A workspace's own provider keys, those of the whole organization among them",
  description: "By provider, and for each in the order they are tried.",
  query: Page.extend({
    workspace_id: z.string().optional().describe("UUID or slug; the caller's workspace if absent"),
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
  summary: "Store a provider key of your own; it is used from the next call on",
  description:
    "Calls that it is for use it before the house's key of the provider. Its place is after those that are there. " +
    "`is_required` and `is_byok_only` bind the callers that the credential is for.",
  largeBody: true,
  body: z
    .strictObject({
      provider: ProviderId,
      key: ProviderKey,
      workspace_id: z
        .string()
        .nullable()
        .optional()
        .describe("UUID or slug; the caller's workspace if absent, every workspace if null"),
      ...fields,
    })
    .refine(fitsTogether, NotBoth),
  status: 201,
  response: dataOf(Credential),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const getCredential = endpoint({
  id: "getCredential",
  resource: "byok",
  method: "GET",
  path: "/byok/{id}",
  roles: "administrators",
  access: "management",
  summary: "One provider key",
  params,
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
  summary: "Change a provider key, or replace it in place",
  description:
    "What is absent stays; null removes. `key` overwrites the stored key at once and for good, and makes a new label; " +
    "the counts of successes and failures begin anew.",
  params,
  largeBody: true,
  body: z
    .strictObject({ key: ProviderKey.optional(), ...fields })
    .refine(fitsTogether, NotBoth)
    .prefault({}),
  response: dataOf(Credential),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const deleteCredential = endpoint({
  id: "deleteCredential",
  resource: "byok",
  method: "DELETE",
  path: "/byok/{id}",
  roles: "administrators",
  access: "management",
  summary: "Delete a provider key; the stored key is wiped",
  params,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const orderCredentials = endpoint({
  id: "orderCredentials",
  resource: "byok",
  method: "POST",
  path: "/byok/order",
  roles: "administrators",
  access: "management",
  summary: "Put provider keys in the order to try",
  description: "Those of the same provider and workspace that are not named come after them, in the order they had.",
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(500).describe("Of one provider and one workspace (or of none), first to last"),
  }),
  response: listOf(Credential),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

export const testNewCredential = endpoint({
  id: "testNewCredential",
  isQuery: true,
  resource: "byok",
  method: "POST",
  path: "/byok/test",
  roles: "administrators",
  access: "management",
  summary: "Try a provider key before it is stored",
  description: "Makes one call that costs nothing, such as the list of models. Nothing is stored.",
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
  summary: "Try a stored provider key",
  params,
  response: dataOf(KeyTest),
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
