import { listMemberCaps as endpoint } from "#lib/contract/member-caps.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { findMember } from "#server/data/members.ts";
import { listWorkspaceMembers } from "#server/data/workspace-members.ts";
import { operation } from "#server/http/operation.ts";
import { placeOf } from "../workspace-members/member-record.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { capAmounts, readMemberCaps } from "./cap-records.ts";

export const listMemberCaps = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const { queries } = gateway.database;
  const ownId = ownerOnly(principal);
  const own = ownId && (await findMember(queries, principal.organizationId, ownId));
  const { rows, total } = own
    ? { rows: [own].slice(query.offset), total: 1 }
    : await listWorkspaceMembers(queries, placeOf(workspace), query);
  const { records, standard } = await readMemberCaps(gateway, workspace, rows);
  return { data: records, total_count: total, default: capAmounts(standard), time_zone: workspace.timeZone };
});
