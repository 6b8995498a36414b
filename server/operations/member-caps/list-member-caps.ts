import { listMemberCaps as endpoint } from "#lib/contract/member-caps.ts";
import { ownerOnly } from "#server/auth/access.ts";
import type { Queries } from "#server/data/database.ts";
import { findMember } from "#server/data/members.ts";
import { listWorkspaceMembers } from "#server/data/workspace-members.ts";
import { operation } from "#server/http/operation.ts";
import { placeOf } from "../workspace-members/member-record.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { capAmounts, readMemberCaps } from "./cap-records.ts";
import { isUuid } from "./changing-caps.ts";

export const listMemberCaps = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const { queries } = gateway.database;
  const userId = ownerOnly(principal) ?? query.user_id;
  const { rows, total } =
    userId === undefined
      ? await listWorkspaceMembers(queries, placeOf(workspace), query)
      : await onlyMember(queries, principal.organizationId, userId);
  const { records, standard } = await readMemberCaps(gateway, workspace, rows);
  return { data: records, total_count: total, default: capAmounts(standard), time_zone: workspace.timeZone };
});

async function onlyMember(queries: Queries, organizationId: string, userId: string) {
  const person = isUuid(userId) && (await findMember(queries, organizationId, userId));
  return person ? { rows: [person], total: 1 } : { rows: [], total: 0 };
}
