import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp, WorkspaceRef } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,99}$/;

const factor = z.number().min(1).max(100).default(2);

const Canary = z.strictObject({
  percent: z.number().gt(0).max(99).describe("Share of the requests that the target gets. Its weight is ignored."),
  min_requests: z
    .number()
    .int()
    .min(5)
    .max(100_000)
    .default(50)
    .describe("Requests that the canary must have had in the last 30 minutes before it may be rolled back"),
  error_factor: factor.describe(
    "Rolls back if the share of failed requests exceeds that of the other targets by this factor, and also exceeds 5%",
  ),
  latency_factor: factor.describe(
    "Rolls back if the median time to the first content exceeds that of the other targets by this factor, and by 100 ms",
  ),
});

const Target = z
  .strictObject({
    model: z
      .string()
      .trim()
      .min(1)
      .max(300)
      .nullable()
      .default(null)
      .describe("ID of a model, or of another alias. Null uses the model of the preset."),
    preset: z
      .string()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe("Slug of a preset whose settings apply to text requests that name none"),
    provider_order: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(20)
      .nullable()
      .default(null)
      .describe("Providers to try first if the request does not set `provider.order`"),
    weight: z.number().int().min(0).max(10_000).default(1).describe("Share of the requests, relative to the others"),
    canary: Canary.nullable()
      .default(null)
      .describe(
        "Makes this target a canary: it gets a percentage of the requests, and no more of them once it fails more often " +
          "or responds more slowly than the other targets. One target can be a canary.",
      ),
  })
  .refine(({ model, preset }) => model !== null || preset !== null, {
    message: "A target names a model, a preset or both",
    path: ["model"],
  });

const shared = {
  name: z
    .string()
    .regex(NAME, "Lowercase `author/slug`, such as `acme/support-bot`")
    .describe("The model ID in requests"),
  description: z.string().trim().max(1000).nullable(),
  targets: z
    .array(Target)
    .min(1)
    .max(10)
    .refine(
      (targets) => targets.some(({ weight, canary }) => weight > 0 && !canary),
      "At least one target that is not a canary needs a weight",
    )
    .refine((targets) => targets.filter(({ canary }) => canary).length < 2, "Only one target can be a canary")
    .describe(
      "Where requests go. With several targets, each request is assigned by weight; requests of one session or user " +
        "always go to the same target. To roll out gradually, keep the order and raise the last weight.",
    ),
};

const Side = z.object({
  requests: z.number().int(),
  failed: z.number().int(),
  latency_p50: z
    .number()
    .nullable()
    .describe("Median milliseconds to the first content. Null with fewer than 20 responses."),
});

const Rollout = z.object({
  status: z.enum(["running", "rolled_back"]),
  rolled_back_at: Timestamp.nullable(),
  reason: z.string().nullable().describe("Why it was rolled back"),
  canary: Side.describe("The last 30 minutes of the canary"),
  stable: Side.describe("The same figures for the other targets"),
});

export const ModelAlias = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    ...shared,
    rollout: Rollout.nullable().describe("The state of the canary. Null without one."),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "ModelAlias" });

const path = "/model-aliases";
const resource = "model-aliases";
const roles = "administrators";
const access = "management";

export const listModelAliases = endpoint({
  id: "listModelAliases",
  resource,
  method: "GET",
  path,
  roles,
  access,
  summary: "List model aliases",
  query: Page.extend({
    workspace_id: WorkspaceRef,
  }),
  response: listOf(ModelAlias),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const createModelAlias = endpoint({
  id: "createModelAlias",
  resource,
  method: "POST",
  path,
  roles,
  access,
  summary: "Create a model alias",
  description:
    "Gives the workspace a model ID of its own. `GET /models` lists it, and generations show both the requested and " +
    "the resolved name. A workspace can have up to 200 aliases.",
  body: z.strictObject({
    ...shared,
    description: shared.description.default(null),
    workspace_id: WorkspaceRef,
  }),
  status: 201,
  response: dataOf(ModelAlias),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getModelAlias = endpoint({
  id: "getModelAlias",
  resource,
  method: "GET",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Get a model alias",
  params: IdParams,
  response: dataOf(ModelAlias),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateModelAlias = endpoint({
  id: "updateModelAlias",
  resource,
  method: "PATCH",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Update a model alias",
  description: "Omitted fields stay unchanged. `targets` replaces all targets.",
  params: IdParams,
  body: z.strictObject(shared).partial().prefault({}),
  response: dataOf(ModelAlias),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteModelAlias = endpoint({
  id: "deleteModelAlias",
  resource,
  method: "DELETE",
  path: `${path}/{id}`,
  roles,
  access,
  summary: "Delete a model alias",
  params: IdParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const resetModelAliasCanary = endpoint({
  id: "resetModelAliasCanary",
  resource,
  method: "POST",
  path: `${path}/{id}/canary/reset`,
  roles,
  access,
  summary: "Reset a canary",
  description:
    "Sends requests to the canary again after it was rolled back, and starts new statistics. Changing the canary's " +
    "model, preset or providers does the same.",
  params: IdParams,
  response: dataOf(ModelAlias),
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

/** Every endpoint of model aliases. */
export const modelAliasEndpoints = [
  listModelAliases,
  createModelAlias,
  getModelAlias,
  updateModelAlias,
  deleteModelAlias,
  resetModelAliasCanary,
] as const;
