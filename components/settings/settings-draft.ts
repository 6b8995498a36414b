import type { z } from "zod";
import type { BodyInput } from "#lib/contract/endpoint.ts";
import type { updateWorkspace, Workspace as WorkspaceSchema } from "#lib/contract/workspaces.ts";

export type Workspace = z.output<typeof WorkspaceSchema>;
export type Changes = BodyInput<typeof updateWorkspace>;
export type ProviderSort = NonNullable<Changes["default_provider_sort"]>;

/** A default plugin with its settings. */
export type DefaultPlugin = NonNullable<Changes["default_plugins"]>[number];

/** The form values of the settings. */
export type SettingsDraft = Required<{ [Field in keyof Changes]: Exclude<Changes[Field], undefined> }> & {
  /** Null while the input is not a number. */
  samplingPercent: number | null;
};

/** Returns the form values of a workspace. */
export function draftOf(workspace: Workspace): SettingsDraft {
  return {
    name: workspace.name,
    slug: workspace.slug,
    description: workspace.description,
    default_text_model: workspace.default_text_model,
    default_image_model: workspace.default_image_model,
    default_provider_sort: workspace.default_provider_sort as ProviderSort | null,
    io_logging_api_key_ids: workspace.io_logging_api_key_ids,
    io_logging_sampling_rate: workspace.io_logging_sampling_rate,
    io_logging_keeps_failed_requests: workspace.io_logging_keeps_failed_requests,
    is_data_discount_logging_enabled: workspace.is_data_discount_logging_enabled,
    is_observability_broadcast_enabled: workspace.is_observability_broadcast_enabled,
    is_observability_io_logging_enabled: workspace.is_observability_io_logging_enabled,
    uploads_need_management_key: workspace.uploads_need_management_key,
    images_need_management_key: workspace.images_need_management_key,
    disabled_server_tools: workspace.disabled_server_tools,
    leaked_key_policy: workspace.leaked_key_policy,
    default_plugins: workspace.default_plugins as DefaultPlugin[] | null,
    time_zone: workspace.time_zone,
    samplingPercent: percentOf(workspace.io_logging_sampling_rate),
  };
}

/** Returns only the differences from the workspace, as an API body. */
export function changesOf({ samplingPercent, ...draft }: SettingsDraft, workspace: Workspace): Changes {
  const sameRate = samplingPercent === percentOf(workspace.io_logging_sampling_rate);
  const rate = sameRate ? workspace.io_logging_sampling_rate : Number(((samplingPercent ?? 0) / 100).toFixed(6));
  const target = { ...draft, description: draft.description || null, io_logging_sampling_rate: rate };
  const changed = Object.entries(target).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(workspace[field as keyof Workspace]),
  );
  return Object.fromEntries(changed);
}

function percentOf(rate: number): number {
  return Number((rate * 100).toFixed(4));
}
