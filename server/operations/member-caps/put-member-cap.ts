import { putMemberCap as endpoint } from "#lib/contract/member-caps.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { putMemberCap as putRow } from "#server/data/member-caps.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { capAmounts, readMemberCaps } from "./cap-records.ts";
import { capsIn, requireMember, toAuditCaps } from "./changing-caps.ts";

export const putMemberCap = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const person = await requireMember(gateway, principal, params.user_id);
  const { id: workspaceId } = workspace;
  const caps = capsIn(call.body);
  await gateway.database.queries.transaction(async (queries) => {
    const before = await toAuditCaps(queries, workspaceId, person.userId);
    await putRow(queries, workspaceId, person.userId, caps);
    const target = { type: "member_cap", id: person.userId, name: person.email };
    await recordChange(queries, call, { action: "cap.set", target, before, after: capAmounts(caps), workspaceId });
  });
  await publishLimits(gateway);
  const { records } = await readMemberCaps(gateway, workspace, [person]);
  return { data: records[0] as (typeof records)[number] };
});
