import type { BodyInput } from "#lib/contract/endpoint.ts";
import type { updateWorkspace } from "#lib/contract/workspaces.ts";
import { TOOL_PREFIX } from "#lib/tool-prefix.ts";
import type { WorkspaceChanges } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { checkPlugins } from "#server/pipeline/server-tools/requested-tools.ts";

type WorkspaceBody = BodyInput<typeof updateWorkspace>;

const COLUMNS = {
  name: "name",
  slug: "slug",
  description: "description",
  default_text_model: "defaultTextModel",
  default_image_model: "defaultImageModel",
  default_provider_sort: "defaultProviderSort",
  io_logging_api_key_ids: "ioLoggingApiKeyIds",
  io_logging_sampling_rate: "ioLoggingSamplingRate",
  io_logging_keeps_failed_requests: "ioLoggingKeepsFailedRequests",
  is_data_discount_logging_enabled: "isDataDiscountLoggingEnabled",
  is_observability_broadcast_enabled: "isObservabilityBroadcastEnabled",
  is_observability_io_logging_enabled: "isObservabilityIoLoggingEnabled",
  uploads_need_management_key: "uploadsNeedManagementKey",
  images_need_management_key: "imagesNeedManagementKey",
  disabled_server_tools: "disabledServerTools",
  leaked_key_policy: "leakedKeyPolicy",
  default_plugins: "defaultPlugins",
  time_zone: "timeZone",
} as const satisfies Record<keyof WorkspaceBody, keyof WorkspaceChanges>;

/**
 * Returns the columns that a body changes: absent fields are unchanged, null removes. Throws 400 for an unknown model,
 * and for a plugin's search engine that is not set up.
 */
export function workspaceChanges({ catalogue, searchEngines }: Gateway, body: WorkspaceBody): WorkspaceChanges {
  for (const field of ["default_text_model", "default_image_model"] as const) {
    const name = body[field];
    if (name && !catalogue.resolve(name)) throw new HttpError(400, `Invalid request: ${field}: unknown model ${name}`);
  }
  checkPlugins(body.default_plugins ?? [], "default_plugins", searchEngines);
  const tools = body.disabled_server_tools?.map((name) => name.replace(TOOL_PREFIX, ""));
  const stored = { ...body, ...(tools && { disabled_server_tools: tools.length > 0 ? [...new Set(tools)] : null }) };
  if (body.default_plugins?.length === 0) stored.default_plugins = null;
  const changes = Object.entries(stored).filter(([, value]) => value !== undefined);
  return Object.fromEntries(changes.map(([field, value]) => [COLUMNS[field as keyof WorkspaceBody], value]));
}
