import { recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Transaction } from "#server/data/database.ts";

type AccountCall = { principal: Principal; requestId: string; address: string };

/** Records in the audit log that users changed how they sign in, without any secrets. */
export function recordAccountChange(
  queries: Transaction,
  call: AccountCall,
  action: `account.${string}`,
  after?: unknown,
): Promise<void> {
  const target = { type: "account", id: call.principal.userId ?? "" };
  return recordChange(queries, call, { action, target, after, workspaceId: null });
}
