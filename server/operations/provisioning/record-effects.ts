import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import type { Transaction } from "#server/data/database.ts";
import type { MappingEffect } from "#server/data/group-mappings.ts";

/** Writes an audit entry for each member whom group mappings changed. */
export async function recordEffects(
  queries: Transaction,
  call: AuditedCall,
  effects: readonly MappingEffect[],
): Promise<void> {
  for (const { userId, email, role, ...effect } of effects) {
    await recordChange(queries, call, {
      action: "member.apply_group_mappings",
      target: { type: "member", id: userId, name: email },
      before: { ...(role && { role: role.before }) },
      after: {
        ...(role && { role: role.after }),
        added_workspace_ids: effect.addedWorkspaceIds,
        removed_workspace_ids: effect.removedWorkspaceIds,
        disabled_key_hashes: effect.disabledKeyHashes,
      },
      workspaceId: null,
    });
  }
}
