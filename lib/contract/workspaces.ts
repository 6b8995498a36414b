import { z } from "zod";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const Ref = z.object({ ref: z.string().min(1).describe("UUID or slug of the workspace") });
const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

export const Workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    is_default: z.boolean().describe("The organization's first workspace, which everyone is in"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    created_by: z.string().nullable().describe("User id"),
    default_text_model: z.string().nullable().describe("Serves text calls that name no model"),
    default_image_model: z.string().nullable().describe("Serves image calls that name no model"),
    default_provider_sort: z.string().nullable().describe("Orders providers where a call does not say how"),
    default_guardrail_id: z
      .string()
      .describe("The guardrail that binds every key of the workspace, once it is written"),
    include_byok_in_budgets: z.boolean(),
    io_logging_api_key_ids: z.array(z.number()).nullable().describe("Numbers of keys; null: all"),
    io_logging_sampling_rate: z.number(),
    is_data_discount_logging_enabled: z.boolean(),
    is_observability_broadcast_enabled: z.boolean(),
    is_observability_io_logging_enabled: z.boolean().describe("Whether requests and answers of text calls are kept"),
    io_logging_retention_days: z.number().int().describe("How long they are kept, as the operator set it"),
    uploads_need_management_key: z.boolean(),
    images_need_management_key: z.boolean(),
  })
  .meta({ id: "Workspace" });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const fields = {
  name: z.string().trim().min(1, "Enter a name").max(100, "A name has at most 100 characters"),
  slug: z
    .string()
    .min(1, "Enter a slug")
    .max(50, "A slug has at most 50 characters")
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Lowercase letters and digits, with single hyphens between them")
    .refine((slug) => !UUID.test(slug), "A slug cannot look like a UUID"),
};

const settings = {
  description: z.string().max(500, "A description has at most 500 characters").nullish(),
  default_text_model: z.string().min(1).max(200).nullish(),
  default_image_model: z.string().min(1).max(200).nullish(),
  default_provider_sort: z.enum(["price", "throughput", "latency", "exacto"]).nullish(),
  io_logging_api_key_ids: z.array(z.number().int().min(1)).max(1000).nullish(),
  io_logging_sampling_rate: z.number().min(0.0001).max(1).optional(),
  is_data_discount_logging_enabled: z.boolean().optional(),
  is_observability_broadcast_enabled: z.boolean().optional(),
  is_observability_io_logging_enabled: z.boolean().optional(),
  uploads_need_management_key: z.boolean().optional().describe("Refuses uploads by ordinary keys"),
  images_need_management_key: z.boolean().optional().describe("Refuses image generation by ordinary keys"),
};

export const listWorkspaces = endpoint({
  id: "listWorkspaces",
  resource: "workspaces",
  method: "GET",
  path: "/workspaces",
  roles: "own",
  access: "management",
  summary: "The workspaces of the organization, the default one first",
  query: Page,
  response: listOf(Workspace),
  errors: [400, 401, 403, 405, 429, 500],
});

export const createWorkspace = endpoint({
  id: "createWorkspace",
  resource: "workspaces",
  method: "POST",
  path: "/workspaces",
  roles: "administrators",
  access: "management",
  summary: "Create a workspace",
  body: z.strictObject({ ...fields, ...settings }),
  status: 201,
  response: dataOf(Workspace),
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
});

export const getWorkspace = endpoint({
  id: "getWorkspace",
  resource: "workspaces",
  method: "GET",
  path: "/workspaces/{ref}",
  roles: "own",
  access: "management",
  summary: "One workspace",
  params: Ref,
  response: dataOf(Workspace),
  errors: [401, 403, 404, 405, 429, 500],
});

export const updateWorkspace = endpoint({
  id: "updateWorkspace",
  resource: "workspaces",
  method: "PATCH",
  path: "/workspaces/{ref}",
  roles: "administrators",
  access: "management",
  summary: "Change a workspace",
  description: "What is absent stays; null removes. A change holds from the next call on.",
  params: Ref,
  body: z.strictObject({ name: fields.name.optional(), slug: fields.slug.optional(), ...settings }),
  response: dataOf(Workspace),
  errors: [...errors, 409],
});

export const deleteWorkspace = endpoint({
  id: "deleteWorkspace",
  resource: "workspaces",
  method: "DELETE",
  path: "/workspaces/{ref}",
  roles: "administrators",
  access: "management",
  summary: "Delete a workspace with its settings",
  description: "Refused for the default workspace and while keys of the workspace are active. Its calls stay counted.",
  params: Ref,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 429, 500],
});
