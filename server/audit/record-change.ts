import type { ManagedRecords } from "#server/caller/config-file.ts";
import type { Principal } from "#server/caller/principal.ts";
import { insertAudit } from "#server/data/audit.ts";
import type { Transaction } from "#server/data/database.ts";
import { managedByFile } from "./managed-by-file.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The facts about a request that the audit log stores. */
export type AuditedCall = {
  principal: Principal;
  requestId: string;
  address: string;
  /** Records that this caller cannot change; absent while the configuration file itself is applied. */
  managed?: ManagedRecords | undefined;
  /** Whether group mappings take effect later, after all changes of a document. */
  defersGroupMappings?: boolean;
};

export type Change = {
  /** `<noun>.<verb>`, e.g. `guardrail.update`. */
  action: string;
  /** The changed record: its noun, its id, and its display name. */
  target: { type: string; id: string; name?: string | null };
  /** The record, or the changed part of it, before the change; absent if it was created. */
  before?: unknown;
  /** The same after the change; absent if it was deleted. */
  after?: unknown;
  /** The workspace the target belongs to: the caller's if absent, null for an organization's record. */
  workspaceId?: string | null;
};

/**
 * Writes an administrative change to the audit log: who (user or key), what, before and after without secrets, time and
 * address. `queries` is the transaction that makes the change, so that neither is stored without the other. Throws 409
 * for a record that a configuration file manages.
 */
export async function recordChange(queries: Transaction, call: AuditedCall, change: Change): Promise<void> {
  const { principal, requestId, address } = call;
  const { action, target, before, after, workspaceId = principal.workspaceId } = change;
  if (call.managed?.covers({ ...change, workspaceId })) throw managedByFile(call.managed);
  await insertAudit(queries, {
    organizationId: principal.organizationId,
    workspaceId,
    ...actorOf(principal),
    action,
    targetType: target.type,
    targetId: target.id,
    targetName: target.name ?? null,
    before: withoutSecrets(before),
    after: withoutSecrets(after),
    requestId,
    address,
  });
}

/** A key acts in its own name, regardless of who created it. */
function actorOf({ key, userId, actorName, scimToken }: Principal) {
  if (scimToken && actorName !== undefined) return { actorTokenId: scimToken.id, actorName };
  if (actorName !== undefined) return { actorName };
  return key ? { actorKeyHash: key.hash, actorName: key.label } : { actorUserId: userId };
}
