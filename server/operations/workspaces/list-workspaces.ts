import { listWorkspaces as endpoint } from "#lib/contract/workspaces.ts";
import { listWorkspaces as listRows } from "#server/data/workspaces.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { workspaceRecords } from "./workspace-records.ts";

export const listWorkspaces = operation(endpoint)(async ({ principal, query: { offset, limit } }) => {
  const open = gateway();
  const all = await listRows(open.database.queries, principal.organizationId);
  const seen = principal.management ? all : all.filter(({ id }) => open.accounts.sees(principal.userId, id));
  return { data: await workspaceRecords(open, seen.slice(offset, offset + limit)), total_count: seen.length };
});
