import type { z } from "zod";
import type { Workspace } from "#lib/contract/workspaces.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import { loadBudgetRules } from "#server/data/budgets.ts";
import { announce } from "#server/data/changes.ts";
import { findWorkspace, type WorkspaceRow } from "#server/data/workspaces.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { contentDays } from "#server/ledger/contents.ts";

export type WorkspaceRecord = z.output<typeof Workspace>;

/** Converts stored workspaces to their API records, in the same order. */
export async function workspaceRecords(
  { database, environment }: Gateway,
  rows: readonly WorkspaceRow[],
): Promise<WorkspaceRecord[]> {
  const rules = await loadBudgetRules(database.queries);
  const counting = new Set(rules.filter(({ includeByok }) => includeByok).map(({ workspaceId }) => workspaceId));
  return rows.map((row) => ({
    ...workspaceFields(row),
    include_byok_in_budgets: counting.has(row.id),
    io_logging_retention_days: contentDays(environment),
  }));
}

export async function workspaceRecord(gateway: Gateway, row: WorkspaceRow): Promise<WorkspaceRecord> {
  const [record] = await workspaceRecords(gateway, [row]);
  return record as WorkspaceRecord;
}

/** Returns the fields of a workspace's own row under their wire names. */
export function workspaceFields(
  row: WorkspaceRow,
): Omit<WorkspaceRecord, "include_byok_in_budgets" | "io_logging_retention_days"> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    is_default: row.isDefault,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt?.toISOString() ?? null,
    created_by: row.createdBy,
    default_text_model: row.defaultTextModel,
    default_image_model: row.defaultImageModel,
    default_provider_sort: row.defaultProviderSort,
    // A default guardrail has its workspace's own id.
    default_guardrail_id: row.id,
    io_logging_api_key_ids: row.ioLoggingApiKeyIds,
    io_logging_sampling_rate: row.ioLoggingSamplingRate,
    io_logging_keeps_failed_requests: row.ioLoggingKeepsFailedRequests,
    is_data_discount_logging_enabled: row.isDataDiscountLoggingEnabled,
    is_observability_broadcast_enabled: row.isObservabilityBroadcastEnabled,
    is_observability_io_logging_enabled: row.isObservabilityIoLoggingEnabled,
    uploads_need_management_key: row.uploadsNeedManagementKey,
    images_need_management_key: row.imagesNeedManagementKey,
    disabled_server_tools: row.disabledServerTools,
    leaked_key_policy: row.leakedKeyPolicy as WorkspaceRecord["leaked_key_policy"],
    default_plugins: row.defaultPlugins,
    time_zone: row.timeZone,
  };
}

/** Returns a workspace within the caller's reach, by UUID or slug. Throws 404. */
export async function findAccessibleWorkspace(
  gateway: Gateway,
  principal: Principal,
  ref: string,
): Promise<WorkspaceRow> {
  const id = await requireWorkspace(gateway, principal, ref);
  const row = await findWorkspace(gateway.database.queries, principal.organizationId, id);
  if (!row) throw new HttpError(404, "Workspace not found");
  return row;
}

/** Returns a workspace as the target of an audit entry. */
export function workspaceTarget({ id, name }: WorkspaceRow) {
  return { type: "workspace", id, name };
}

/** Applies changed workspaces starting with the next request, here at once and in other processes by announcement. */
export async function publishWorkspaces({ accounts, keys, budgets, database }: Gateway): Promise<void> {
  await Promise.all([accounts.refresh(), keys.refresh(), budgets.refresh()]);
  await announce(database, "workspaces");
}
