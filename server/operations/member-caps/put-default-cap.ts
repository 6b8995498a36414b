import { putDefaultCap as endpoint } from "#lib/contract/member-caps.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { putMemberCap } from "#server/data/member-caps.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { capAmounts } from "./cap-records.ts";
import { capsIn, toAuditCaps } from "./changing-caps.ts";

export const putDefaultCap = operation(endpoint)(async (gateway, call) => {
  const workspaceId = await requireWorkspace(gateway, call.principal, call.params.ref);
  const caps = capsIn(call.body);
  await gateway.database.queries.transaction(async (queries) => {
    const before = await toAuditCaps(queries, workspaceId, null);
    await putMemberCap(queries, workspaceId, null, caps);
    const target = { type: "member_cap", id: workspaceId, name: "default" };
    await recordChange(queries, call, { action: "cap.set", target, before, after: capAmounts(caps), workspaceId });
  });
  await publishLimits(gateway);
  return { data: capAmounts(caps) };
});
