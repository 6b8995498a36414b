import { z } from "zod";
import { LEAK_POLICIES } from "#lib/keys/leak-states.ts";
import { isTimeZone } from "#lib/limit-period.ts";
import { Deleted, dataOf, listOf, Page, Timestamp, WorkspaceParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { DefaultPlugins } from "./plugins.ts";
import { RestrictableTool } from "./server-tools.ts";

const errors = [400, 401, 403, 404, 405, 413, 429, 500] as const;

const LeakedKeyPolicy = z
  .enum(LEAK_POLICIES)
  .describe(
    "What happens to a key that is reported as leaked. `pause`: it is disabled until an administrator enables it again. " +
      "`revoke`: it is disabled for good. `notify`: it keeps working. Its owner and the administrators are notified.",
  );

export const Workspace = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    description: z.string().nullable(),
    is_default: z
      .boolean()
      .describe("Whether this is the organization's default workspace, which includes every member"),
    created_at: Timestamp,
    updated_at: Timestamp.nullable(),
    created_by: z.string().nullable().describe("User ID"),
    default_text_model: z.string().nullable().describe("Model for text requests that do not set one"),
    default_image_model: z.string().nullable().describe("Model for image requests that do not set one"),
    default_provider_sort: z
      .string()
      .nullable()
      .describe("How to sort providers if the request does not set `provider.sort`"),
    default_guardrail_id: z
      .string()
      .describe("ID of the guardrail that applies to every key in the workspace. Update it to create the guardrail."),
    include_byok_in_budgets: z.boolean(),
    time_zone: z
      .string()
      .describe("IANA name of the time zone. Periods of budgets and member caps start at its midnight."),
    io_logging_api_key_ids: z
      .array(z.number())
      .nullable()
      .describe("Numeric IDs of the keys whose content is stored. Null means all keys."),
    io_logging_sampling_rate: z.number(),
    io_logging_keeps_failed_requests: z
      .boolean()
      .describe("Whether the content of failed requests is stored even if the sample leaves them out"),
    is_data_discount_logging_enabled: z.boolean(),
    is_observability_broadcast_enabled: z.boolean(),
    is_observability_io_logging_enabled: z
      .boolean()
      .describe("Whether the content of text requests and responses is stored"),
    io_logging_retention_days: z.number().int().describe("How long content is stored, in days. Set by the operator."),
    uploads_need_management_key: z.boolean(),
    images_need_management_key: z.boolean(),
    disabled_server_tools: z
      .array(z.string())
      .nullable()
      .describe("Server tools that requests cannot use, whether the gateway or a provider would run them"),
    leaked_key_policy: LeakedKeyPolicy,
    default_plugins: z
      .array(z.looseObject({ id: z.string() }))
      .nullable()
      .describe("Plugins for text requests that do not list a plugin with the same `id`"),
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
  io_logging_keeps_failed_requests: z
    .boolean()
    .optional()
    .describe(
      "Store the content of failed requests even if `io_logging_sampling_rate` leaves them out. Requests with zero data retention and keys whose content is not stored stay excluded.",
    ),
  is_data_discount_logging_enabled: z.boolean().optional(),
  is_observability_broadcast_enabled: z.boolean().optional(),
  is_observability_io_logging_enabled: z.boolean().optional(),
  uploads_need_management_key: z.boolean().optional().describe("Whether file uploads require a management key"),
  images_need_management_key: z.boolean().optional().describe("Whether image generation requires a management key"),
  disabled_server_tools: z.array(RestrictableTool).max(100).nullish(),
  leaked_key_policy: LeakedKeyPolicy.optional(),
  default_plugins: DefaultPlugins,
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, "must be the IANA name of a time zone, such as Europe/Berlin")
    .optional()
    .describe(
      "IANA name of the time zone. Periods of budgets and member caps start at its midnight. A change applies " +
        "to the current periods: what was spent since their new start counts.",
    ),
};

export const listWorkspaces = endpoint({
  id: "listWorkspaces",
  resource: "workspaces",
  method: "GET",
  path: "/workspaces",
  roles: "own",
  access: "management",
  summary: "List workspaces",
  description: "Returns the default workspace first.",
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
  isOrganizationWide: true,
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
  summary: "Get a workspace",
  params: WorkspaceParams,
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
  summary: "Update a workspace",
  description: "Omitted fields stay unchanged; null clears a field. Changes apply from the next request.",
  params: WorkspaceParams,
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
  isOrganizationWide: true,
  summary: "Delete a workspace",
  description:
    "Deletes the workspace and its settings. The default workspace, and workspaces with active keys, " +
    "cannot be deleted. Past usage still counts.",
  params: WorkspaceParams,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
