import type { queryAnalytics } from "#lib/contract/analytics.ts";
import type { BodyOf } from "#lib/contract/endpoint.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { loadWorkspaces } from "#server/data/workspaces.ts";
import type { Gateway } from "#server/gateway.ts";

type Body = BodyOf<typeof queryAnalytics>;

/**
 * Returns the workspaces a query may read: the caller's, or all of the organization's if the query names workspaces.
 */
export async function queryWorkspaces(gateway: Gateway, principal: Principal, body: Body): Promise<string[]> {
  const speaks = body.dimensions.includes("workspace_id") || body.filters.some(({ field }) => field === "workspace_id");
  return speaks ? organizationWorkspaces(gateway, principal) : [principal.workspaceId];
}

/** Returns every workspace of the caller's organization; for a member, only those they belong to; for a
 * management key, those in its scopes. */
export async function organizationWorkspaces({ database, accounts }: Gateway, principal: Principal): Promise<string[]> {
  const { organizationId } = principal;
  const workspaces = await loadWorkspaces(database.queries);
  const own = workspaces.filter((one) => one.organizationId === organizationId);
  const visible = principal.management ? own : own.filter(({ id }) => accounts.sees(principal.userId, id));
  return visible.map(({ id }) => id).filter((id) => coversWorkspace(principal, id));
}
