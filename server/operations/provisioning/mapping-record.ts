import type { z } from "zod";
import type { GroupMapping } from "#lib/contract/group-mappings.ts";
import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Transaction } from "#server/data/database.ts";
import {
  applyGroupMappings,
  type GroupMappingRow,
  type GroupMappingValues,
  hasGroupMapping,
} from "#server/data/group-mappings.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { recordEffects } from "./record-effects.ts";

type Record = z.output<typeof GroupMapping>;

/** Converts a stored mapping to its API record. */
export function mappingRecord(row: GroupMappingRow): Record {
  return {
    id: row.id,
    group: row.group,
    role: row.role as Record["role"],
    workspace_id: row.workspaceId,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns the id of the workspace that a body names; null for none. Throws 404. */
export function workspaceIdOf(gateway: Gateway, principal: Principal, ref: string | null): Promise<string> | null {
  return ref === null ? null : requireWorkspace(gateway, principal, ref);
}

/** Throws 409 if another mapping gives the same workspace, or none, to the same group. */
export async function rejectDuplicate(
  queries: Transaction,
  organizationId: string,
  values: GroupMappingValues,
  exceptId?: string,
): Promise<void> {
  if (await hasGroupMapping(queries, organizationId, values, exceptId))
    throw new HttpError(409, "There is already a mapping of this group to this workspace; change that one");
}

/**
 * Writes the audit entry of a changed mapping, and gives every member what the mappings say now, unless the request
 * defers that.
 */
export async function recordMapping(
  queries: Transaction,
  call: AuditedCall,
  verb: "create" | "update" | "delete",
  { before, after }: { before?: GroupMappingRow | undefined; after?: GroupMappingRow | undefined },
): Promise<void> {
  const { id, group } = (after ?? before) as GroupMappingRow;
  await recordChange(queries, call, {
    action: `group_mapping.${verb}`,
    target: { type: "group_mapping", id, name: group },
    ...(before && { before: mappingRecord(before) }),
    ...(after && { after: mappingRecord(after) }),
    workspaceId: null,
  });
  if (call.defersGroupMappings) return;
  await recordEffects(queries, call, await applyGroupMappings(queries, call.principal.organizationId));
}
