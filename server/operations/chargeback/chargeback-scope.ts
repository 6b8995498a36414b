import { ownerOnly, requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { ChargeFilter } from "#server/data/chargeback.ts";
import type { Gateway } from "#server/gateway.ts";
import { organizationWorkspaces } from "#server/operations/analytics/query-workspaces.ts";

type Query = { month?: string | undefined; workspace_id?: string | undefined };

/** A report's UTC month (YYYY-MM), whether it has ended, and the charges in it that the caller may see. */
export type ChargebackScope = { month: string; isComplete: boolean; filter: ChargeFilter };

/**
 * Returns the scope of a report: the named month or the current one, the named workspace or all that the caller can
 * access, and for a member only their own requests. Throws 404 for an unknown workspace.
 */
export async function chargebackScope(gateway: Gateway, principal: Principal, query: Query): Promise<ChargebackScope> {
  const nowMs = gateway.now();
  const month = query.month ?? new Date(nowMs).toISOString().slice(0, 7);
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1);
  const workspaceIds = query.workspace_id
    ? [await requireWorkspace(gateway, principal, query.workspace_id)]
    : await organizationWorkspaces(gateway, principal);
  const userId = ownerOnly(principal);
  const filter = { workspaceIds, from: from.getTime(), to, ...(userId && { userId }) };
  return { month, isComplete: to <= nowMs, filter };
}
