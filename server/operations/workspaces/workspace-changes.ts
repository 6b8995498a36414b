import type { BodyInput } from "#lib/contract/endpoint.ts";
import { TOOL_PREFIX } from "#lib/contract/server-tools.ts";
import type { updateWorkspace } from "#lib/contract/workspaces.ts";
import type { WorkspaceChanges } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

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
  is_data_discount_logging_enabled: "isDataDiscountLoggingEnabled",
  is_observability_broadcast_enabled: "isObservabilityBroadcastEnabled",
  is_observability_io_logging_enabled: "isObservabilityIoLoggingEnabled",
  uploads_need_management_key: "uploadsNeedManagementKey",
  images_need_management_key: "imagesNeedManagementKey",
  disabled_server_tools: "disabledServerTools",
} as const satisfies Record<keyof WorkspaceBody, keyof WorkspaceChanges>;

/**
 * Returns the columns that a body changes: absent fields are unchanged, null removes. Throws 400 for an unknown model.
 */
export function workspaceChanges({ catalogue }: Gateway, body: WorkspaceBody): WorkspaceChanges {
  for (const field of ["default_text_model", "default_image_model"] as const) {
    const name = body[field];
    if (name && !catalogue.find(name)) throw new HttpError(400, `Invalid request: ${field}: unknown model ${name}`);
  }
  const tools = body.disabled_server_tools?.map((name) => name.replace(TOOL_PREFIX, ""));
  const stored = { ...body, ...(tools && { disabled_server_tools: tools.length > 0 ? [...new Set(tools)] : null }) };
  const given = Object.entries(stored).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [COLUMNS[field as keyof WorkspaceBody], value]));
}
