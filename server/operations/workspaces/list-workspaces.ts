import { listWorkspaces as endpoint } from "#lib/contract/workspaces.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import { listWorkspaces as listRows } from "#server/data/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { workspaceRecords } from "./workspace-records.ts";

export const listWorkspaces = operation(endpoint)(async (gateway, { principal, query: { offset, limit } }) => {
  const all = await listRows(gateway.database.queries, principal.organizationId);
  const inReach = principal.management ? all : all.filter(({ id }) => gateway.accounts.sees(principal.userId, id));
  const visible = inReach.filter(({ id }) => coversWorkspace(principal, id));
  return { data: await workspaceRecords(gateway, visible.slice(offset, offset + limit)), total_count: visible.length };
});
