import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import { type ApiKeyRow, deleteKey } from "#server/data/api-keys.ts";
import type { Transaction } from "#server/data/database.ts";
import { keyTarget, toAuditKey } from "#server/operations/keys/audit-key.ts";

/** Signs agents out: deletes their keys and records it. The caller publishes the keys after the transaction. */
export async function recordSignOuts(
  queries: Transaction,
  call: AuditedCall,
  keys: readonly ApiKeyRow[],
): Promise<void> {
  for (const key of keys) {
    await deleteKey(queries, key.hash);
    const change = { target: keyTarget(key), before: toAuditKey(key), workspaceId: key.workspaceId };
    await recordChange(queries, call, { action: "key.delete", ...change });
  }
}
