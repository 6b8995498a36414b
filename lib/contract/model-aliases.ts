import { z } from "zod";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}\/[a-z0-9][a-z0-9._-]{0,99}$/;

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
    .refine((targets) => targets.some(({ weight }) => weight > 0), "At least one target needs a weight")
    .describe(
      "Where requests go. With several targets, each request is assigned by weight; requests of one session or user " +
        "always go to the same target. To roll out gradually, keep the order and raise the last weight.",
    ),
};

export const ModelAlias = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    ...shared,
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "ModelAlias" });

const params = z.object({ id: z.uuid() });
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
    workspace_id: z.string().optional().describe("Workspace UUID or slug. Defaults to the caller's workspace."),
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
    workspace_id: z.string().optional().describe("Workspace UUID or slug. Defaults to the caller's workspace."),
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
  params,
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
  params,
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
  params,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

/** Every endpoint of model aliases. */
export const modelAliasEndpoints = [
  listModelAliases,
  createModelAlias,
  getModelAlias,
  updateModelAlias,
  deleteModelAlias,
] as const;
